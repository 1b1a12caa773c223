import UIKit

/// The steps of a registration, with a button over all of them, and a hint that can be closed.
final class WizardController: UINavigationController {
  private let nextButton = UIButton(type: .system)
  private let hint = HintView()

  override func viewDidLoad() {
    super.viewDidLoad()
    nextButton.setTitle("Next", for: .normal)
    nextButton.setTitleColor(.white, for: .normal)
    nextButton.backgroundColor = .systemBlue
    nextButton.layer.cornerRadius = 12
    nextButton.addTarget(self, action: WizardController.next, for: .touchUpInside)
    nextButton.frame = CGRect(x: 20, y: view.bounds.height - 90, width: view.bounds.width - 40, height: 50)
    view.addSubview(nextButton)
    hint.frame = view.bounds
    view.addSubview(hint)
  }

  private func next() {
    if viewControllers.count == 1 { pushViewController(BirthdayViewController(), animated: true) }
  }
}

/// A hint over the screen. Taps beside it go to the screen.
final class HintView: UIView {
  private let button = UIButton(type: .system)

  override init(frame: CGRect) {
    super.init(frame: frame)
    button.setTitle("Fill in all fields", for: .normal)
    button.backgroundColor = .systemYellow
    button.addTarget(self, action: HintView.close, for: .touchUpInside)
    addSubview(button)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    button.frame = CGRect(x: 20, y: bounds.height - 160, width: bounds.width - 40, height: 40)
  }

  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    subviews.contains { $0.frame.contains(point) }
  }

  private func close() { removeFromSuperview() }
}
