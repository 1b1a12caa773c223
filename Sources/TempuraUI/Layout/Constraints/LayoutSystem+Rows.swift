internal import Basics
internal import Foundation

extension LayoutSystem {
  /// An equation or inequality without its constant: the sum of the terms is equal to, at least or at most a number.
  ///
  /// Shapes and terms have no unused bytes, so that systems are compared byte by byte.
  struct Shape {
    let termCount: Int32
    private let relationNumber: Int16
    /// Whether the row has variables of an axis.
    let hasHorizontal, hasVertical: Bool
    private let paddedPriority: Double

    init(_ termCount: Int, _ relation: NSLayoutConstraint.Relation, _ priority: UILayoutPriority, _ axes: (Bool, Bool))
    {
      self.termCount = Int32(termCount)
      relationNumber = Int16(relation.rawValue)
      (hasHorizontal, hasVertical) = axes
      paddedPriority = Double(min(max(priority.rawValue, 1), 1000))
    }

    var relation: NSLayoutConstraint.Relation { NSLayoutConstraint.Relation(rawValue: Int(relationNumber)) ?? .equal }
    var priority: Float { Float(paddedPriority) }
    var hash: UInt64 { paddedPriority.bitPattern &+ UInt64(UInt16(bitPattern: relationNumber)) }
  }

  /// A multiple of a variable.
  struct Term {
    /// The number of the variable on its axis, and the axis.
    private let place: Int
    var coefficient: CGFloat

    init(_ variable: Int32, isVertical: Bool, _ coefficient: CGFloat) {
      place = Int(variable) << 1 | (isVertical ? 1 : 0)
      self.coefficient = coefficient
    }

    var variable: Int { place >> 1 }
    var isVertical: Bool { place & 1 != 0 }
    func isOf(_ other: Term) -> Bool { place == other.place }
    var hash: UInt64 { Double(coefficient).bitPattern &+ UInt64(truncatingIfNeeded: place) }
  }

  /// How the constant of a row follows from one of the numbers of a system.
  struct Input {
    static let none = Input(number: 0, factor: 0)

    var base: CGFloat = 0
    let number: Int
    let factor: CGFloat

    init(number: Int, factor: CGFloat = 1) { (self.number, self.factor) = (number, factor) }

    func constant(_ numbers: [CGFloat]) -> CGFloat { base + factor * numbers[number] }
  }

  /// An attribute of an item: parts of its start and of its length, plus a number.
  struct Attribute {
    var item: Int
    var axis: Axis
    var start: CGFloat = 0
    var length: CGFloat = 0
    var constant: CGFloat = 0

    static func start(_ item: Int, _ axis: Axis) -> Attribute { Attribute(item: item, axis: axis, start: 1) }
    static func end(_ item: Int, _ axis: Axis) -> Attribute { Attribute(item: item, axis: axis, start: 1, length: 1) }
    static func centre(_ item: Int, _ axis: Axis) -> Attribute {
      Attribute(item: item, axis: axis, start: 1, length: 0.5)
    }
    static func length(_ item: Int, _ axis: Axis) -> Attribute { Attribute(item: item, axis: axis, length: 1) }
  }

  /// A multiple of an attribute.
  typealias Part = (attribute: Attribute, factor: CGFloat)

  /// Adds a row: the sum of multiples of attributes has a relation to a constant. A row without variables says nothing.
  ///
  /// Inlined, so that parts that are not there cost nothing.
  @inline(__always)
  mutating func add(
    _ part1: Part, _ part2: Part? = nil, _ part3: Part? = nil, _ part4: Part? = nil,
    relation: NSLayoutConstraint.Relation = .equal, to constant: CGFloat, priority: UILayoutPriority = .required,
    input: Input = .none
  ) {
    let first = terms.count
    var constant = constant
    add(part1.attribute, part1.factor, since: first, &constant)
    if let part2 { add(part2.attribute, part2.factor, since: first, &constant) }
    if let part3 { add(part3.attribute, part3.factor, since: first, &constant) }
    if let part4 { add(part4.attribute, part4.factor, since: first, &constant) }
    endRow(since: first, relation, constant, priority, input)
  }

  /// Adds a row of the terms that were added.
  private mutating func endRow(
    since first: Int, _ relation: NSLayoutConstraint.Relation, _ constant: CGFloat, _ priority: UILayoutPriority,
    _ input: Input
  ) {
    var (hasHorizontal, hasVertical, hasZero) = (false, false, false)
    for index in first..<terms.count {
      if terms[index].isVertical { hasVertical = true } else { hasHorizontal = true }
      if terms[index].coefficient == 0 { hasZero = true }
    }
    if hasZero { terms.replaceSubrange(first..., with: terms[first...].filter { $0.coefficient != 0 }) }
    guard terms.count > first else { return }
    if hasHorizontal, hasVertical { isCoupled = true }
    shapes.append(Shape(terms.count - first, relation, priority, (hasHorizontal, hasVertical)))
    var input = input
    input.base = constant
    inputs.append(input)
    constants.append(input.constant(numbers))
  }

