public import Foundation

/// The two directions of a layout.
public enum NSLayoutConstraintAxis: Int, Sendable {
  case horizontal, vertical
}

/// What names the axis in UIKit.
public enum NSLayoutConstraint {
  public typealias Axis = NSLayoutConstraintAxis
}

/// Views in a row or a column.
open class UIStackView: UIView {
  /// How the views share the length of the stack.
  public enum Distribution: Int, Sendable {
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }

  /// Where the views stand across the stack.
  public enum Alignment: Int, Sendable {
    case fill, leading, firstBaseline, center, trailing, lastBaseline
  }

  public private(set) final var arrangedSubviews: [UIView] = []
  public final var axis = NSLayoutConstraint.Axis.horizontal { didSet { if axis != oldValue { setNeedsRender() } } }
  public final var distribution = Distribution.fill { didSet { if distribution != oldValue { setNeedsRender() } } }
  public final var alignment = Alignment.fill { didSet { if alignment != oldValue { setNeedsRender() } } }

  /// The space between the views, in points.
  public final var spacing: CGFloat = 0 { didSet { if spacing != oldValue { setNeedsRender() } } }

  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  public final func addArrangedSubview(_ view: UIView) {
    insertArrangedSubview(view, at: arrangedSubviews.count)
  }

  public final func insertArrangedSubview(_ view: UIView, at index: Int) {
    if view.superview !== self { addSubview(view) }
    arrangedSubviews.removeAll { $0 === view }
    arrangedSubviews.insert(view, at: min(index, arrangedSubviews.count))
    let others = subviews.filter { view in !arrangedSubviews.contains { $0 === view } }
    setSubviews(arrangedSubviews + others)
  }

  /// Takes a view out of the arrangement; it stays a subview, as in UIKit.
  public final func removeArrangedSubview(_ view: UIView) {
    arrangedSubviews.removeAll { $0 === view }
    setNeedsRender()
  }

  override open func willRemoveSubview(_ subview: UIView) {
    arrangedSubviews.removeAll { $0 === subview }
  }

  override package func appendStyle(to css: inout String) {
    appendCommonStyle(to: &css)
    css += "flex-direction:\(axis == .vertical ? "column" : "row");"
    if spacing != 0 { css += "gap:\(CSS.px(spacing));" }
    css += "align-items:\(alignment.css);justify-content:\(distribution.css);"
  }
}

extension UIStackView.Alignment {
  fileprivate var css: String {
    switch self {
    case .fill: "stretch"
    case .leading: "flex-start"
    case .center: "center"
    case .trailing: "flex-end"
    case .firstBaseline: "first baseline"
    case .lastBaseline: "last baseline"
    }
  }
}

extension UIStackView.Distribution {
  fileprivate var css: String {
    switch self {
    case .fill, .fillEqually, .fillProportionally: "normal"
    case .equalSpacing: "space-between"
    case .equalCentering: "space-evenly"
    }
  }
}
