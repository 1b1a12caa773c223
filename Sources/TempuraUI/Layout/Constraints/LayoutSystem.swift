internal import Foundation

/// The views and layout guides that are laid out together: a view whose size is known, the root, and all views in it that constraints
/// position.
///
/// In: the active constraints, the sizes of contents, the arrangement of stacks. Out: frames, by `apply()`, or the size that the root
/// needs, by `fittingSize`. The steps, in order:
///
/// 1. Collect the items, and number their variables (this file): the start and the length in both directions, in the coordinates of
///    the root. A view with a frame has numbers instead, except for a size that follows a superview.
/// 2. Describe the system by numbers, and look for the rows of an earlier one that differs in sizes and constants only
///    (`LayoutSystem+Programs`).
/// 3. Else write the rows: linear equations and inequalities with priorities (`LayoutSystem+Rows`, `LayoutSystem+Stacks`).
/// 4. Solve them: the widths first, then the heights of texts, then the heights (`LayoutSystem+Solving`).
///
/// As in UIKit, a view belongs to the layout of its superview if `translatesAutoresizingMaskIntoConstraints` is false. Other views have
/// frames, and are the roots of their own layouts, unless a constraint of a superview concerns a view in them.
struct LayoutSystem {
  let root: UIView
  /// Whether leading is right, for the rows that are being written.
  var isRightToLeft: Bool
  private(set) var items: [Item] = []
  /// The variables of each axis: whether they are lengths, which are not negative.
  private(set) var variables: (horizontal: [Bool], vertical: [Bool]) = ([], [])
  /// The rows without their constants.
  var shapes: [Shape] = []
  /// The terms of all rows, in their order.
  var terms: [Term] = []
  /// The constants of the rows.
  var constants: [CGFloat] = []
  /// How each constant follows from `numbers`.
  var inputs: [Input] = []
  /// All that determines the rows, other than `numbers`; only a part of that if the system is not described.
  var description: [UInt64] = []
  /// The wanted height and width of the root, the sizes of contents, and the constants of the app's constraints.
  var numbers: [CGFloat] = []
  var isDescribed = true
  /// The size of the content of each collected item, and where it is in `numbers`.
  var contents: [(size: CGSize, number: Int)] = []
  /// How many of the numbers are sizes. The others are constants of constraints.
  var sizeCount = 0
  /// Whether the root was measured with the same constraints: the rows are those of then.
  var isAsMeasured = false
  /// The rows of an earlier system with the same description.
  var program: Program?
  /// The constraints of the app that rows stand for, in the order of their constants in `numbers`.
  var sources: [NSLayoutConstraint] = []
  /// The rows that say how high the content of an item is.
  var heightRows: [(item: Int, rows: Range<Int>, size: CGSize)] = []
  /// The wanted size, if the content determines the size of the root.
  let fitting: Fitting?
  /// How the root was measured since its last layout. The first row is then the height of the root.
  let measured: MeasuredLayout?
  /// Whether a constraint relates a width to a height, so that both axes are solved together.
  var isCoupled = false

  /// A length or a position: a variable, if there is one, plus a number.
  struct Quantity {
    /// The number of the variable on its axis; -1 for none.
    var variable: Int32 = -1
    var constant: CGFloat = 0

    static func + (quantity: Quantity, distance: CGFloat) -> Quantity {
      Quantity(variable: quantity.variable, constant: quantity.constant + distance)
    }
  }

  /// The start and the length of an item in one direction.
  struct Extent {
    var start, length: Quantity

    /// The part within distances from both ends.
    func inset(_ before: CGFloat, _ after: CGFloat) -> Extent {
      Extent(start: start + before, length: length + -(before + after))
    }
  }

  /// A view or a layout guide.
  struct Item {
    let reference: LayoutItem
    /// The item of the superview, or of the view that has the guide.
    let parent: Int
    var horizontal, vertical: Extent
    /// Whether the layout sets the frame.
    var isSolved = true
    /// Whether the item is a hidden arranged subview: it takes no room, whatever is in it.
    var isCollapsed = false
    /// Whether leading is right in the view.
    var isRightToLeft = false
    /// Whether constraints may mean the content of the view, which it scrolls.
    let scrollsContent: Bool

    init(_ reference: LayoutItem, parent: Int, horizontal: Extent, vertical: Extent, isSolved: Bool = true) {
      self.reference = reference
      scrollsContent = reference.view?.scrollsContent == true
      (self.parent, self.horizontal, self.vertical, self.isSolved) = (parent, horizontal, vertical, isSolved)
    }

    var view: UIView? { reference.view }
  }

