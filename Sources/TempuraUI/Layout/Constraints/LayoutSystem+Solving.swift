internal import Basics
internal import Cassowary
internal import Foundation

extension LayoutSystem {
  /// The values of the variables.
  struct Solution {
    var horizontal: [Double] = []
    var vertical: [Double] = []
  }

  /// The solved rows of an axis, or of both axes together. Rows that differ in constants only are solved from them in a few steps.
  fileprivate struct Solved: Sendable {
    var solver = Solver()
    /// The numbers of the rows, in the order of the solver's constraints.
    var rows: [Int] = []
    /// Whether the solver has all rows: none contradicts others.
    var isComplete = true
  }

  /// The rows of a system without their constants.
  fileprivate struct Structure: Hashable, Sendable {
    let horizontal, vertical: [Bool]
    let shapes: [Shape]
    let terms: [Term]

    static func == (one: Structure, other: Structure) -> Bool {
      one.shapes[...].hasBytes(of: other.shapes[...]) && one.terms[...].hasBytes(of: other.terms[...])
        && one.horizontal == other.horizontal && one.vertical == other.vertical
    }

    func hash(into hasher: inout Hasher) {
      // Cells have hundreds of numbers. Mixing them here takes less than the hasher, and no client chooses them.
      var sum: UInt64 = 0
      func mix(_ number: UInt64) { sum = (sum ^ number ^ (sum &>> 29)) &* 0x9E37_79B9_7F4A_7C15 }
      for shape in shapes { mix(shape.hash) }
      for term in terms { mix(term.hash) }
      hasher.combine(sum)
    }
  }

  /// The systems of a structure: one for each axis, or one for both.
  final class Template: Sendable {
    private let structure: Structure
    fileprivate let systems: [Solved]

    fileprivate init(_ structure: Structure, _ systems: [Solved]) {
      (self.structure, self.systems) = (structure, systems)
    }

    func isOf(_ system: LayoutSystem) -> Bool { structure == system.structure }
  }

  // Cells of a class, and screens of a kind, have the same structure.
  private static let templates = GenerationCache<Structure, Template>(capacity: 4 << 20, shards: 4)

  private var structure: Structure {
    Structure(horizontal: variables.horizontal, vertical: variables.vertical, shapes: shapes, terms: terms)
  }

  /// Finds the places of all items.
  mutating func solve() -> Solution {
    if isAsMeasured {
      if let solution = measuredSolution() { return solution }
      (program, constants, isCoupled) = (nil, [], false)
      findRows()
    }
    let given = constants
    var solution = Solution()
    if let program, solve(&solution, from: program.template.systems) == nil {
      // The new constants contradict each other: the rows say which.
      (self.program, isDescribed, constants) = (nil, false, [])
      writeRows()
    }
    if program == nil { solveRows(&solution) }
    keepForLayout(given, solution)
    return solution
  }

  private mutating func solveRows(_ solution: inout Solution) {
    let (structure, given) = (structure, constants)
    var template = Self.templates[structure]
    if template.map({ solve(&solution, from: $0.systems) == nil }) ?? true {
      template = nil
      constants = given
      if let systems = solve(&solution, from: nil), systems.allSatisfy(\.isComplete) {
        let made = Template(structure, systems)
        Self.templates.insert(made, for: structure, cost: 64 * (shapes.count + terms.count))
        template = made
      }
    }
    if let template, isDescribed { keepProgram(template) }
  }

  /// Solves the rows of both axes, and returns them in the present basis.
  ///
  /// - Parameter known: The systems of another system with these rows, or nil to solve the rows from the beginning.
  /// - Returns: nil if the constants contradict each other in `known`.
  private mutating func solve(_ solution: inout Solution, from known: [Solved]?) -> [Solved]? {
    guard isCoupled else {
      guard let horizontal = solve(.horizontal, from: known?[0]) else { return nil }
      solution.horizontal = horizontal.solver.values
      _ = updateHeights(solution)
      guard let vertical = solve(.vertical, from: known?[1]) else { return nil }
      solution.vertical = vertical.solver.values
      return [horizontal, vertical]
    }
    var system = known?[0]
    // A height may change a width, and that the height of a text.
    for _ in 0..<4 {
      guard let solved = solve(nil, from: system) ?? (known == nil ? solve(nil, from: nil) : nil) else { return nil }
      solution.horizontal = solved.solver.values
      solution.vertical = Array(solved.solver.values[variables.horizontal.count...])
      system = solved
      if !updateHeights(solution) { break }
    }
    return system.map { [$0] }
  }

  /// Replaces the heights of texts by those in the widths that were found. Returns whether one changed.
  private mutating func updateHeights(_ solution: Solution) -> Bool {
    var hasChanged = false
    for entry in heightRows {
      guard let view = items[entry.item].view else { continue }
      // In whole pixels, as in frames: a text fits its own width in spite of the errors of the computation.
      let width = value(items[entry.item].horizontal.length, solution.horizontal).roundedToPixel()
      let isNarrow = width > 0 && (width < entry.size.width || entry.size.width < 0)
      let height = (isNarrow ? view.contentHeight(width: width) : entry.size.height).saneLength
      for row in entry.rows where constants[row] != height {
        constants[row] = height
        hasChanged = true
      }
    }
    return hasChanged
  }

  func value(_ quantity: Quantity, _ values: [Double]) -> CGFloat {
    quantity.constant + (quantity.variable < 0 ? 0 : CGFloat(values[Int(quantity.variable)]))
  }

  // MARK: - From measuring to layout

