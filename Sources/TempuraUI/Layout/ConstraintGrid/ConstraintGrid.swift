internal import Foundation

/// Turns the constraints between a view, its subviews and its layout guides into a CSS grid.
///
/// In: the active constraints of one superview, the container, and those that give its subviews a size.
///
/// Out: nothing if there are no such constraints, because `init?` returns nil. Otherwise either the CSS of the container
/// and its subviews with estimated frames, by `apply()`, or an estimated size, by `fittingSize(width:)`. The CSS is stored
/// in their `LayoutRules`. The rest of TempuraUI uses nothing else of this folder. `docs/layout.md` lists for app authors
/// what each constraint becomes.
///
/// The steps, in order:
///
/// 1. Read the constraints: each one becomes a fact about one axis, such as a fixed distance between two edges
///    (`ConstraintGrid+Reading`, `AxisConstraints`). A constraint without a counterpart in CSS is reported and ignored.
/// 2. Derive further facts, such as the length of a view that is as long as another one (`AxisConstraints+Deriving`).
/// 3. Order the lines of the grid by estimated positions, and find the two lines between which each item stands
///    (`GridAxis`).
/// 4. Size the tracks between the lines, and choose the track that takes the remaining room (`ConstraintGrid+Tracks`).
/// 5. Write the CSS (`ConstraintGrid+Style`).
///
/// The columns are solved before the rows, because the height of a text depends on its width.
final class ConstraintGrid {
  let container: UIView
  /// The container, its subviews and its guides. All other types name an item by its index here; the container is 0.
  let items: [AnyObject]
  private let indexes: [ObjectIdentifier: Int]
  var horizontal = AxisConstraints()
  var vertical = AxisConstraints()
  /// The ratios of width to height, by item.
  var aspectRatios: [Int: CGFloat] = [:]
  let isRightToLeft: Bool
  /// Whether a horizontal edge is at one of the visible area of a scroll view.
  var isInVisibleArea = false
  private let depth: Int
  private let isRough: Bool
  // Estimated sizes by item and available width.
  private var contentSizes: [Int: [CGFloat: CGSize]] = [:]

  /// Reads the constraints of a container; nil if none concerns its subviews.
  ///
  /// - Parameters:
  ///   - depth: The number of layouts whose estimates need this one.
  ///   - isRough: Whether texts are not measured, because the browser lays the container out.
  convenience init?(_ container: UIView, depth: Int = 0, isRough: Bool = false) {
    guard container.hasConstraintsOfSubviews else { return nil }
    self.init(reading: container, depth: depth, isRough: isRough)
  }

  private init(reading container: UIView, depth: Int, isRough: Bool) {
    self.container = container
    self.depth = depth
    self.isRough = isRough
    isRightToLeft = container.isRightToLeft
    items = [container] + (container.subviews as [AnyObject]) + (container.layoutGuides as [AnyObject])
    indexes = Dictionary(items.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { $1 })
    readConstraints()
    horizontal.deriveFacts(about: subitems)
    vertical.deriveFacts(about: subitems)
  }

  subscript(axis: NSLayoutConstraint.Axis) -> AxisConstraints {
    get { axis == .horizontal ? horizontal : vertical }
    _modify { if axis == .horizontal { yield &horizontal } else { yield &vertical } }
  }

  /// All items except the container.
  var subitems: Range<Int> { 1..<items.count }

  func index(of item: AnyObject) -> Int? { indexes[ObjectIdentifier(item)] }

  /// The view of an item; nil for a guide.
  func view(_ item: Int) -> UIView? { items[item] as? UIView }

  /// Whether a constraint says where an item is, and not only how large.
  func isConstrained(_ item: Int) -> Bool { horizontal.isConstrained(item) || vertical.isConstrained(item) }

  // MARK: - Solving

  /// The grid that the constraints make.
  struct Solution {
    var columns: GridAxis
    var rows: GridAxis
  }

