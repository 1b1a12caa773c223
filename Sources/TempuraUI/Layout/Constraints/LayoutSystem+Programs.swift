internal import Basics
internal import Foundation

// Cells of a class have the same views and constraints, and differ in texts. Rows are written once for all of them: a system is
// described by numbers, and one that differs from an earlier one in sizes and constants only gets that one's rows.

extension LayoutSystem {
  /// The rows of all systems with one description.
  final class Program: Sendable {
    let inputs: [Input]
    let isCoupled: Bool
    /// The rows of the heights of texts, in the order of the texts.
    let textRows: [Range<Int>]
    let template: Template

    init(_ system: LayoutSystem, _ template: Template) {
      (inputs, isCoupled, textRows) = (system.inputs, system.isCoupled, system.heightRows.map(\.rows))
      self.template = template
    }
  }

  private struct Key: Hashable, Sendable {
    let description: [UInt64]

    static func == (one: Key, other: Key) -> Bool { one.description[...].hasBytes(of: other.description[...]) }

    func hash(into hasher: inout Hasher) {
      // As for structures: mixing the numbers here takes less than the hasher.
      hasher.combine(description.reduce(0) { ($0 ^ $1 ^ ($0 &>> 29)) &* 0x9E37_79B9_7F4A_7C15 })
    }
  }

  private static let programs = GenerationCache<Key, Program>(capacity: 2 << 20, shards: 4)

  mutating func findProgram() {
    guard let found = Self.programs[Key(description: description)] else { return }
    #if DEBUG
      check(found)
    #endif
    use(found)
  }

  private mutating func use(_ found: Program) {
    program = found
    constants = found.inputs.map { $0.constant(numbers) }
    for place in heightRows.indices { heightRows[place].rows = found.textRows[place] }
    isCoupled = found.isCoupled
  }

  /// Uses the rows with which the root was measured, if they differ in the priority of the height only.
  mutating func useMeasuredProgram() {
    guard let measured, description.dropFirst().hasBytes(of: measured.description.dropFirst()) else { return }
    use(measured.program)
    isAsMeasured = true
  }

  #if DEBUG
    /// Checks that the rows of an earlier system are those of this one.
    private func check(_ found: Program) {
      var written = self
      written.writeRows()
      assert(
        written.inputs.elementsEqual(found.inputs) {
          $0.base == $1.base && $0.factor == $1.factor && ($0.factor == 0 || $0.number == $1.number)
        } && written.heightRows.map(\.rows) == found.textRows && written.isCoupled == found.isCoupled,
        "Two systems of \(root.layoutName) have one description and other rows.")
      assert(found.template.isOf(written), "Two systems of \(root.layoutName) have one description and other terms.")
    }
  #endif

  /// Keeps the rows for other systems with the description.
  mutating func keepProgram(_ template: Template) {
    let made = Program(self, template)
    program = made
    Self.programs.insert(
      made, for: Key(description: description), cost: 16 * (description.count + 2 * inputs.count))
  }

  // MARK: - Descriptions

  mutating func describe(_ variable: Int32) { description.append(UInt64(truncatingIfNeeded: variable)) }
  mutating func describe(_ length: CGFloat) { description.append(Double(length).bitPattern) }
  mutating func describe(_ one: UILayoutPriority, _ other: UILayoutPriority) {
    description.append(UInt64(one.rawValue.bitPattern) << 32 | UInt64(other.rawValue.bitPattern))
  }

  /// Describes contents and constraints of the collected items, and asks the views for the sizes of their contents.
  ///
  /// - Parameter size: The wanted size of the root.
  mutating func describe(_ size: CGSize) {
    numbers.reserveCapacity(4 * items.count + 16)
    numbers.append(size.height)
    numbers.append(size.width)
    contents.reserveCapacity(items.count)
    for index in items.indices { describeContent(index) }
    sizeCount = numbers.count
    for index in contents.indices where !items[index].isCollapsed {
      guard let view = items[index].view, let rules = view.rareProperties.box(of: LayoutRules.self) else { continue }
      for constraint in rules.properties.constraints {
        isDescribed = isDescribed && describe(constraint, index)
        guard isDescribed else { return }
      }
    }
  }

