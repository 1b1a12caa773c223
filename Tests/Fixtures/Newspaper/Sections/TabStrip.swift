import UIKit

/// Buttons in a row that scrolls, with a line under the selected one.
final class TabStrip: UIScrollView {
  private let stack = UIStackView()
  private let indicator = UIView()
  private var buttons: [UIButton] = []

  var didSelect: ((Int) -> Void)?
  private(set) var selectedIndex = 0

  var titles: [String] = [] {
    didSet {
      stack.arrangedSubviews.forEach { $0.removeFromSuperview() }
      buttons = titles.enumerated().map { index, title in
        let button = UIButton(type: .custom)
        button.tag = index
        button.setTitle(title, for: .normal)
        button.setTitleColor(.secondaryLabel, for: .normal)
        button.setTitleColor(.accent, for: .selected)
        button.titleLabel?.font = .preferredFont(forTextStyle: .subheadline)
        button.titleLabel?.adjustsFontForContentSizeCategory = true
        button.contentEdgeInsets = UIEdgeInsets(top: 8, left: 14, bottom: 8, right: 14)
        button.addTarget(self, action: TabStrip.didTap, for: .touchUpInside)
        return button
      }
      buttons.forEach(stack.addArrangedSubview)
      buttons.first?.isSelected = true
      setNeedsLayout()
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    showsHorizontalScrollIndicator = false
    stack.axis = .horizontal
    stack.translatesAutoresizingMaskIntoConstraints = false
    indicator.backgroundColor = .accent
    indicator.layer.cornerRadius = 1.5
    addSubview(stack)
    addSubview(indicator)
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: contentLayoutGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: contentLayoutGuide.trailingAnchor),
      stack.topAnchor.constraint(equalTo: contentLayoutGuide.topAnchor),
      stack.bottomAnchor.constraint(equalTo: contentLayoutGuide.bottomAnchor),
      stack.heightAnchor.constraint(equalTo: frameLayoutGuide.heightAnchor),
    ])
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    moveIndicator()
  }

  private func moveIndicator() {
    guard buttons.indices.contains(selectedIndex) else { return }
    stack.layoutIfNeeded()
    let frame = convert(buttons[selectedIndex].frame, from: stack)
    indicator.frame = CGRect(x: frame.minX + 14, y: bounds.height - 3, width: frame.width - 28, height: 3)
  }

  private func didTap(_ sender: UIButton) {
    didSelect?(sender.tag)
  }

  func select(_ index: Int, animated: Bool) {
    selectedIndex = index
    for button in buttons { button.isSelected = button.tag == index }
    UIView.animate(
      withDuration: animated ? 0.3 : 0, delay: 0, usingSpringWithDamping: 0.8, initialSpringVelocity: 0,
      options: [.curveEaseInOut, .beginFromCurrentState]
    ) {
      self.moveIndicator()
    } completion: { [weak self] _ in
      guard let self, buttons.indices.contains(index) else { return }
      scrollRectToVisible(buttons[index].frame.insetBy(dx: -40, dy: 0), animated: animated)
    }
  }
}