  /// The wanted size of a root whose content determines its size, and the priorities of its width and height.
  struct Fitting {
    var size: CGSize
    var horizontal = UILayoutPriority.fittingSizeLevel
    var vertical = UILayoutPriority.fittingSizeLevel
  }

  /// Collects the layout of a root; nil if no constraint positions a view in it, and it is no stack.
  ///
  /// - Parameter fitting: The wanted size, if the content determines the size of the root; nil for its present size.
  init?(_ root: UIView, fitting: Fitting? = nil) {
    root.updateConstraintsOfLayout()
    guard root.hasConstraintsOfSubviews || root is UIStackView else { return nil }
    self.root = root
    self.fitting = fitting
    measured = fitting == nil ? root.takeMeasuredLayout() : nil
    isRightToLeft = root.isRightToLeft
    let size = fitting?.size ?? root.untransformedFrame.size
    // About as many as cells need: arrays that grow take as long as what they get.
    items.reserveCapacity(12)
    variables.horizontal.reserveCapacity(24)
    variables.vertical.reserveCapacity(24)
    let (hasWidth, hasHeight) = (
      fitting.map { $0.horizontal >= .required } ?? true, fitting.map { $0.vertical >= .required } ?? (measured == nil)
    )
    let width = hasWidth ? Quantity(constant: size.width) : makeVariable(.horizontal, isLength: true)
    let height = hasHeight ? Quantity(constant: size.height) : makeVariable(.vertical, isLength: true)
    description.reserveCapacity(128)
    describe(fitting?.vertical ?? .required, .required)
    describe(fitting?.horizontal ?? .required, .required)
    for quantity in [width, height] {
      describe(quantity.variable)
      describe(quantity.constant)
    }
    items.append(
      Item(
        root.layoutItem, parent: 0, horizontal: Extent(start: Quantity(), length: width),
        vertical: Extent(start: Quantity(), length: height), isSolved: false))
    items[0].isRightToLeft = isRightToLeft
    root.layoutItem.index = 0
    collectSubviews(of: root, 0)
    describe(size)
    if isDescribed { useMeasuredProgram() }
    if !isAsMeasured { findRows() }
  }

  /// Finds the rows of an earlier system with this description, or writes the rows.
  mutating func findRows() {
    if isDescribed { findProgram() }
    if program == nil { writeRows() }
  }

  typealias Axis = NSLayoutConstraint.Axis

  // MARK: - Items

  private mutating func makeVariable(_ axis: Axis, isLength: Bool = false) -> Quantity {
    if axis == .horizontal {
      variables.horizontal.append(isLength)
      return Quantity(variable: Int32(variables.horizontal.count - 1))
    }
    variables.vertical.append(isLength)
    return Quantity(variable: Int32(variables.vertical.count - 1))
  }

  private mutating func makeExtent(_ axis: Axis) -> Extent {
    Extent(start: makeVariable(axis), length: makeVariable(axis, isLength: true))
  }

  private mutating func add(_ item: Item) -> Int {
    item.reference.index = items.count
    items.append(item)
    if !item.isSolved || item.reference.view == nil {
      for quantity in [item.horizontal.start, item.horizontal.length, item.vertical.start, item.vertical.length] {
        describe(quantity.variable)
        describe(quantity.constant)
      }
    }
    return items.count - 1
  }

  private mutating func collectSubviews(of view: UIView, _ index: Int) {
    for subview in view.subviews where subview.isLaidOutWithSuperview {
      let item: Int
      if subview.viewFlags.contains(.ignoresFrame) {
        item = add(
          Item(subview.layoutItem, parent: index, horizontal: makeExtent(.horizontal), vertical: makeExtent(.vertical)))
      } else {
        item = addFixed(subview, subview.untransformedFrame, in: index)
      }
      items[item].isCollapsed = subview.isHidden && view.arranges(subview)
      items[item].isRightToLeft =
        subview.isRightToLeft(inherited: items[index].isRightToLeft) ?? items[index].isRightToLeft
      if !items[item].isCollapsed { collectSubviews(of: subview, item) }
    }
  }

  /// Adds an item with a frame in another one.
  private mutating func addFixed(_ view: UIView, _ frame: CGRect, in parent: Int) -> Int {
    let outer = items[parent]
    var lengths = (Quantity(constant: frame.width), Quantity(constant: frame.height))
    if let superview = view.superview {
      // It follows a superview whose size the layout determines.
      let room = superview is UIVisualEffectView ? frame.size : superview.untransformedFrame.size
      if outer.horizontal.length.variable >= 0, view.follows(.flexibleWidth) {
        lengths.0 = outer.horizontal.length + (frame.width - room.width)
      }
      if outer.vertical.length.variable >= 0, view.follows(.flexibleHeight) {
        lengths.1 = outer.vertical.length + (frame.height - room.height)
      }
    }
    return add(
      Item(
        view.layoutItem, parent: parent,
        horizontal: Extent(start: outer.horizontal.start + frame.minX, length: lengths.0),
        vertical: Extent(start: outer.vertical.start + frame.minY, length: lengths.1), isSolved: false))
  }

