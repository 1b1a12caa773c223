import Tempura
import UIKit

final class ComposeViewController: UIViewController, RoutableWithConfiguration, UITextViewDelegate {
  private let limit = 140
  private let parentComment: Int?
  private let send: (String, Int?) -> Void
  private let textView = UITextView()
  private let placeholderLabel = UILabel()
  private let countLabel = UILabel()
  private lazy var sendItem = UIBarButtonItem(
    title: NSLocalizedString("Send", comment: ""), style: .done, target: self, action: ComposeViewController.didTapSend)

  var didCancel: (() -> Void)?

  var routeIdentifier: RouteElementIdentifier { Screen.compose.rawValue }
  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide(Screen.compose): .dismissModally(behaviour: .hard)]
  }

  init(parent: Int?, send: @escaping (String, Int?) -> Void) {
    parentComment = parent
    self.send = send
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString(parentComment == nil ? "New comment" : "Reply", comment: "")
    view.backgroundColor = .systemBackground
    navigationItem.leftBarButtonItem = UIBarButtonItem(
      systemItem: .cancel, primaryAction: UIAction { [unowned self] _ in didCancel?() })
    navigationItem.rightBarButtonItem = sendItem
    sendItem.isEnabled = false
    textView.delegate = self
    textView.font = .preferredFont(forTextStyle: .body)
    textView.adjustsFontForContentSizeCategory = true
    textView.textContainerInset = UIEdgeInsets(top: 12, left: 8, bottom: 12, right: 8)
    textView.layer.borderColor = UIColor.separator.cgColor
    textView.layer.borderWidth = 1
    textView.layer.cornerRadius = 8
    textView.accessibilityLabel = NSLocalizedString("Comment", comment: "")
    placeholderLabel.text = NSLocalizedString("Say something friendly", comment: "")
    placeholderLabel.textColor = .placeholderText
    placeholderLabel.font = textView.font
    countLabel.font = .preferredFont(forTextStyle: .footnote)
    countLabel.textColor = .secondaryLabel
    for view in [textView, placeholderLabel, countLabel] {
      view.translatesAutoresizingMaskIntoConstraints = false
      view === placeholderLabel ? textView.addSubview(view) : self.view.addSubview(view)
    }
    let guide = view.safeAreaLayoutGuide
    NSLayoutConstraint.activate([
      textView.topAnchor.constraint(equalTo: guide.topAnchor, constant: 16),
      textView.leadingAnchor.constraint(equalTo: guide.leadingAnchor, constant: 16),
      textView.trailingAnchor.constraint(equalTo: guide.trailingAnchor, constant: -16),
      textView.heightAnchor.constraint(equalToConstant: 180),
      placeholderLabel.topAnchor.constraint(equalTo: textView.topAnchor, constant: 12),
      placeholderLabel.leadingAnchor.constraint(equalTo: textView.leadingAnchor, constant: 13),
      countLabel.topAnchor.constraint(equalTo: textView.bottomAnchor, constant: 8),
      countLabel.trailingAnchor.constraint(equalTo: textView.trailingAnchor),
    ])
    textViewDidChange(textView)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    textView.becomeFirstResponder()
  }

  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
    let current = textView.text ?? ""
    guard let range = Range(range, in: current) else { return false }
    return current.replacingCharacters(in: range, with: text).count <= limit
  }

  func textViewDidChange(_ textView: UITextView) {
    let count = textView.text.count
    placeholderLabel.isHidden = count > 0
    countLabel.text = "\(count) / \(limit)"
    countLabel.textColor = count >= limit ? .systemRed : .secondaryLabel
    sendItem.isEnabled = !textView.text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
  }

  private func didTapSend() { send(textView.text, parentComment) }
}
