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
    if view.superview !== self { addSubview(view) }
    // As in UIKit: the stack positions the view, not a frame that the app assigned.
    view.translatesAutoresizingMaskIntoConstraints = false
    if view.hasAssignedFrame { view.setFlowingFrame(view.frame) }
    arrangedSubviews.removeAll { $0 === view }
    arrangedSubviews.insert(view, at: min(index, arrangedSubviews.count))
    let others = subviews.filter { view in !arrangedSubviews.contains { $0 === view } }
    setSubviews(others.isEmpty ? arrangedSubviews : reordered(others))
    didChange()
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
    didChange()
  }

  override open func willRemoveSubview(_ subview: UIView) {
    guard arrangedSubviews.contains(where: { $0 === subview }) else { return }
    arrangedSubviews.removeAll { $0 === subview }
    customSpacings[ObjectIdentifier(subview)] = nil
    subview[\LayoutRules.arrangedStyle] = ""
  }

  // MARK: - Spacing

  /// Sets the space after a view, in points. Default: `spacing`.
  public final func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    customSpacings[ObjectIdentifier(arrangedSubview)] = spacing == Self.spacingUseDefault ? nil : spacing
    didChange()
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
    setFramingViewsNeedLayout()
  }

  /// Lays out the arranged subviews if the app places views on the page. On others the browser does.
  override func applyLayoutRules() {
    if hasAssignedFrame || isOnFramedPage { return applyConstraints() }
    let elastic = elasticViews
    for (index, view) in arrangedSubviews.enumerated() {
      view[\LayoutRules.arrangedStyle] = style(
        of: view, isFirst: index == 0, isLast: index == arrangedSubviews.count - 1, elastic.contains(index))
    }
  }

  /// The views that take the remaining room on a page that flows: those that hug their content least. Of views that hug it equally,
  /// those without content do, or else the last label, which looks the same.
  private var elasticViews: [Int] {
    let huggings = arrangedSubviews.map { $0.contentHuggingPriority(for: axis) }
    guard distribution == .fill, let least = huggings.min() else { return [] }
    let loosest = huggings.indices.filter { huggings[$0] == least }
    if least < .defaultLow { return loosest }
    let elastic = loosest.filter { arrangedSubviews[$0].isElastic(inRow: axis == .horizontal) }
    guard elastic.isEmpty else { return elastic }
    let areEqual = loosest.count == huggings.count
    if areEqual, axis == .vertical { return [] }
    return loosest.filter { !areEqual || arrangedSubviews[$0].isText }.suffix(1)
  }

  override final func isElastic(inRow: Bool) -> Bool { inRow && axis == .vertical }
  override final var arrangesSubviews: Bool { true }
  override final var stacksSubviews: Bool { false }

  private func style(of view: UIView, isFirst: Bool, isLast: Bool, _ isElastic: Bool) -> String {
    let (block, length) = axis == .vertical ? ("block", "height") : ("inline", "width")
    var css = ""
    switch distribution {
    case .fillEqually:
      if axis == .horizontal { css = "flex:1 1 0;" }
      css += "min-\(length):0;"
    case .fillProportionally: css = "flex:1 1 auto;"
    case .fill: if isElastic { css = "flex:1 1 auto;min-\(length):0;" }
    case .equalSpacing, .equalCentering: break
    }
    // The `gap` of the stack is added to the margin.
    if !isLast, space(after: view) != spacing {
      css += "margin-\(block)-end:\(CSS.px(space(after: view) - spacing));"
    }
    if isBaselineRelativeArrangement, axis == .vertical, !isFirst, view.isText { css += "margin-block-start:-1lh;" }
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
