internal import Basics
internal import Foundation

extension ConstraintGrid {
  /// Lays the subviews out: sets their CSS and that of the container, and estimated frames.
  func apply() {
    let isGrid = !isOverlaid && subitems.contains(where: isConstrained)
    let solution = solve(width: container.frame.width, height: container.frame.height)
    let (columns, rows) = (solution.columns, solution.rows)
    var style = ""
    if isGrid {
      style = "display:grid;grid-template-columns:\(columns.tracks);grid-template-rows:\(rows.tracks);"
      if container is UIScrollView { style += "align-content:start;" }
      // The gap of the style sheet, and its limits for images, are for labels that flow.
      if container is CellContentView { style += "gap:0;--image-width:none;--image-height:none;" }
    }
    container[\LayoutRules.containerStyle] = style
    for item in subitems {
      let frame = estimatedFrame(of: item, in: solution)
      if let view = view(item) {
        view[\LayoutRules.itemStyle] = self.style(of: item, view, in: solution, isGrid: isGrid)
        if isConstrained(item) { view.setFlowingFrame(frame) }
      } else {
        (items[item] as? UILayoutGuide)?.layoutFrame = frame
      }
    }
  }

  /// Whether the container has content of its own, over which constraints position the subviews.
  private var isOverlaid: Bool {
    switch container {
    // The button of an app's own control is not in the grid, but behind it.
    case let control as UIControl: !control.isAppsOwn
    case is UILabel, is UITextView, is UIWindow, is UICollectionView, is UIStackView: true
    default: false
    }
  }

  /// The area of a view that no constraint positions.
  static let flowingArea = "grid-area:1/1/-1/-1;"

  private func style(of item: Int, _ view: UIView, in solution: Solution, isGrid: Bool) -> String {
    let (column, row) = (solution.columns.spans[item], solution.rows.spans[item])
    if isConstrained(item) {
      let area = isOverlaid ? overlayStyle(of: view, column, row, in: solution) : gridStyle(column, row)
      return area + sizes(of: item, column, row)
    }
    // A frame that the app assigned says where the view is.
    if view.hasAssignedFrame { return "" }
    return isGrid
      ? Self.flowingArea + "place-self:start;" + sizes(of: item, column, row)
      : sizes(of: item, column, row, isFlowing: true)
  }

  // MARK: - Positions

  private func gridStyle(_ column: GridAxis.Span, _ row: GridAxis.Span) -> String {
    // A view without a position would be drawn below earlier views that have one.
    var css = "position:relative;grid-area:\(row.start + 1)/\(column.start + 1)/\(row.end + 1)/\(column.end + 1);"
    css += "align-self:\(row.alignment.rawValue);justify-self:\(column.alignment.rawValue);"
    if !row.before.isZero || !row.after.isZero { css += "margin-block:\(row.before.css) \(row.after.css);" }
    if !column.before.isZero || !column.after.isZero {
      css += "margin-inline:\(column.before.css) \(column.after.css);"
    }
    return css + translation(column, row)
  }

  private func translation(_ column: GridAxis.Span, _ row: GridAxis.Span) -> String {
    guard column.shift != 0 || row.shift != 0 || column.ownShift != 0 || row.ownShift != 0 else { return "" }
    func distance(_ span: GridAxis.Span, _ direction: CGFloat) -> String {
      if span.ownShift == 0 { return CSS.px(span.shift) }
      return "calc(\(CSS.number(span.ownShift * 100 * direction))% + \(CSS.number(span.shift))px)"
    }
    return "translate:\(distance(column, isRightToLeft ? -1 : 1)) \(distance(row, 1));"
  }

  private func overlayStyle(
    of view: UIView, _ column: GridAxis.Span, _ row: GridAxis.Span, in solution: Solution
  ) -> String {
    if let stack = container as? UIStackView, stack.arrangedSubviews.contains(where: { $0 === view }) {
      refuseOverlay(view, "\(type(of: stack)) arranges its arranged subviews itself")
      return ""
    }
    let (lastColumn, lastRow) = (solution.columns.last, solution.rows.last)
    if lastColumn > 1 || lastRow > 1,
      column.start > 0 || row.start > 0 || column.end < lastColumn || row.end < lastRow
    {
      refuseOverlay(view, "\(type(of: container)) has content of its own, over which views stand one by one")
    }
    func inset(_ span: GridAxis.Span, _ name: String) -> String {
      switch span.alignment {
      case .start: "inset-\(name)-start:\(span.before.css);"
      case .end: "inset-\(name)-end:\(span.after.css);"
      case .stretch: "inset-\(name):\(span.before.css) \(span.after.css);"
      default: "inset-\(name):\(span.before.css) \(span.after.css);margin-\(name):auto;"
      }
    }
    var css = "position:absolute;" + inset(column, "inline") + inset(row, "block")
    if column.alignment == .center { css += "width:fit-content;" }
    if row.alignment == .center { css += "height:fit-content;" }
    return css + translation(column, row)
  }

  private func refuseOverlay(_ view: UIView, _ reason: String) {
    Misuse.report(
      "Constraints of \(view.layoutName) to other subviews were left out, because \(reason): put the views into a UIView."
    )
  }

  // MARK: - Sizes

  private func sizes(
    of item: Int, _ column: GridAxis.Span, _ row: GridAxis.Span, isFlowing: Bool = false
  ) -> String {
    var css =
      size("width", .horizontal, horizontal.lengths[item], column, isFlowing)
      + size("height", .vertical, vertical.lengths[item], row, isFlowing)
    if let ratio = aspectRatios[item] { css += "aspect-ratio:\(CSS.number(ratio));" }
    if isFlowing, !css.isEmpty { css += "flex-shrink:0;" }
    return css
  }

  private func size(
    _ name: String, _ axis: NSLayoutConstraint.Axis, _ length: AxisConstraints.Length?, _ span: GridAxis.Span,
    _ isFlowing: Bool
  ) -> String {
    var css = ""
    let length = length ?? .init()
    if let fixed = length.fixed {
      css += "\(name):\(CSS.px(fixed));"
    } else if let part = length.part, part.relation == .equal, !(span.alignment == .stretch && !isFlowing) {
      css += "\(name):\(share(part.factor, of: axis, plus: Inset(part.constant)));"
    } else if axis == .horizontal, !isFlowing {
      css += "width:auto;"
    }
    if let minimum = length.minimum { css += "min-\(name):\(CSS.px(minimum));" }
    // A centred item must not be wider than the room within its margins.
    let margins = span.before + span.after
    let hasMargins = axis == .horizontal && !margins.isZero && span.alignment == .center
    switch length.maximum {
    case let maximum? where hasMargins: css += "max-width:min(\(CSS.px(maximum)),100% - (\(margins.terms)));"
    case let maximum?: css += "max-\(name):\(CSS.px(maximum));"
    case nil: if hasMargins { css += "max-width:calc(100% - (\(margins.terms)));" }
    }
    if let part = length.part, part.relation != .equal {
      let limit = part.relation == .lessThanOrEqual ? "max" : "min"
      css += "\(limit)-\(name):\(share(part.factor, of: axis, plus: Inset(part.constant)));"
    }
    return css
  }
}