  /// Adds the terms of an attribute to those of a row, and takes its number from the row's constant.
  private mutating func add(_ attribute: Attribute, _ factor: CGFloat, since first: Int, _ constant: inout CGFloat) {
    guard factor != 0 else { return }
    let isVertical = attribute.axis == .vertical
    let extent = isVertical ? items[attribute.item].vertical : items[attribute.item].horizontal
    constant -= factor * attribute.constant
    if attribute.start != 0 { add(extent.start, factor * attribute.start, isVertical, since: first, &constant) }
    if attribute.length != 0 { add(extent.length, factor * attribute.length, isVertical, since: first, &constant) }
  }

  /// Adds a multiple of a quantity to the terms of a row, which has one term for each variable.
  @inline(__always)
  private mutating func add(
    _ quantity: Quantity, _ coefficient: CGFloat, _ isVertical: Bool, since first: Int, _ constant: inout CGFloat
  ) {
    constant -= coefficient * quantity.constant
    guard quantity.variable >= 0 else { return }
    let term = Term(quantity.variable, isVertical: isVertical, coefficient)
    for index in first..<terms.count where terms[index].isOf(term) {
      terms[index].coefficient += coefficient
      return
    }
    terms.append(term)
  }

  // MARK: - The rows of the items

  mutating func writeRows() {
    numbers.removeLast(numbers.count - sizeCount)
    // About as many as views with a few constraints need: arrays that grow take as long as what they get.
    sources.reserveCapacity(4 * items.count)
    shapes.reserveCapacity(8 * items.count)
    inputs.reserveCapacity(8 * items.count)
    constants.reserveCapacity(8 * items.count)
    terms.reserveCapacity(16 * items.count)
    // The size of the root, if it is not known, or was not when the root was measured.
    add((.length(0, .vertical), 1), to: 0, priority: fitting?.vertical ?? .required, input: Input(number: 0))
    add((.length(0, .horizontal), 1), to: 0, priority: fitting?.horizontal ?? .required, input: Input(number: 1))
    // The root and its collected views. Writing adds what else constraints name.
    var texts = 0
    for index in contents.indices where !items[index].isCollapsed {
      guard let view = items[index].view else { continue }
      var (size, number) = contents[index]
      if size.width >= 0 {
        writeContentRow(items[index].horizontal.length, view, .horizontal, number)
        number += 1
      }
      if size.height >= 0 {
        let first = shapes.count
        writeContentRow(items[index].vertical.length, view, .vertical, number)
        if texts < heightRows.count, heightRows[texts].item == index {
          heightRows[texts].rows = first..<shapes.count
          texts += 1
        }
      }
      if let stack = view as? UIStackView { writeRows(of: stack, index) }
    }
    for index in contents.indices where !items[index].isCollapsed {
      guard let view = items[index].view, !view.constraints.isEmpty else { continue }
      isRightToLeft = items[index].isRightToLeft
      for constraint in view.constraints { write(constraint, of: view) }
    }
  }

  /// The intrinsic size of a view: it resists compression, and hugs its content.
  private mutating func writeContentRow(_ quantity: Quantity, _ view: UIView, _ axis: Axis, _ number: Int) {
    guard quantity.variable >= 0 else { return }
    let (first, input) = (terms.count, Input(number: number))
    let term = Term(quantity.variable, isVertical: axis == .vertical, 1)
    terms.append(term)
    endRow(since: first, .greaterThanOrEqual, 0, view.contentCompressionResistancePriority(for: axis), input)
    terms.append(term)
    endRow(since: first + 1, .lessThanOrEqual, 0, view.contentHuggingPriority(for: axis), input)
  }

  // MARK: - The constraints of the app

  private mutating func write(_ constraint: NSLayoutConstraint, of holder: UIView) {
    guard let firstItem = constraint.first, let first = attribute(firstItem, constraint.firstAttribute, constraint),
      constraint.secondAttribute == .notAnAttribute || constraint.second?.isGone == false
    else {
      // As in UIKit, a view that leaves the tree loses its constraints with other views.
      return holder.uninstall(constraint)
    }
    let number = numbers.count
    numbers.append(constraint.saneConstant)
    sources.append(constraint)
    guard let secondItem = constraint.second, !secondItem.isGone else {
      return add(
        (first, 1), relation: constraint.relation, to: 0, priority: constraint.priority,
        input: Input(number: number))
    }
    guard let second = attribute(secondItem, constraint.secondAttribute, constraint) else {
      return holder.uninstall(constraint)
    }
    let isMirrored =
      isRightToLeft && (constraint.firstAttribute.isDirectional || constraint.secondAttribute.isDirectional)
    let multiplier = constraint.saneMultiplier
    // Multiples of positions count from the edge of the view that has the constraint.
    let isPosition = multiplier != 1 && second.start != 0
    let offset = isPosition ? index(of: holder) ?? 0 : 0
    let origin: Attribute = isMirrored ? .end(offset, second.axis) : .start(offset, second.axis)
    add(
      (first, 1), (second, -multiplier), (origin, isPosition ? multiplier - 1 : 0),
      relation: isMirrored ? constraint.relation.reversed : constraint.relation, to: 0, priority: constraint.priority,
      input: Input(number: number, factor: isMirrored ? -1 : 1))
  }

