public import Foundation

/// A view that arranges subviews in a row or a column.
///
/// Hidden views leave no gap. Subviews that are not arranged are positioned by their constraints or frames.
open class UIStackView: UIView {
  /// How the arranged subviews share the length of the stack.
  public enum Distribution: Int, Sendable { case fill, fillEqually, fillProportionally, equalSpacing, equalCentering }

  /// How the arranged subviews are aligned across the stack.
  public enum Alignment: Int, Sendable {
    case fill, leading, firstBaseline, center, trailing, lastBaseline

    public static var top: Alignment { .leading }
    public static var bottom: Alignment { .trailing }
  }

  /// A custom spacing that means `spacing`.
  public static var spacingUseDefault: CGFloat { .greatestFiniteMagnitude }
  /// The system's spacing: 8 points.
  public static var spacingUseSystem: CGFloat { 8 }

  public private(set) final var arrangedSubviews: [UIView] = []
  public final var axis = NSLayoutConstraint.Axis.horizontal { didSet { if axis != oldValue { didChange() } } }
  public final var distribution = Distribution.fill { didSet { if distribution != oldValue { didChange() } } }
  public final var alignment = Alignment.fill { didSet { if alignment != oldValue { didChange() } } }

  /// The least space between the views, in points.
  public final var spacing: CGFloat = 0 { didSet { if spacing != oldValue { didChange() } } }

  /// Whether the arranged subviews are within `directionalLayoutMargins`.
  public final var isLayoutMarginsRelativeArrangement = false {
    didSet { if isLayoutMarginsRelativeArrangement != oldValue { didChange() } }
  }

  /// Whether spaces between the labels of a column are measured from baseline to baseline instead of from edge to edge.
  public final var isBaselineRelativeArrangement = false {
    didSet { if isBaselineRelativeArrangement != oldValue { didChange() } }
  }

  private var customSpacings: [ObjectIdentifier: CGFloat] = [:]

  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  // MARK: - Arranged subviews

  public final func addArrangedSubview(_ view: UIView) {
    insertArrangedSubview(view, at: arrangedSubviews.count)
  }

  public final func insertArrangedSubview(_ view: UIView, at index: Int) {
    removeAssignedFrame(of: view)
    if view.superview !== self { addSubview(view) }
    // As in UIKit: the stack positions the view, not a frame that the app assigned.
    view.viewFlags.insert(.ignoresFrame)
    arrangedSubviews.removeAll { $0 === view }
    arrangedSubviews.insert(view, at: min(index, arrangedSubviews.count))
    let others = subviews.filter { view in !arrangedSubviews.contains { $0 === view } }
    setSubviews(others.isEmpty ? arrangedSubviews : reordered(others))
    setNeedsLayout()
  }

  /// Returns all subviews in their order. Those that are not arranged stay behind or in front of those that are.
  private func reordered(_ others: [UIView]) -> [UIView] {
    let behind = subviews.prefix { view in others.contains { $0 === view } }
    return behind + arrangedSubviews + others.filter { view in !behind.contains { $0 === view } }
  }

  /// Removes a view from the arrangement. As in UIKit, the view stays a subview.
  public final func removeArrangedSubview(_ view: UIView) {
    guard arrangedSubviews.contains(where: { $0 === view }) else { return }
    arrangedSubviews.removeAll { $0 === view }
    customSpacings[ObjectIdentifier(view)] = nil
    view[\LayoutRules.arrangedStyle] = ""
    removeAssignedFrame(of: view)
    didChange()
  }

  override open func willRemoveSubview(_ subview: UIView) {
    guard arrangedSubviews.contains(where: { $0 === subview }) else { return }
    arrangedSubviews.removeAll { $0 === subview }
    customSpacings[ObjectIdentifier(subview)] = nil
    subview[\LayoutRules.arrangedStyle] = ""
    subview.viewFlags.remove(.isArranged)
  }

  // MARK: - Spacing

