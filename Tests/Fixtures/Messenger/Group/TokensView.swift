import UIKit

final class TokensView: UIScrollView {
  private var buttons: [UIButton] = []
  var didRemove: ((String) -> Void)?

  var contacts: [Contact] = [] {
    didSet {
      guard contacts != oldValue else { return }
      buttons.forEach { $0.removeFromSuperview() }
      buttons = contacts.map(makeButton)
      buttons.forEach(addSubview)
      setNeedsLayout()
    }
  }

  private func makeButton(for contact: Contact) -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle(contact.name + " ✕", for: .normal)
    button.titleLabel?.font = .systemFont(ofSize: 14, weight: .medium)
    button.titleLabel?.lineBreakMode = .byTruncatingMiddle
    button.contentEdgeInsets = UIEdgeInsets(top: 6, left: 12, bottom: 6, right: 12)
    button.backgroundColor = Theme.accent.withAlphaComponent(0.15)
    button.layer.cornerRadius = 16
    button.addAction(UIAction { [unowned self] _ in didRemove?(contact.id) }, for: .touchUpInside)
    return button
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: contacts.isEmpty ? 0 : 48)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    showsHorizontalScrollIndicator = false
    var x: CGFloat = 16
    for button in buttons {
      let width = min(button.sizeThatFits(CGSize(width: 200, height: 32)).width, 200)
      button.frame = CGRect(x: x, y: 8, width: width, height: 32)
      x = button.frame.maxX + 8
    }
    contentSize = CGSize(width: x + 8, height: bounds.height)
  }
}
