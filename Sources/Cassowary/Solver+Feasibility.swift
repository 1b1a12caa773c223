/// How required constraints are met.
extension Solver {
  typealias Column = UnsafeMutablePointer<SparseRows.Occurrence>

  /// After so many pivots, the simplex methods choose by Bland's rule, which ends in any case.
  var patience: Int { 20 + 2 * tableau.rows.count }

  /// Rounding may keep a method from ending. Then it stops after so many pivots.
  var pivotLimit: Int { 1000 + 20 * (tableau.rows.count + symbols.count) }

  /// Makes all rows at least zero. Returns false if that is impossible.
  ///
  /// An optimal basis stays optimal: the costs do not depend on constants.
  mutating func restoreFeasibility() -> Bool {
    guard tableau.constants.contains(where: { $0 < -Solver.tolerance }) else { return true }
    if isOptimal {
      switch restoreFeasibilityOfOptimum() {
      case true?: return true
      case false?: return false
      case nil: isOptimal = false
      }
    }
    for row in tableau.rows.indices where tableau.constants[row] < -Solver.tolerance {
      var before: Basis?
      if !repair(row, before: &before) { return false }
    }
    return true
  }

  /// The dual simplex method. Returns `nil` if it reached its limit.
  private mutating func restoreFeasibilityOfOptimum() -> Bool? {
    let column = Column.allocate(capacity: tableau.rows.count)
    defer { column.deallocate() }
    let (patience, limit) = (patience, pivotLimit)
    for count in 0..<limit {
      guard let row = violatedRow(isFirst: count > patience) else { return true }
      guard let entering = dualEntering(row) else { return false }
      pivot(row, entering, column, tableau.column(of: entering, into: column))
    }
    return nil
  }

  /// The row that is most below zero, or by Bland's rule the one with the first basic symbol.
  private func violatedRow(isFirst: Bool) -> Int? {
    var found: Int?
    var lowest = -Solver.tolerance
    for (index, constant) in tableau.constants.enumerated() where constant < lowest {
      if !isFirst {
        (found, lowest) = (index, constant)
      } else if found.map({ tableau.rows[index].basic < tableau.rows[$0].basic }) ?? true {
        found = index
      }
    }
    return found
  }

  /// The symbol that raises a row at the lowest cost.
  private func dualEntering(_ row: Int) -> Int32? {
    var best: SparseRows.Entry?
    for entry in tableau.entries(ofRow: row) where entry.coefficient > Solver.tolerance {
      guard symbols[Int(entry.symbol)].kind != .fixed else { continue }
      guard let other = best else {
        best = entry
        continue
      }
      if isCheaper(entry, other) { best = entry }
    }
    return best?.symbol
  }

  private func isCheaper(_ entry: SparseRows.Entry, _ other: SparseRows.Entry) -> Bool {
    let (first, second) = (Int(entry.symbol) * priorityCount, Int(other.symbol) * priorityCount)
    for priority in 0..<priorityCount {
      let difference = costs[first + priority] * other.coefficient - costs[second + priority] * entry.coefficient
      if abs(difference) > Solver.tolerance { return difference < 0 }
    }
    return false
  }

  /// What pivots change.
  struct Basis {
    let symbols: [Symbol]
    let tableau: SparseRows
  }

  /// Raises a row to zero by the primal simplex method, whose objective is that row. Others that are below zero limit no pivot.
  ///
  /// - Parameter before: Becomes the basis before the first pivot, unless that raises the row to zero.
  /// - Returns: Whether that is possible.
  mutating func repair(_ row: Int, before: inout Basis?) -> Bool {
    let column = Column.allocate(capacity: tableau.rows.count)
    defer { column.deallocate() }
    let (patience, limit) = (patience, pivotLimit)
    for count in 0..<limit {
      let constant = tableau.constants[row]
      guard constant < -Solver.tolerance else { return true }
      guard let entering = raising(row, isFirst: count > patience) else { return false }
      let found = tableau.column(of: entering, into: column)
      let leaving = leavingRow(column, found, isFirst: count > patience, raised: row) ?? row
      if count == 0, leaving != row { before = Basis(symbols: symbols, tableau: tableau) }
      pivot(leaving, entering, column, found)
    }
    return true
  }

  /// The symbol with the largest coefficient above zero, or by Bland's rule the first one.
  private func raising(_ row: Int, isFirst: Bool) -> Int32? {
    var best: Int32?
    var largest = Solver.tolerance
    for entry in tableau.entries(ofRow: row) where entry.coefficient > largest {
      guard symbols[Int(entry.symbol)].kind != .fixed else { continue }
      best = entry.symbol
      if isFirst { break }
      largest = entry.coefficient
    }
    return best
  }

  /// The row that reaches zero first when a symbol grows from zero.
  ///
  /// - Parameters:
  ///   - column: The rows of the symbol.
  ///   - isFirst: Whether Bland's rule chooses among several.
  ///   - raised: A row below zero that reaches zero from there.
  func leavingRow(_ column: Column, _ count: Int, isFirst: Bool, raised: Int = -1) -> Int? {
    var best: Int?
    var lowest = Double.infinity
    var largest = 0.0
    for place in 0..<count {
      let index = Int(column[place].row)
      let coefficient = column[place].coefficient
      let constant = tableau.constants[index]
      guard index == raised || (coefficient < -Solver.tolerance && constant >= -Solver.tolerance) else { continue }
      let ratio = index == raised ? -constant / coefficient : max(constant, 0) / -coefficient
      let size = abs(coefficient)
      guard ratio <= lowest + SparseRows.smallestCoefficient else { continue }
      let isBetter =
        if ratio < lowest - SparseRows.smallestCoefficient {
          true
        } else if isFirst {
          best.map { tableau.rows[index].basic < tableau.rows[$0].basic } ?? true
        } else {
          size > largest
        }
      if isBetter { (best, lowest, largest) = (index, ratio, size) }
    }
    return best
  }

  /// Pivots a marker that is always zero out of the basis, after its row was raised to zero.
  mutating func expel(_ marker: Int32) {
    let row = Int(symbols[Int(marker)].row)
    guard row >= 0 else { return }
    var best: SparseRows.Entry?
    for entry in tableau.entries(ofRow: row) where symbols[Int(entry.symbol)].kind != .fixed {
      if best.map({ abs(entry.coefficient) > abs($0.coefficient) }) ?? true { best = entry }
    }
    // There is one: a pivot on another row leaves its own symbol here.
    guard let entering = best?.symbol else { return }
    let column = Column.allocate(capacity: tableau.rows.count)
    defer { column.deallocate() }
    tableau.setConstant(ofRow: row, to: 0)
    pivot(row, entering, column, tableau.column(of: entering, into: column))
  }

  /// Makes a symbol basic instead of a row's basic one.
  mutating func pivot(_ row: Int, _ entering: Int32, _ column: Column, _ count: Int) {
    let leaving = tableau.rows[row].basic
    tableau.pivot(row, column: UnsafeBufferPointer(start: column, count: count))
    symbols[Int(leaving)].row = -1
    symbols[Int(entering)].row = Int32(truncatingIfNeeded: row)
    if isOptimal || isOptimizing { updateCosts(row, entering) }
  }
}