  mutating func index(of view: UIView) -> Int? { index(of: view.layoutItem) }

  /// Returns the item of a view or guide, and makes it if there is none; nil if the object is not in the root.
  @inline(__always)
  mutating func index(of item: LayoutItem) -> Int? {
    if item.index < items.count, items[item.index].reference === item { return item.index }
    return find(item)
  }

  private mutating func find(_ item: LayoutItem) -> Int? {
    // It has no item yet, or another layout looked for it since.
    if let index = items.firstIndex(where: { $0.reference === item }) {
      item.index = index
      return index
    }
    if let view = item.view {
      guard let superview = view.superview, view !== root, let parent = index(of: superview) else { return nil }
      return addFixed(view, view.untransformedFrame, in: parent)
    }
    guard let guide = item.guide, let owner = guide.owningView, let parent = index(of: owner) else { return nil }
    let outer = items[parent]
    switch guide.role {
    case .free:
      return add(
        Item(item, parent: parent, horizontal: makeExtent(.horizontal), vertical: makeExtent(.vertical)))
    case .scrollContent:
      let (width, height) = (makeVariable(.horizontal, isLength: true), makeVariable(.vertical, isLength: true))
      return add(
        Item(
          item, parent: parent, horizontal: Extent(start: outer.horizontal.start, length: width),
          vertical: Extent(start: outer.vertical.start, length: height)))
    case .scrollFrame: return parent
    case .safeArea, .margins, .readable:
      let width = outer.horizontal.length.variable < 0 ? outer.horizontal.length.constant : nil
      let insets = owner.insets(of: guide.role, width: width)
      return add(
        Item(
          item, parent: parent, horizontal: outer.horizontal.inset(insets.left, insets.right),
          vertical: outer.vertical.inset(insets.top, insets.bottom), isSolved: false))
    }
  }
}

extension UIView {
  /// Whether the view belongs to the layout of its superview, and so to that of a root further up.
  final var isLaidOutWithSuperview: Bool { !viewFlags.isDisjoint(with: [.ignoresFrame, .joinsSuperview]) }

  /// The view whose layout determines the frame of this one: the nearest superview, or the view itself, that has a frame.
  final var layoutRoot: UIView {
    var view = self
    while view.isLaidOutWithSuperview, let superview = view.superview { view = superview }
    return view
  }

  /// Whether a constraint places a view in this one or in its layout.
  final var hasConstraintsOfSubviews: Bool {
    if let rules = rareProperties.box(of: LayoutRules.self), !rules.properties.constraints.isEmpty { return true }
    return subviews.contains { $0.isLaidOutWithSuperview && $0.hasConstraintsOfSubviews }
  }

  /// Calls `updateConstraints` of the views of the layout that requested it, from the inside to the outside.
  fileprivate final func updateConstraintsOfLayout() {
    for view in subviews where view.isLaidOutWithSuperview { view.updateConstraintsOfLayout() }
    updateConstraintsIfMarked()
  }

  /// Whether a size of the view follows that of its superview.
  fileprivate final func follows(_ mask: AutoresizingMask) -> Bool {
    autoresizingMask.contains(mask) || followsSuperview || superview is UIVisualEffectView
  }

  /// Whether the view is a stack that arranges a subview.
  fileprivate final func arranges(_ subview: UIView) -> Bool {
    (self as? UIStackView)?.arrangedSubviews.contains { $0 === subview } ?? false
  }

  /// The distances of one of the view's own guides from its edges, in points.
  ///
  /// - Parameter width: The width of the view, if it is known.
  final func insets(of role: UILayoutGuide.Role, width: CGFloat?) -> UIEdgeInsets {
    let safeArea = safeAreaInsets
    guard role != .safeArea else { return safeArea }
    var insets = layoutMargins
    if safeArea != .zero, insetsLayoutMarginsFromSafeArea {
      insets.top += safeArea.top
      insets.left += safeArea.left
      insets.bottom += safeArea.bottom
      insets.right += safeArea.right
    }
    if role == .readable, let width {
      let side = (width - Self.readableWidth) / 2
      (insets.left, insets.right) = (max(insets.left, side), max(insets.right, side))
    }
    return insets
  }

  /// The largest width of `readableContentGuide`, in points.
  private static var readableWidth: CGFloat { 672 }
}