  /// The attribute of a view or guide; nil if it is not in the root.
  private mutating func attribute(
    _ item: LayoutItem, _ attribute: NSLayoutConstraint.Attribute, _ constraint: NSLayoutConstraint
  ) -> Attribute? {
    var (item, attribute) = (item, attribute)
    if let plain = attribute.withoutMargins, let view = item.view {
      (item, attribute) = (view.layoutMarginsGuide.layoutItem, plain)
    } else if item === constraint.holdingItem, !attribute.isSize, !constraint.isOfOneView,
      let scrollView = item.view as? UIScrollView
    {
      // What is in a scroll view is constrained to its content.
      item = scrollView.contentLayoutGuide.layoutItem
    }
    guard let index = index(of: item) else { return nil }
    let axis = attribute.axis
    switch attribute {
    case .left, .top: return .start(index, axis)
    case .right, .bottom: return .end(index, axis)
    case .leading: return isRightToLeft ? .end(index, axis) : .start(index, axis)
    case .trailing: return isRightToLeft ? .start(index, axis) : .end(index, axis)
    case .centerX, .centerY: return .centre(index, axis)
    case .width, .height: return .length(index, axis)
    case .firstBaseline: return baseline(of: item.view, index, isFirst: true)
    case .lastBaseline: return baseline(of: item.view, index, isFirst: false)
    default: return nil
    }
  }

  /// The baseline of the first or last line of a view's text. A view without text has it at its edge.
  mutating func baseline(of view: UIView?, _ index: Int, isFirst: Bool) -> Attribute {
    if let stack = view as? UIStackView {
      let shown = stack.arrangedSubviews.filter { !$0.isHidden }
      let inner = stack.axis == .horizontal || isFirst ? shown.first : shown.last
      if let inner, let index = self.index(of: inner) { return baseline(of: inner, index, isFirst: isFirst) }
    }
    guard let font = view?.fontOfBaseline else {
      return isFirst ? .start(index, .vertical) : .end(index, .vertical)
    }
    if let view, view.isText, view.wrapsContent {
      return isFirst
        ? Attribute(item: index, axis: .vertical, start: 1, constant: font.ascender)
        : Attribute(item: index, axis: .vertical, start: 1, length: 1, constant: font.ascender - font.labelHeight)
    }
    // One line stands in the middle.
    return Attribute(
      item: index, axis: .vertical, start: 1, length: 0.5, constant: font.ascender - font.labelHeight / 2)
  }
}

extension NSLayoutConstraint.Relation {
  fileprivate var reversed: Self {
    switch self {
    case .lessThanOrEqual: .greaterThanOrEqual
    case .equal: .equal
    case .greaterThanOrEqual: .lessThanOrEqual
    }
  }
}

extension NSLayoutConstraint {
  /// Whether the constraint concerns one view only.
  final var isOfOneView: Bool { second?.isGone != false || first === second }

  final var saneConstant: CGFloat { sane(constant, "constant", instead: 0) }
  final var saneMultiplier: CGFloat { sane(multiplier, "multiplier", instead: 1) }

  private func sane(_ number: CGFloat, _ name: String, instead: CGFloat) -> CGFloat {
    if number.isFinite { return number }
    Misuse.report("\(description) has a \(name) that is not finite. \(CSS.number(instead)) is used instead.")
    return instead
  }
}

extension NSLayoutConstraint.Attribute {
  /// Whether the attribute is at another side if the language starts at the right.
  fileprivate var isDirectional: Bool {
    self == .leading || self == .trailing || self == .leadingMargin || self == .trailingMargin
  }

  /// The same attribute of the layout margins guide, for an attribute of the margins.
  var withoutMargins: NSLayoutConstraint.Attribute? {
    switch self {
    case .leftMargin: .left
    case .rightMargin: .right
    case .topMargin: .top
    case .bottomMargin: .bottom
    case .leadingMargin: .leading
    case .trailingMargin: .trailing
    case .centerXWithinMargins: .centerX
    case .centerYWithinMargins: .centerY
    default: nil
    }
  }
}