  private mutating func describeContent(_ index: Int) {
    let item = items[index]
    var word = UInt64(item.parent) << 8 | (item.isSolved ? 1 : 0) | (item.isCollapsed ? 2 : 0)
    word |= item.isRightToLeft ? 4 : 0
    var content = (size: CGSize.noIntrinsicMetric, number: numbers.count)
    defer {
      contents.append(content)
      description.append(word)
    }
    guard !item.isCollapsed, let view = item.view else { return }
    if view.arrangesSubviews { isDescribed = false }
    guard item.isSolved || index == 0 && fitting != nil else { return }
    // An app's class may compute the size of its content by such a layout.
    if index == 0 {
      guard view.rareProperties.box(of: LayoutRules.self)?.properties.isMeasured != true else { return }
      view.rareProperties[LayoutRules.self].isMeasured = true
    }
    let size = view.intrinsicContentSize
    if index == 0 { view.rareProperties[LayoutRules.self].isMeasured = false }
    content.size = size
    if size.width >= 0 {
      word |= 8
      numbers.append(size.width.saneLength)
      describe(
        view.contentCompressionResistancePriority(for: .horizontal), view.contentHuggingPriority(for: .horizontal))
    }
    guard size.height >= 0 else { return }
    word |= 16
    numbers.append(size.height.saneLength)
    describe(view.contentCompressionResistancePriority(for: .vertical), view.contentHuggingPriority(for: .vertical))
    guard view.wrapsContent else { return }
    word |= 32
    heightRows.append((index, 0..<0, size))
  }

  /// Returns false if the constraint needs more than a description.
  private mutating func describe(_ constraint: NSLayoutConstraint, _ holder: Int) -> Bool {
    guard constraint.constant.isFinite, constraint.multiplier.isFinite,
      let first = describe(constraint.first, constraint.firstAttribute, constraint)
    else { return false }
    var second = 0
    if let item = constraint.second {
      guard let index = describe(item, constraint.secondAttribute, constraint) else { return false }
      second = index + 1
    } else if constraint.secondAttribute != .notAnAttribute {
      return false
    }
    numbers.append(constraint.constant)
    let attributes = constraint.firstAttribute.rawValue << 8 | constraint.secondAttribute.rawValue
    description.append(
      UInt64(first) << 40 | UInt64(second) << 16 | UInt64(attributes) << 2 | UInt64(constraint.relation.rawValue + 1))
    description.append(UInt64(constraint.priority.rawValue.bitPattern) << 32 | UInt64(holder))
    describe(constraint.multiplier)
    return true
  }

  private mutating func describe(
    _ item: LayoutItem?, _ attribute: NSLayoutConstraint.Attribute, _ constraint: NSLayoutConstraint
  ) -> Int? {
    guard let item else { return nil }
    // Most constraints are about an edge, a centre or a length of a collected view. Baselines and margins have higher numbers.
    let (place, isPlain) = (item.index, attribute.rawValue < NSLayoutConstraint.Attribute.lastBaseline.rawValue)
    if isPlain, place < items.count, items[place].reference === item, !items[place].scrollsContent { return place }
    guard !item.isGone else { return nil }
    let isOfMargins = attribute.withoutMargins != nil
    let isOfBaseline = attribute == .firstBaseline || attribute == .lastBaseline
    if let view = item.view {
      if isOfMargins { return index(of: view.layoutMarginsGuide.layoutItem) }
      // Constraints may mean the content of a scroll view, or the baseline of an arranged view.
      if view.scrollsContent || isOfBaseline && view.arrangesSubviews { return nil }
      if isOfBaseline {
        let font = view.fontOfBaseline
        describe(font?.ascender ?? -1)
        describe(font?.labelHeight ?? -1)
        describe(view.isText && view.wrapsContent ? 1 as Int32 : 0)
      }
    }
    return index(of: item)
  }
}
