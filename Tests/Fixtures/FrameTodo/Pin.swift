import UIKit

extension UIView {
  /// Places the view in its superview: `label.pin.below(of: title, 8).left(16).right(16).fitHeight()`.
  var pin: Pin { Pin(self) }
}

/// The edges, centres and lengths of a view that were given so far. Each call changes the view's frame: edges that are not
/// given follow from those that are, and from the size.
struct Pin {
  private struct Axis {
    var start: CGFloat?
    var end: CGFloat?
    var centre: CGFloat?

    /// Returns the origin and the length of a view in this direction.
    func place(_ origin: CGFloat, _ length: CGFloat) -> (CGFloat, CGFloat) {
      if let start, let end { return (start, max(0, end - start)) }
      if let start { return (start, length) }
      if let end { return (end - length, length) }
      if let centre { return (centre - length / 2, length) }
      return (origin, length)
    }
  }

  private let view: UIView
  private var x = Axis()
  private var y = Axis()

  fileprivate init(_ view: UIView) { self.view = view }

  private var room: CGSize { view.superview?.bounds.size ?? .zero }

  /// Returns this pin with a change, and moves the view accordingly.
  private func with(_ change: (inout Pin) -> Void) -> Pin {
    var pin = self
    change(&pin)
    pin.apply(view.frame.size)
    return pin
  }

  private func apply(_ size: CGSize) {
    let (left, width) = x.place(view.frame.minX, size.width)
    let (top, height) = y.place(view.frame.minY, size.height)
    view.frame = CGRect(x: left, y: top, width: width, height: height)
  }

  private func resize(width: CGFloat? = nil, height: CGFloat? = nil) -> Pin {
    apply(CGSize(width: width ?? view.frame.width, height: height ?? view.frame.height))
    return self
  }

  // MARK: - Edges of the superview

  @discardableResult func left(_ margin: CGFloat = 0) -> Pin { with { $0.x.start = margin } }
  @discardableResult func right(_ margin: CGFloat = 0) -> Pin { with { $0.x.end = room.width - margin } }
  @discardableResult func top(_ margin: CGFloat = 0) -> Pin { with { $0.y.start = margin } }
  @discardableResult func bottom(_ margin: CGFloat = 0) -> Pin { with { $0.y.end = room.height - margin } }
  @discardableResult func horizontally(_ margin: CGFloat = 0) -> Pin { left(margin).right(margin) }
  @discardableResult func vertically(_ margin: CGFloat = 0) -> Pin { top(margin).bottom(margin) }
  @discardableResult func all(_ margin: CGFloat = 0) -> Pin { horizontally(margin).vertically(margin) }

  /// Centres the view in its superview.
  @discardableResult func hCenter(_ offset: CGFloat = 0) -> Pin { with { $0.x.centre = room.width / 2 + offset } }
  @discardableResult func vCenter(_ offset: CGFloat = 0) -> Pin { with { $0.y.centre = room.height / 2 + offset } }

  // MARK: - Edges of siblings

  @discardableResult func below(of sibling: UIView, _ margin: CGFloat = 0) -> Pin {
    with { $0.y.start = sibling.frame.maxY + margin }
  }

  @discardableResult func above(of sibling: UIView, _ margin: CGFloat = 0) -> Pin {
    with { $0.y.end = sibling.frame.minY - margin }
  }

  @discardableResult func after(_ sibling: UIView, _ margin: CGFloat = 0) -> Pin {
    with { $0.x.start = sibling.frame.maxX + margin }
  }

  @discardableResult func vCenter(to sibling: UIView) -> Pin { with { $0.y.centre = sibling.frame.midY } }

  // MARK: - Sizes

  @discardableResult func width(_ width: CGFloat) -> Pin { resize(width: width) }
  @discardableResult func height(_ height: CGFloat) -> Pin { resize(height: height) }
  @discardableResult func size(_ side: CGFloat) -> Pin { resize(width: side, height: side) }

  /// Gives the view the size of its content.
  @discardableResult func sizeToFit() -> Pin {
    view.sizeToFit()
    return resize()
  }

  /// Gives the view the height of its content at its width.
  @discardableResult func fitHeight() -> Pin {
    resize(height: view.sizeThatFits(CGSize(width: view.frame.width, height: .greatestFiniteMagnitude)).height)
  }
}
