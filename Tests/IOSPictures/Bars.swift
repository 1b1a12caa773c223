import UIKit

let bars: [Picture] = [
  Picture("a07-tab-bars", 393, 852, tabBars),
  Picture("a08-back-button", 393, 852) {
    let first = UIViewController()
    first.title = "First"
    let controller = UINavigationController(rootViewController: first)
    controller.pushViewController(second(), animated: false)
    controller.view.tintColor = dimmedTint
    return controller
  }.safeArea(top: 54),
  Picture("g03-bar-items", 300, 200) {
    let shuttle = Screen(title: "title") { view in
      let label = label("test", .systemFont(ofSize: 16))
      view.add(
        label, label.leadingAnchor.constraint(equalTo: view.leadingAnchor),
        label.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor))
    }
    shuttle.navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "shuttle", style: .plain, target: nil, action: nil)
    return UINavigationController(rootViewController: shuttle)
  },
]

private func tabBars() -> UIViewController {
  let titles = ["Item A", "Item B", "Item C", nil, "Item E", nil]
  let bar = UITabBar()
  bar.items = titles.enumerated().map { UITabBarItem(title: $1, image: nil, tag: $0) }
  bar.items?[2].isEnabled = false
  bar.selectedItem = bar.items?[1]
  bar.tintColor = dimmedTint

  let badges = UITabBar()
  badges.items = ["Item A", "Item B", "Item C", "Item D"].map {
    UITabBarItem(title: $0, image: nil, selectedImage: nil)
  }
  for (item, badge) in zip(badges.items ?? [], ["", "3", "A", "3"]) { item.badgeValue = badge }

  let buttons = row(
    ["A", "B", "C", "–", "–", "–", "G", "H"].map { title in
      let button = UIButton()
      button.setTitle(title, for: .normal)
      button.setTitleColor(.black, for: .normal)
      button.setTitleColor(.lightGray, for: .disabled)
      button.isEnabled = title != "C"
      return button
    })
  let labels = row(["A", "B", "C", "D", "E"].map { label($0, alignment: .center) })
  return Column([bar, badges, buttons, labels], from: 54) { bounds in
    let row = CGSize(width: bounds.width, height: 40)
    return [bar.sizeThatFits(bounds.size), badges.sizeThatFits(bounds.size), row, row]
  }
}

private func row(_ views: [UIView]) -> UIView {
  let stack = UIStackView(arrangedSubviews: views)
  stack.distribution = .fillEqually
  return stack
}

private func second() -> UIViewController {
  let label = label("Back Button Accessibility Traits - With Titles")
  let second = Host(label) { bounds in
    label.sizeToFit()
    label.center = CGPoint(x: bounds.midX, y: bounds.midY)
    return label.frame
  }
  second.title = "Second"
  return second
}
