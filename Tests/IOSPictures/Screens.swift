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
    let controller = Screen { view in
      let (area, guide) = (UIView(), view.safeAreaLayoutGuide)
      area.backgroundColor = .secondarySystemBackground
      area.fill(
        with: label("uiViewControllerWithSafeArea(inset:): 50", .systemFont(ofSize: 14), alignment: .center))
      view.add(
        area, area.topAnchor.constraint(equalTo: guide.topAnchor),
        area.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
        area.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
        area.bottomAnchor.constraint(equalTo: guide.bottomAnchor))
    }
    controller.additionalSafeAreaInsets = UIEdgeInsets(top: 50, left: 50, bottom: 50, right: 50)
    return controller
  },
  Picture("w01-error-view", 375, 812) {
    Screen { view in
      let body = UIFont.preferredFont(forTextStyle: .body)
      let stack = UIStackView(arrangedSubviews: [
        label("Error", .boldSystemFont(ofSize: body.pointSize)),
        label("Something Failed\nError code: Some Error", body, lines: 0, alignment: .center), plainButton("Retry"),
      ])
      stack.axis = .vertical
      stack.alignment = .center
      stack.spacing = 10
      view.add(
        stack, stack.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
        stack.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -20),
        stack.centerYAnchor.constraint(equalTo: view.centerYAnchor))
    }
  },
]

/// Labels at the edges of the safe area.
private final class Question: UIViewController {
  private let top = label("What's")
  private let leading = label("the")
  private let trailing = label("point")
  private let bottom = label("?")

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    for label in [top, leading, trailing, bottom] { view.add(label) }
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