  /// Sets the space after a view, in points. Default: `spacing`.
  public final func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    customSpacings[ObjectIdentifier(arrangedSubview)] = spacing == Self.spacingUseDefault ? nil : spacing
    setNeedsLayout()
  }

  /// The space after a view, in points; `spacingUseDefault` if none was set.
  public final func customSpacing(after arrangedSubview: UIView) -> CGFloat {
    customSpacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
  }

  final func space(after view: UIView) -> CGFloat { customSpacings[ObjectIdentifier(view)] ?? spacing }

  // MARK: - HTML

  private func didChange() {
    setNeedsRender()
    setNeedsLayout()
  }

  /// Lays out the arranged subviews if the stack has a frame. If it flows on a framed page, they get their frames for code
  /// to read.
  override open func layoutSubviews() {
    super.layoutSubviews()
    guard bounds.width > 0 || bounds.height > 0 else { return }
    if isPositionedByFrame {
      for view in arrangedSubviews { view.viewFlags.insert(.isArranged) }
      for (view, frame) in StackArrangement(of: self, in: bounds.size).frames { view.frame = frame }
    } else if isOnFramedPage || arrangedSubviews.contains(where: mayDraw) {
      for (view, frame) in StackArrangement(of: self, in: bounds.size).frames { view.setFlowingFrame(frame) }
    }
  }

  /// Whether a view may have something to draw, for which it needs a size: one of an app's class that its constraints size.
  private func mayDraw(_ view: UIView) -> Bool {
    view.subviews.isEmpty && view.constraints.contains(where: \.isOfOneView)
      && !ClassNames.isFrameworkClass(type(of: view))
  }

  /// Returns a view with an assigned frame to the flow, because that frame does not count for an arranged subview.
  private func removeAssignedFrame(of view: UIView) {
    view.viewFlags.remove(.isArranged)
    if view.hasAssignedFrame { view.setFlowingFrame(view.frame) }
  }

  override func applyLayoutRules() {
    super.applyLayoutRules()
    if isPositionedByFrame { return }
    for view in arrangedSubviews where view.hasAssignedFrame { removeAssignedFrame(of: view) }
    let huggings = arrangedSubviews.map { $0.contentHuggingPriority(for: axis) }
    let elastic = elasticViews(huggings)
    for (index, view) in arrangedSubviews.enumerated() {
      let isElastic = elastic.contains(index)
      view[\LayoutRules.arrangedStyle] = style(
        of: view, isFirst: index == 0, isLast: index == huggings.count - 1, isElastic)
    }
  }

  /// The views that take the remaining room: those that hug their content least. Of views that hug it equally, those without
  /// a length of their own do, or else the last view.
  private func elasticViews(_ huggings: [UILayoutPriority]) -> [Int] {
    guard distribution == .fill, let least = huggings.min() else { return [] }
    if least < .defaultLow { return huggings.indices.filter { huggings[$0] == least } }
    let elastic = huggings.indices.filter { isElastic(arrangedSubviews[$0]) }
    guard elastic.isEmpty else { return elastic }
    // If all hug equally, only a label grows: it looks the same, but for its alignment.
    let areEqual = !huggings.contains { $0 > least }
    if areEqual, axis == .vertical { return [] }
    return huggings.indices.filter { index in
      let view = arrangedSubviews[index]
      return huggings[index] == least && !isSized(view) && (!areEqual || view is UILabel)
    }.suffix(1)
  }

  private func isSized(_ view: UIView) -> Bool {
    view.constraints.contains { $0.firstItem === view && $0.firstAttribute.axis == axis }
  }

  /// Whether a view without a length of its own takes the remaining room in a stack that is filled.
  final func isElastic(_ view: UIView) -> Bool {
    guard !isSized(view), view.contentHuggingPriority(for: axis) == .defaultLow else { return false }
    switch view {
    case is UIScrollView, is UITextView: return true
    case is UITextField: return axis == .horizontal
    case let stack as UIStackView: return axis == .horizontal && stack.axis == .vertical
    default: return !view.hasOwnContent && view.subviews.isEmpty && !(view is UIImageView)
    }
  }

  private func style(of view: UIView, isFirst: Bool, isLast: Bool, _ isElastic: Bool) -> String {
    let (block, length) = axis == .vertical ? ("block", "height") : ("inline", "width")
    var css = ""
    switch distribution {
    case .fillEqually:
      if axis == .horizontal { css = "flex:1 1 0;" }
      if !view[\LayoutRules.itemStyle].contains("min-\(length):") { css += "min-\(length):0;" }
    case .fillProportionally: css = "flex:1 1 auto;"
    case .fill: if isElastic { css = "flex:1 1 auto;min-\(length):0;" }
    case .equalSpacing, .equalCentering: break
    }
    // The `gap` of the stack is added to the margin.
    if !isLast, space(after: view) != spacing {
      css += "margin-\(block)-end:\(CSS.px(space(after: view) - spacing));"
    }
    if isBaselineRelativeArrangement, axis == .vertical, !isFirst, view is UILabel { css += "margin-block-start:-1lh;" }
    return css
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    // In a column without a height, views that fill it equally are as high as the highest one.
    let isGrid = axis == .vertical && distribution == .fillEqually
    css += isGrid ? "display:grid;grid-auto-rows:1fr;" : "flex-direction:\(axis == .vertical ? "column" : "row");"
    if spacing != 0 { css += "gap:\(CSS.px(spacing));" }
    css +=
      isGrid
      ? "justify-items:\(alignment.css);" : "align-items:\(alignment.css);justify-content:\(distribution.css);"
    if isLayoutMarginsRelativeArrangement {
      let margins = directionalLayoutMargins
      css += "padding-block:\(CSS.px(margins.top)) \(CSS.px(margins.bottom));"
      css += "padding-inline:\(CSS.px(margins.leading)) \(CSS.px(margins.trailing));"
    }
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
    case .equalCentering: "space-around"
    }
  }
}
