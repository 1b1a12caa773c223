import Katana
import SafariServices
import Tempura
import UIKit

struct SubscribeViewModel: ViewModelWithState, Equatable {
  let subscription: Subscription

  init(state: AppState) { subscription = state.subscription }
}

final class SubscribeView: UIView, ViewControllerModellableView, UITextFieldDelegate, UITextViewDelegate {
  private let scrollView = UIScrollView()
  private let content = UIStackView()
  private let plans = UIStackView()
  private let emailField = UITextField()
  private let errorLabel = UILabel()
  private let termsView = UITextView()
  private let progressView = UIProgressView(progressViewStyle: .default)
  private let statusLabel = UILabel()
  private let subscribeButton = UIButton(type: .system)
  private var cards: [PlanCard] = []

  var didChoosePlan: CustomInteraction<Int>?
  var didSubmit: CustomInteraction<String>?
  var didTapLink: CustomInteraction<URL>?

  func setup() {
    let colors: [[UIColor]] = [
      [.systemTeal, .systemBlue], [.systemPink, .systemPurple], [.systemOrange, .systemRed],
    ]
    cards = colors.enumerated().map { index, colors in
      let card = PlanCard(
        name: NSLocalizedString("plan.\(index)", comment: ""), price: NSLocalizedString("price.\(index)", comment: ""),
        colors: colors)
      card.addAction(UIAction { [unowned self] _ in didChoosePlan?(index) }, for: .touchUpInside)
      plans.addArrangedSubview(card)
      return card
    }
    emailField.delegate = self
    emailField.addTarget(self, action: SubscribeView.emailChanged, for: .editingChanged)
    subscribeButton.addTarget(self, action: SubscribeView.submit, for: .touchUpInside)
    termsView.delegate = self
    addSubview(scrollView)
    scrollView.addSubview(content)
    for view in [plans, emailField, errorLabel, subscribeButton, progressView, statusLabel, termsView] {
      content.addArrangedSubview(view)
    }
    content.setCustomSpacing(28, after: plans)
    content.setCustomSpacing(4, after: emailField)
    for view in [scrollView, content] { view.translatesAutoresizingMaskIntoConstraints = false }
    NSLayoutConstraint.activate([
      scrollView.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor),
      scrollView.bottomAnchor.constraint(equalTo: safeAreaLayoutGuide.bottomAnchor),
      scrollView.leadingAnchor.constraint(equalTo: leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: trailingAnchor),
      content.topAnchor.constraint(equalTo: scrollView.topAnchor, constant: 20),
      content.bottomAnchor.constraint(equalTo: scrollView.bottomAnchor, constant: -20),
      content.leadingAnchor.constraint(equalTo: scrollView.leadingAnchor, constant: 20),
      content.trailingAnchor.constraint(equalTo: scrollView.trailingAnchor, constant: -20),
      content.widthAnchor.constraint(equalTo: scrollView.widthAnchor, constant: -40),
      emailField.heightAnchor.constraint(equalToConstant: 48),
      subscribeButton.heightAnchor.constraint(greaterThanOrEqualToConstant: 50),
    ])
  }

  func style() {
    backgroundColor = .systemBackground
    content.axis = .vertical
    content.spacing = 14
    plans.spacing = 16
    plans.distribution = .fillEqually
    emailField.borderStyle = .roundedRect
    emailField.placeholder = NSLocalizedString("E-mail", comment: "")
    emailField.keyboardType = .emailAddress
    emailField.textContentType = .emailAddress
    emailField.autocapitalizationType = .none
    emailField.autocorrectionType = .no
    emailField.clearButtonMode = .whileEditing
    emailField.returnKeyType = .done
    let icon = UIImageView(image: UIImage(systemName: "envelope"))
    icon.isAccessibilityElement = false
    icon.tintColor = .secondaryLabel
    icon.frame = CGRect(x: 0, y: 0, width: 32, height: 24)
    icon.contentMode = .center
    emailField.leftView = icon
    emailField.leftViewMode = .always
    errorLabel.font = .preferredFont(forTextStyle: .footnote)
    errorLabel.textColor = .systemRed
    errorLabel.isHidden = true
    errorLabel.text = NSLocalizedString("Enter a valid e-mail address.", comment: "")
    subscribeButton.backgroundColor = .accent
    subscribeButton.setTitleColor(.white, for: .normal)
    subscribeButton.setTitle(NSLocalizedString("Subscribe", comment: ""), for: .normal)
    subscribeButton.titleLabel?.font = .preferredFont(forTextStyle: .headline)
    subscribeButton.layer.cornerRadius = 12
    progressView.progressTintColor = .accent
    statusLabel.font = .preferredFont(forTextStyle: .footnote)
    statusLabel.textAlignment = .center
    statusLabel.accessibilityTraits = .updatesFrequently
    styleTerms()
  }

  private func styleTerms() {
    let terms = NSLocalizedString("terms", comment: "")
    let text = NSMutableAttributedString(
      string: terms,
      attributes: [.font: UIFont.preferredFont(forTextStyle: .footnote), .foregroundColor: UIColor.secondaryLabel])
    for (key, link) in [("terms.link", "newspaper://terms"), ("privacy.link", "https://example.com/privacy")] {
      let range = (terms as NSString).range(of: NSLocalizedString(key, comment: ""))
      if range.location != NSNotFound { text.addAttribute(.link, value: link, range: range) }
    }
    termsView.attributedText = text
    termsView.isEditable = false
    termsView.isScrollEnabled = false
    termsView.backgroundColor = .clear
    termsView.accessibilityLabel = NSLocalizedString("Terms", comment: "")
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    plans.axis = traitCollection.horizontalSizeClass == .compact ? .vertical : .horizontal
    cards.forEach { $0.layer.borderColor = UIColor.label.resolvedColor(with: traitCollection).cgColor }
  }

  func update(oldModel: SubscribeViewModel?) {
    guard let subscription = model?.subscription, model != oldModel else { return }
    for (index, card) in cards.enumerated() { card.isSelected = index == subscription.plan }
    if oldModel == nil { emailField.text = subscription.email }
    progressView.isHidden = subscription.progress == nil
    progressView.setProgress(subscription.progress ?? 0, animated: true)
    subscribeButton.isEnabled = subscription.progress == nil
    if let progress = subscription.progress {
      let percent = NumberFormatter.localizedString(from: NSNumber(value: progress), number: .percent)
      statusLabel.text = String(format: NSLocalizedString("Downloading: %@", comment: ""), percent)
    } else {
      statusLabel.text = subscription.isActive ? NSLocalizedString("You are subscribed.", comment: "") : nil
    }
  }

  private var isEmailValid: Bool {
    emailField.text?.range(of: "^[^@ ]+@[^@ ]+\\.[a-z]{2,}$", options: [.regularExpression, .caseInsensitive]) != nil
  }

  private func emailChanged() { errorLabel.isHidden = isEmailValid || emailField.text?.isEmpty == true }

  private func submit() {
    endEditing(true)
    errorLabel.isHidden = isEmailValid
    if isEmailValid, let email = emailField.text { didSubmit?(email) }
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    submit()
    return true
  }

  func textView(
    _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange, interaction: UITextItemInteraction
  ) -> Bool {
    didTapLink?(URL)
    return false
  }
}