  /// Keeps the solution for the layout that follows, which has the height that was found, if the width was given.
  private func keepForLayout(_ given: [CGFloat], _ solution: Solution) {
    guard isDescribed, let program, let fitting, fitting.horizontal >= .required, fitting.vertical < .required else {
      return
    }
    root.rareProperties[LayoutRules.self].measured = MeasuredLayout(
      description: description, program: program, given: given, constants: constants, solution: solution)
  }

  /// The solution from when the root was measured, if its height is the one that was found then, and nothing else changed.
  private mutating func measuredSolution() -> Solution? {
    guard let measured, abs(constants[0] - value(items[0].vertical.length, measured.solution.vertical)) < 1e-6,
      constants.dropFirst() == measured.given.dropFirst()
    else { return nil }
    // A text may have another height in the same width.
    let given = constants
    _ = updateHeights(measured.solution)
    if constants.dropFirst() == measured.constants.dropFirst() { return measured.solution }
    constants = given
    return nil
  }

  // MARK: - Rows

  /// Solves the rows of an axis, or of both.
  ///
  /// - Parameter known: The rows with other constants.
  /// - Returns: nil if the constants contradict each other in `known`.
  private func solve(_ axis: Axis?, from known: Solved?) -> Solved? {
    if var solved = known {
      for (place, row) in solved.rows.enumerated() { solved.solver.setConstant(at: place, to: Double(constants[row])) }
      return solved.solver.solve() ? solved : nil
    }
    var solved = Solved()
    let offset = axis == nil ? variables.horizontal.count : 0
    let lengths = (axis == .vertical ? [] : variables.horizontal) + (axis == .horizontal ? [] : variables.vertical)
    let made = lengths.map { solved.solver.makeVariable(isNonnegative: $0) }
    var end = 0
    for (row, shape) in shapes.enumerated() {
      let terms = terms[end..<end + Int(shape.termCount)]
      end += terms.count
      guard axis == nil || shape.hasVertical == (axis == .vertical) else { continue }
      let constraint = solved.solver.add(
        terms.map { Solver.Term(made[$0.variable + ($0.isVertical ? offset : 0)], Double($0.coefficient)) },
        shape.relation.forSolver, Double(constants[row]), priority: shape.priority)
      solved.rows.append(row)
      guard constraint == nil else { continue }
      solved.isComplete = false
      if inputs[row].number >= sizeCount { report(sources[inputs[row].number - sizeCount]) }
    }
    _ = solved.solver.solve()
    return solved
  }

  private func report(_ constraint: NSLayoutConstraint) {
    Misuse.report(
      "\(constraint.description) contradicts others of \(root.layoutName), and was left out: give one of them a lower priority."
    )
  }

  // MARK: - Frames

  /// Sets the frames of all views and guides.
  mutating func apply() {
    let solution = solve()
    // The areas in the root, in thirds of points, as texts are measured. Lengths are rounded by themselves: a text keeps its width
    // wherever it begins.
    let scale: CGFloat = 3
    func pixels(_ value: CGFloat) -> CGFloat { (value * scale).rounded().saneDistance }
    let areas = items.map { item in
      let (x, y) = (value(item.horizontal.start, solution.horizontal), value(item.vertical.start, solution.vertical))
      let (width, height) = (
        value(item.horizontal.length, solution.horizontal), value(item.vertical.length, solution.vertical)
      )
      return CGRect(x: pixels(x), y: pixels(y), width: pixels(width), height: pixels(height))
    }
    for (index, item) in items.enumerated() where item.isSolved {
      let (area, parent) = (areas[index], areas[item.parent])
      let frame = CGRect(
        x: (area.minX - parent.minX) / scale, y: (area.minY - parent.minY) / scale, width: area.width / scale,
        height: area.height / scale)
      if let view = item.view {
        view.setSolvedFrame(view.frame(forAlignmentRect: frame))
      } else if let guide = item.reference.guide {
        guide.solvedFrame = frame
        if guide.role == .scrollContent, let scrollView = guide.owningView as? UIScrollView {
          scrollView.contentSize = frame.size
        }
      }
    }
  }

  /// The size of the root.
  mutating func fittingSize() -> CGSize {
    let solution = solve()
    return CGSize(
      width: value(items[0].horizontal.length, solution.horizontal).roundedToPixel(.up),
      height: value(items[0].vertical.length, solution.vertical).roundedToPixel(.up)
    ).sane
  }
}

extension NSLayoutConstraint.Relation {
  fileprivate var forSolver: Solver.Relation {
    switch self {
    case .lessThanOrEqual: .atMost
    case .equal: .equal
    case .greaterThanOrEqual: .atLeast
    }
  }
}

/// How a root was measured.
final class MeasuredLayout {
  let description: [UInt64]
  let program: LayoutSystem.Program
  /// The constants before and after the heights of texts were found.
  let given, constants: [CGFloat]
  let solution: LayoutSystem.Solution

  init(
    description: [UInt64], program: LayoutSystem.Program, given: [CGFloat], constants: [CGFloat],
    solution: LayoutSystem.Solution
  ) {
    (self.description, self.program, self.solution) = (description, program, solution)
    (self.given, self.constants) = (given, constants)
  }
}

extension UIView {
  /// Returns how the view was measured since the last call; nil if it was not.
  final func takeMeasuredLayout() -> MeasuredLayout? {
    guard let box = rareProperties.box(of: LayoutRules.self), let measured = box.properties.measured else { return nil }
    box.properties.measured = nil
    return measured
  }
}

extension ArraySlice {
  /// Whether two slices have the same bytes.
  func hasBytes(of other: ArraySlice) -> Bool {
    withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        guard let start = bytes.baseAddress, let other = others.baseAddress else { return bytes.count == others.count }
        return bytes.count == others.count && memcmp(start, other, bytes.count) == 0
      }
    }
  }
}
