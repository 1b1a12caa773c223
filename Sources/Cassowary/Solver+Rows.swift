/// How constraints become rows.
extension Solver {
  /// Brings the rows up to date with removed constraints and changed constants, so that all required constraints are met.
  mutating func prepare() {
    if isOutdated { rebuild() }
    guard hasChanges else { return }
    hasChanges = false
    withUnsafeTemporaryAllocation(of: Double.self, capacity: symbols.count) { shifts in
      shifts.update(repeating: 0)
      var signature: UInt64 = 0
      for index in constants.indices where constants[index] != constantsOfRows[index] {
        let marker = constraints[index].marker
        shifts[Int(marker)] = (constants[index] - constantsOfRows[index]) * constraints[index].shift
        signature |= SparseRows.bit(of: marker)
      }
      guard let base = shifts.baseAddress else { return }
      definitions.shift(by: base, signature: signature)
      tableau.shift(by: base, signature: signature)
    }
    constantsOfRows = constants
    for row in redundancies where abs(definitions.constants[Int(row)]) > Solver.tolerance { isContradictory = true }
    if !isContradictory { isContradictory = !restoreFeasibility() }
  }

  /// Makes all rows again, without the constraints that were removed.
  private mutating func rebuild() {
    isOutdated = false
    isOptimal = false
    isContradictory = false
    hasChanges = false
    constantsOfRows = constants
    definitions = SparseRows()
    redundancies = []
    tableau = SparseRows()
    for index in symbols.indices { symbols[index].row = -1 }
    for index in constraints.indices where !constraints[index].isRemoved {
      if !insert(index) { isContradictory = true }
    }
  }

  /// Makes the row of a constraint. Returns false, and changes no row, if it is required and contradicts other required ones.
  mutating func insert(_ index: Int) -> Bool {
    let constraint = constraints[index]
    let count = symbols.count
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { coefficients in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: count * 2) { found in
        withUnsafeTemporaryAllocation(of: Bool.self, capacity: count) { isFound in
          coefficients.update(repeating: 0)
          isFound.update(repeating: false)
          var sum = Sum(
            coefficients: coefficients, isFound: isFound,
            found: UnsafeMutableBufferPointer(rebasing: found[..<count]),
            defined: UnsafeMutableBufferPointer(rebasing: found[count...]))
          // A constraint with ≤ is one with ≥ of the opposite sum.
          let sign: Double = constraint.relation == .atMost ? -1 : 1
          sum.constant = -sign * constants[index]
          constraints[index].shift = sign
          for place in constraint.terms {
            let term = terms[Int(place)]
            guard term.coefficient.isFinite else { continue }
            sum.add(term.variable.index, sign * term.coefficient, in: symbols)
          }
          sum.substituteDefinitions(definitions, symbols)
          if let subject = sum.freeSubject(in: symbols) {
            define(subject, by: &sum, constraint)
            return true
          }
          sum.substituteBasicSymbols(tableau, symbols)
          return constraint.isRequired ? require(&sum, index) : prefer(&sum, constraint)
        }
      }
    }
  }

  /// Makes a row for a free variable that has none yet. It meets the constraint, whatever the other rows are.
  private mutating func define(_ subject: Int32, by sum: inout Sum, _ constraint: Constraint) {
    sum.add(constraint.marker, -1, in: symbols)
    if !constraint.isRequired { sum.add(constraint.marker + 1, 1, in: symbols) }
    let factor = -1 / sum.take(subject)
    sum.withEntries(factor) { definitions.append(basic: subject, constant: sum.constant * factor, entries: $0) }
    symbols[Int(subject)].row = Int32(definitions.rows.count - 1)
    isOptimal = false
  }

  /// Makes the row of a constraint that is not required: its slack is basic if it is met, otherwise its error.
  private mutating func prefer(_ sum: inout Sum, _ constraint: Constraint) -> Bool {
    let isMet = sum.constant >= 0
    let (basic, other) =
      isMet ? (constraint.marker, constraint.marker + 1) : (constraint.marker + 1, constraint.marker)
    sum.add(other, isMet ? 1 : -1, in: symbols)
    append(basic, sum, isMet ? 1 : -1)
    return true
  }

  /// Makes the row of a required constraint, and pivots until it is met.
  private mutating func require(_ sum: inout Sum, _ index: Int) -> Bool {
    let constraint = constraints[index]
    let isEquality = constraint.relation == .equal
    if isEquality, sum.isFixed(in: symbols) {
      guard abs(sum.constant) <= Solver.tolerance else { return false }
      sum.withEntries(1) { definitions.append(basic: constraint.marker, constant: sum.constant, entries: $0) }
      redundancies.append(Int32(definitions.rows.count - 1))
      return true
    }
    if !isEquality, sum.constant >= -Solver.tolerance {
      append(constraint.marker, sum, 1)
      return true
    }
    // An equality's row is made negative, as only a negative row is repaired.
    let factor: Double = isEquality && sum.constant > 0 ? -1 : 1
    constraints[index].shift *= factor
    let wasOptimal = isOptimal
    append(constraint.marker, sum, factor)
    var before: Basis?
    if repair(tableau.rows.count - 1, before: &before) {
      if isEquality { expel(constraint.marker) }
      return true
    }
    if let before { (symbols, tableau) = (before.symbols, before.tableau) }
    tableau.removeLast()
    symbols[Int(constraint.marker)].row = -1
    isOptimal = wasOptimal
    return false
  }

  private mutating func append(_ basic: Int32, _ sum: Sum, _ factor: Double) {
    sum.withEntries(factor) { tableau.append(basic: basic, constant: sum.constant * factor, entries: $0) }
    symbols[Int(basic)].row = Int32(tableau.rows.count - 1)
    isOptimal = false
  }
}
