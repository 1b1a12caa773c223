internal import Foundation

/// What constraints make of a view and its subviews: a grid, and places in it.
final class ContainerLayout {
  let container: UIView
  /// The container, its subviews and its guides.
  private(set) var items: [AnyObject] = []
  private var indexes: [ObjectIdentifier: Int] = [:]
  var horizontal = AxisLayout()
  var vertical = AxisLayout()
  /// Width through height, by item.
  var aspects: [Int: CGFloat] = [:]
  let isRightToLeft: Bool
  /// How deep in estimates of other layouts this one is.
  let depth: Int
  // Estimated sizes of the items by the width that they have.
  private var sizes: [Int: [CGFloat: CGSize]] = [:]

  init(_ container: UIView, depth: Int = 0) {
    self.container = container
    self.depth = depth
    isRightToLeft = container.isRightToLeft
    items.append(container)
    items.append(contentsOf: container.subviews as [AnyObject])
    items.append(contentsOf: container.layoutGuides as [AnyObject])
    for (index, item) in items.enumerated() { indexes[ObjectIdentifier(item)] = index }
    read()
  }

  subscript(axis: NSLayoutConstraint.Axis) -> AxisLayout {
    get { axis == .horizontal ? horizontal : vertical }
    set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
  }

  func index(of item: AnyObject) -> Int? { indexes[ObjectIdentifier(item)] }

  func view(_ index: Int) -> UIView? { items[index] as? UIView }

  /// The subviews that constraints place, and the guides.
  var numbers: Range<Int> { 1..<items.count }

  /// The size that an item is estimated to have for its content.
  func contentSize(of item: Int, width: CGFloat) -> CGSize {
    if let known = sizes[item]?[width] { return known }
    let size = view(item)?.estimatedSize(width: width, depth: depth + 1) ?? .zero
    sizes[item, default: [:]][width] = size
    return size
  }

  /// Whether constraints say anything of where an item is.
  func isConstrained(_ item: Int) -> Bool {
    isPlaced(item, horizontal) || isPlaced(item, vertical)
  }

  private func isPlaced(_ item: Int, _ axis: AxisLayout) -> Bool {
    axis.isTied(item) || axis.centres[item] != nil || axis.looseLeads[item] != nil || axis.looseTrails[item] != nil
      || axis.baselines[item] != nil
  }
}