  /// Finds the lines, the spans of the items and the tracks.
  ///
  /// - Parameters:
  ///   - width: The width of the container in points, 0 if unknown.
  ///   - height: Its height in points, 0 if unknown.
  func solve(width: CGFloat, height: CGFloat) -> Solution {
    let widths = items.indices.map { estimatedWidth(of: $0, within: width) }
    var columns = GridAxis(
      horizontal, lengths: widths, containerLength: width, grows: scrollsSideways, startPushesEnd: false)
    finish(&columns, .horizontal, length: width)
    let heights = items.indices.map { item in
      estimatedHeight(of: item, width: columns.extent(of: item, length: widths[item]).length, within: height)
    }
    let room = scrollsContent ? 0 : height
    var rows = GridAxis(vertical, lengths: heights, containerLength: room, grows: true, startPushesEnd: true)
    finish(&rows, .vertical, length: height)
    return Solution(columns: columns, rows: rows)
  }

  private func finish(_ grid: inout GridAxis, _ axis: NSLayoutConstraint.Axis, length: CGFloat) {
    grid.findSpans { item in
      // One of the two sizes follows from the other one.
      aspectRatios[item] != nil && (axis == .vertical || vertical.lengths[item]?.fixed != nil)
    }
    let (tracks, flexible) = tracks(of: grid, axis)
    grid.tracks = tracks
    grid.stretch(flexible, to: length)
  }

  /// The estimated size of the container for its content.
  ///
  /// - Parameter width: The width of the container, 0 if unknown.
  func fittingSize(width: CGFloat) -> CGSize {
    let solution = solve(width: width, height: 0)
    return CGSize(width: width > 0 ? width : solution.columns.length, height: solution.rows.length)
  }

  // MARK: - Estimates

  /// The estimated frame of an item in the container.
  func estimatedFrame(of item: Int, in solution: Solution) -> CGRect {
    let (columns, rows) = (solution.columns, solution.rows)
    let x = columns.extent(of: item, length: estimatedWidth(of: item, within: container.frame.width))
    let height = estimatedHeight(of: item, width: x.length, within: container.frame.height)
    let y = rows.extent(of: item, length: height)
    let left = isRightToLeft ? columns.length - x.start - x.length : x.start
    return CGRect(x: left, y: y.start, width: x.length, height: y.length)
  }

  private func estimatedWidth(of item: Int, within width: CGFloat) -> CGFloat {
    guard item > 0 else { return width }
    if let ratio = aspectRatios[item], let height = vertical.lengths[item]?.fixed { return height * ratio }
    return horizontal.length(of: item, within: width) {
      // A text is no wider than the container.
      min(contentSize(of: item, width: 0).width, width > 0 ? width : .infinity)
    }
  }

  private func estimatedHeight(of item: Int, width: CGFloat, within height: CGFloat) -> CGFloat {
    guard item > 0 else { return height }
    if let ratio = aspectRatios[item], ratio > 0, vertical.lengths[item]?.fixed == nil { return width / ratio }
    return vertical.length(of: item, within: height) { contentSize(of: item, width: width).height }
  }

  private func contentSize(of item: Int, width: CGFloat) -> CGSize {
    if let known = contentSizes[item]?[width] { return known }
    let size = view(item)?.estimatedFlowingSize(width: width, depth: depth + 1, isRough: isRough) ?? .zero
    contentSizes[item, default: [:]][width] = size
    return size
  }
}

extension UIView {
  /// Whether constraints lay out the subviews, or did in the last layout.
  final var hasConstraintsOfSubviews: Bool {
    let rules = rareProperties.box(of: LayoutRules.self)
    if let rules, !rules.properties.constraints.isEmpty || !rules.properties.containerStyle.isEmpty { return true }
    return subviews.contains { view in
      guard !view.rareProperties.isEmpty, let rules = view.rareProperties.box(of: LayoutRules.self) else {
        return false
      }
      return !rules.properties.itemStyle.isEmpty || rules.properties.constraints.contains(where: \.isOfOneView)
    }
  }
}

extension NSLayoutConstraint {
  /// Whether the constraint is about the size of one view and nothing else.
  final var isOfOneView: Bool { secondItem == nil || firstItem === secondItem }
}
