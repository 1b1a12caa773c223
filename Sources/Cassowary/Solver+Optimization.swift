/// How violations are minimised.
extension Solver {
  /// The primal simplex method, from rows that are at least zero.
  mutating func optimize() {
    computeCosts()
    isOptimizing = true
    defer {
      isOptimizing = false
      isOptimal = true
    }
    guard priorityCount > 0, !tableau.rows.isEmpty else { return }
    let column = Column.allocate(capacity: tableau.rows.count)
    defer { column.deallocate() }
    let (patience, limit) = (patience, pivotLimit)
    var next = 0
    for count in 0..<limit {
      let isFirst = count > patience
      guard let entering = primalEntering(from: isFirst ? 0 : next) else { return }
      next = Int(entering)
      let found = tableau.column(of: entering, into: column)
      if let leaving = leavingRow(column, found, isFirst: isFirst) {
        pivot(leaving, entering, column, found)
      } else {
        // Violations are not below zero: what seems to lower them for ever is rounding.
        for priority in 0..<priorityCount { costs[Int(entering) * priorityCount + priority] = 0 }
      }
    }
  }

  /// The costs of the present basis.
  private mutating func computeCosts() {
    var priorities: [Float] = []
    for constraint in constraints where !constraint.isRemoved && !constraint.isRequired {
      let place = priorities.firstIndex { $0 <= constraint.priority } ?? priorities.count
      if place == priorities.count || priorities[place] != constraint.priority {
        priorities.insert(constraint.priority, at: place)
      }
    }
    priorityCount = priorities.count
    costs = Array(repeating: 0, count: symbols.count * priorityCount)
    for constraint in constraints where !constraint.isRemoved && !constraint.isRequired {
      let priority = priorities.firstIndex(of: constraint.priority) ?? 0
      addCost(of: constraint.marker + 1, priority)
      if constraint.relation == .equal { addCost(of: constraint.marker, priority) }
    }
  }

  private mutating func addCost(of error: Int32, _ priority: Int) {
    let row = Int(symbols[Int(error)].row)
    guard row >= 0 else {
      costs[Int(error) * priorityCount + priority] += 1
      return
    }
    for entry in tableau.entries(ofRow: row) {
      costs[Int(entry.symbol) * priorityCount + priority] += entry.coefficient
    }
  }

  /// The next symbol that lowers the violations when it grows.
  private func primalEntering(from start: Int) -> Int32? {
    let count = symbols.count
    let priorityCount = priorityCount
    return costs.withUnsafeBufferPointer { costs in
      var symbol = start
      for _ in 0..<count {
        var place = symbol &* priorityCount
        let end = place &+ priorityCount
        while place < end {
          let cost = costs[place]
          if cost < -Solver.tolerance {
            if symbols[symbol].kind != .fixed { return Int32(truncatingIfNeeded: symbol) }
            break
          }
          if cost > Solver.tolerance { break }
          place &+= 1
        }
        symbol &+= 1
        if symbol == count { symbol = 0 }
      }
      return nil
    }
  }

  /// Replaces a symbol that got a row by that row.
  mutating func updateCosts(_ row: Int, _ entering: Int32) {
    let priorityCount = priorityCount
    let first = Int(entering) * priorityCount
    let found = tableau.rows[row]
    let entries = tableau.entries
    costs.withUnsafeMutableBufferPointer { costs in
      for priority in 0..<priorityCount {
        let cost = costs[first &+ priority]
        guard cost != 0 else { continue }
        costs[first &+ priority] = 0
        for place in Int(found.start)..<Int(found.start &+ found.count) {
          costs[Int(entries[place].symbol) &* priorityCount &+ priority] += cost * entries[place].coefficient
        }
      }
    }
  }
}
