/// Linear constraints with priorities, solved by the Cassowary algorithm (Badros, Borning, Stuckey 2001).
///
/// Priorities are strict, as in UIKit: a violation matters more than all violations of lower priorities together. Within one
/// priority, the sum of the violations is as small as possible.
///
/// A value: a copy of a solved system with other constants is solved by a few pivots.
package struct Solver: Sendable {
  package struct Variable: Hashable, Sendable {
    /// Increases with each variable. Constraints take numbers, too: those of variables that were made later have gaps.
    package let index: Int32
  }

  package struct Term: Sendable {
    package var variable: Variable
    package var coefficient: Double

    package init(_ variable: Variable, _ coefficient: Double) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  package enum Relation: Sendable { case equal, atLeast, atMost }

  /// The number of a constraint, in the order of the calls that added one.
  package struct ConstraintID: Hashable, Sendable {
    package let index: Int32
  }

  enum Kind: UInt8, Sendable {
    /// A variable of any value.
    case free
    /// A variable, a slack or an error, which is at least zero.
    case restricted
    /// The marker of a required equality, which is always zero. Its column says what changes with the constraint's constant.
    case fixed
  }

  struct Symbol: Sendable {
    let kind: Kind
    /// The symbol's row, in `definitions` if it is free and otherwise in `tableau`, or -1 if it is in no basis.
    var row: Int32 = -1
  }

  struct Constraint: Sendable {
    let relation: Relation
    let priority: Float
    let terms: Range<Int32>
    /// The slack, the first error or the dummy of the constraint. The error that follows has the next number.
    let marker: Int32
    /// What the marker's zero moves by if the constant grows by 1.
    var shift: Double
    var isRemoved = false

    var isRequired: Bool { !(priority < 1000) }
  }

  var symbols: [Symbol] = []
  /// The terms of all constraints.
  var terms: [Term] = []
  var constraints: [Constraint] = []
  /// The right-hand sides of the constraints.
  var constants: [Double] = []
  /// Rows of free variables, which are not restricted and so limit no pivot. A row says what its variable was when the row was
  /// made: its symbols may have got rows of their own later.
  var definitions = SparseRows()
  /// Rows of required equalities that follow from others: which must stay zero.
  var redundancies: [Int32] = []
  /// Rows of symbols that are at least zero.
  var tableau = SparseRows()
  /// What the violations at each priority grow by with each symbol: for each symbol a number for each priority, highest first.
  var costs: [Double] = []
  var priorityCount = 0
  /// Whether `costs` belong to the basis, and none of them can be lowered.
  var isOptimal = false
  /// Whether `costs` belong to the basis, and are being lowered.
  var isOptimizing = false
  /// Whether required constraints contradict each other after their constants were changed.
  var isContradictory = false
  /// Whether a constraint was removed since the rows were made.
  var isOutdated = false
  /// The right-hand sides that the rows are made of.
  var constantsOfRows: [Double] = []
  /// Whether `constants` may differ from `constantsOfRows`.
  var hasChanges = false
  /// What the last `solve()` gave the variables, in their order, and then the solver's own symbols.
  package internal(set) var values: [Double] = []

  /// Constants are equal if they differ by less.
  static let tolerance = 1e-8

  package init() {
    // Enough for a cell: arrays that grow while it is built would take as long as its rows.
    symbols.reserveCapacity(80)
    terms.reserveCapacity(80)
    constraints.reserveCapacity(32)
    constants.reserveCapacity(32)
    constantsOfRows.reserveCapacity(32)
    definitions.reserveCapacity(16)
    tableau.reserveCapacity(32)
  }

  /// Makes a variable. One that is at least zero, as widths and heights are, needs no constraint for that.
  package mutating func makeVariable(isNonnegative: Bool = false) -> Variable {
    let index = makeSymbol(isNonnegative ? .restricted : .free)
    return Variable(index: index)
  }

  mutating func makeSymbol(_ kind: Kind) -> Int32 {
    symbols.append(Symbol(kind: kind))
    return Int32(truncatingIfNeeded: symbols.count &- 1)
  }

  /// The value that the last `solve()` gave a variable.
  package subscript(variable: Variable) -> Double {
    let index = Int(variable.index)
    return index < values.count ? values[index] : 0
  }

  /// Adds `Σ terms relation constant`. The variables get their values at the next `solve()`.
  ///
  /// - Parameters:
  ///   - terms: May contain a variable more than once. Coefficients that are not finite count as 0.
  ///   - constant: The right-hand side. It counts as 0 if it is not finite.
  ///   - priority: 1000 and above is required. The violation of others is minimised.
  /// - Returns: `nil` if the constraint is required and contradicts other required ones. It is not added then.
  package mutating func add(
    _ terms: [Term], _ relation: Relation, _ constant: Double, priority: Float
  ) -> ConstraintID? {
    terms.withUnsafeBufferPointer { add($0, relation, constant, priority: priority) }
  }

  /// Adds a constraint without an array of its terms.
  package mutating func add(
    _ terms: UnsafeBufferPointer<Term>, _ relation: Relation, _ constant: Double, priority: Float
  ) -> ConstraintID? {
    prepare()
    let first = Int32(self.terms.count)
    self.terms.append(contentsOf: terms)
    let isRequired = !(priority < 1000)
    let marker = makeSymbol(isRequired && relation == .equal ? .fixed : .restricted)
    if !isRequired { _ = makeSymbol(.restricted) }
    constraints.append(
      Constraint(
        relation: relation, priority: priority, terms: first..<Int32(self.terms.count), marker: marker,
        shift: relation == .atMost ? -1 : 1))
    constants.append(constant.isFinite ? constant : 0)
    constantsOfRows.append(constant.isFinite ? constant : 0)
    let index = constraints.count - 1
    if insert(index) { return ConstraintID(index: Int32(index)) }
    constraints[index].isRemoved = true
    return nil
  }

  /// Removes a constraint. The next `add` or `solve()` makes the rows of all others again, once for all that were removed.
  /// Numbers and memory of removed constraints are not used again.
  package mutating func remove(_ constraint: ConstraintID) {
    guard !constraints[Int(constraint.index)].isRemoved else { return }
    constraints[Int(constraint.index)].isRemoved = true
    isOutdated = true
  }

  /// Changes the right-hand side of a constraint. The variables get their values at the next `solve()`.
  package mutating func setConstant(of constraint: ConstraintID, to constant: Double) {
    setConstant(at: Int(constraint.index), to: constant)
  }

  /// Changes the right-hand side of the constraint that the call of `add` with this number added, from 0 on.
  package mutating func setConstant(at index: Int, to constant: Double) {
    guard constants[index] != constant else { return }
    constants[index] = constant.isFinite ? constant : 0
    hasChanges = true
  }

  /// Gives the variables their values.
  ///
  /// - Returns: Whether all required constraints are met. If not, their new constants contradict each other. The system must
  ///   not be used any more then.
  package mutating func solve() -> Bool {
    prepare()
    guard !isContradictory else { return false }
    if !isOptimal { optimize() }
    evaluate()
    return true
  }

  private mutating func evaluate() {
    values = Array(unsafeUninitializedCapacity: symbols.count) { values, count in
      count = symbols.count
      values.update(repeating: 0)
      for (row, constant) in zip(tableau.rows, tableau.constants) { values[Int(row.basic)] = max(constant, 0) }
      // The last one first, as a row may contain variables that got their rows later.
      definitions.entries.withUnsafeBufferPointer { entries in
        for index in definitions.rows.indices.reversed() {
          let row = definitions.rows[index]
          var value = definitions.constants[index]
          for place in Int(row.start)..<Int(row.start &+ row.count) {
            value += entries[place].coefficient * values[Int(entries[place].symbol)]
          }
          values[Int(row.basic)] = value
        }
      }
    }
  }
}