final class SubscribeViewController: ViewController<SubscribeView>, RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.subscribe.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .hide(Screen.subscribe): navigationController?.viewControllers.first === self
        ? .dismissModally(behaviour: .hard) : .pop
    ]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("Subscribe", comment: "")
    navigationItem.largeTitleDisplayMode = .never
    if presentingViewController != nil || navigationController?.viewControllers.first === self {
      navigationItem.leftBarButtonItem = UIBarButtonItem(
        barButtonSystemItem: .close, target: self, action: SubscribeViewController.close)
    }
  }

  override func setupInteraction() {
    rootView.didChoosePlan = { [unowned self] plan in dispatch(ChangeSubscription { $0.plan = plan }) }
    rootView.didSubmit = { [unowned self] in dispatch(Subscribe(email: $0)) }
    rootView.didTapLink = { [unowned self] url in
      if url.scheme == "newspaper" {
        let alert = UIAlertController(
          title: NSLocalizedString("Terms", comment: ""), message: NSLocalizedString("terms.text", comment: ""),
          preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: NSLocalizedString("OK", comment: ""), style: .default))
        present(alert, animated: true)
      } else {
        present(SFSafariViewController(url: url), animated: true)
      }
    }
  }

  private func close() { dispatch(Hide(Screen.subscribe, animated: true)) }
}
