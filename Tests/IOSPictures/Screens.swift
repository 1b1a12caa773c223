import UIKit

let screens: [Picture] = [
  Picture("s03-constraints-iphonex", 375, 812, Question.init).safeArea(top: 44, bottom: 34),
  Picture("s05-tab-navigation", 375, 734) {
    let question = Question()
    question.navigationItem.leftBarButtonItem = UIBarButtonItem(barButtonSystemItem: .add, target: nil, action: nil)
    let tabs = UITabBarController()
    tabs.viewControllers = [UINavigationController(rootViewController: question)]
    return tabs
  },
  Picture("m02-safe-area", 375, 812) {
    let controller = SafeAreaController()
    controller.additionalSafeAreaInsets = UIEdgeInsets(top: 50, left: 50, bottom: 50, right: 50)
    return controller
  },
  Picture("w01-error-view", 375, 812, ErrorController.init),
]

/// Labels at the edges of the safe area.
private final class Question: UIViewController {
  private let top = UILabel()
  private let leading = UILabel()
  private let trailing = UILabel()
  private let bottom = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    top.text = "What's"
    leading.text = "the"
    trailing.text = "point"
    bottom.text = "?"
    for label in [top, leading, trailing, bottom] {
      label.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(label)
    }
    let area = view.safeAreaLayoutGuide
    NSLayoutConstraint.activate([
      top.topAnchor.constraint(equalTo: area.topAnchor),
      top.centerXAnchor.constraint(equalTo: area.centerXAnchor),
      leading.leadingAnchor.constraint(equalTo: area.leadingAnchor),
      leading.trailingAnchor.constraint(lessThanOrEqualTo: area.centerXAnchor),
      leading.centerYAnchor.constraint(equalTo: area.centerYAnchor),
      trailing.leadingAnchor.constraint(greaterThanOrEqualTo: area.centerXAnchor),
      trailing.trailingAnchor.constraint(equalTo: area.trailingAnchor),
      trailing.centerYAnchor.constraint(equalTo: area.centerYAnchor),
      bottom.bottomAnchor.constraint(equalTo: area.bottomAnchor),
      bottom.centerXAnchor.constraint(equalTo: area.centerXAnchor),
    ])
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    top.font = .preferredFont(forTextStyle: .headline, compatibleWith: traitCollection)
    leading.font = .preferredFont(forTextStyle: .body, compatibleWith: traitCollection)
    trailing.font = .preferredFont(forTextStyle: .body, compatibleWith: traitCollection)
    bottom.font = .preferredFont(forTextStyle: .subheadline, compatibleWith: traitCollection)
  }
}

private final class SafeAreaController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    let area = UIView()
    area.backgroundColor = .secondarySystemBackground
    area.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(area)
    let label = UILabel()
    label.text = "uiViewControllerWithSafeArea(inset:): 50"
    label.font = .systemFont(ofSize: 14)
    label.textAlignment = .center
    label.translatesAutoresizingMaskIntoConstraints = false
    area.addSubview(label)
    NSLayoutConstraint.activate([
      area.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      area.leadingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.leadingAnchor),
      area.trailingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.trailingAnchor),
      area.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
      label.topAnchor.constraint(equalTo: area.topAnchor),
      label.leadingAnchor.constraint(equalTo: area.leadingAnchor),
      label.trailingAnchor.constraint(equalTo: area.trailingAnchor),
      label.bottomAnchor.constraint(equalTo: area.bottomAnchor),
    ])
  }
}

private final class ErrorController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    let body = UIFont.preferredFont(forTextStyle: .body)
    let title = UILabel()
    title.text = "Error"
    title.font = .boldSystemFont(ofSize: body.pointSize)
    let message = UILabel()
    message.text = "Something Failed\nError code: Some Error"
    message.font = body
    message.textAlignment = .center
    message.numberOfLines = 0
    var configuration = UIButton.Configuration.plain()
    configuration.title = "Retry"
    let stack = UIStackView(arrangedSubviews: [title, message, UIButton(configuration: configuration)])
    stack.axis = .vertical
    stack.alignment = .center
    stack.spacing = 10
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
      stack.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -20),
      stack.centerYAnchor.constraint(equalTo: view.centerYAnchor),
    ])
  }
}
