/// A sum of symbols while a constraint becomes a row. It has a place for the coefficient of each symbol.
struct Sum {
  let coefficients: UnsafeMutableBufferPointer<Double>
  let isFound: UnsafeMutableBufferPointer<Bool>
  /// The symbols that were added, besides those of `defined`.
  let found: UnsafeMutableBufferPointer<Int32>
  /// The free variables that were added and have rows.
  let defined: UnsafeMutableBufferPointer<Int32>
  var foundCount = 0
  var definedCount = 0
  var constant = 0.0

  @inline(__always)
  mutating func add(_ symbol: Int32, _ coefficient: Double, in symbols: [Solver.Symbol]) {
    let index = Int(symbol)
    coefficients[index] += coefficient
    guard !isFound[index] else { return }
    isFound[index] = true
    if symbols[index].kind == .free, symbols[index].row >= 0 {
      defined[definedCount] = symbol
      definedCount &+= 1
    } else {
      found[foundCount] = symbol
      foundCount &+= 1
    }
  }

  /// Returns a symbol's coefficient, and removes the symbol.
  mutating func take(_ symbol: Int32) -> Double {
    defer { coefficients[Int(symbol)] = 0 }
    return coefficients[Int(symbol)]
  }

  /// Replaces free variables by their rows.
  mutating func substituteDefinitions(_ definitions: borrowing SparseRows, _ symbols: [Solver.Symbol]) {
    while definedCount > 0 {
      // The first one that got its row: no other row brings it back.
      var first = 0
      for place in 1..<max(definedCount, 1)
      where symbols[Int(defined[place])].row < symbols[Int(defined[first])].row {
        first = place
      }
      let symbol = defined[first]
      definedCount &-= 1
      defined[first] = defined[definedCount]
      substitute(Int(symbols[Int(symbol)].row), of: definitions, for: symbol, symbols)
    }
  }

  /// Replaces basic symbols by their rows, which contain none.
  mutating func substituteBasicSymbols(_ tableau: borrowing SparseRows, _ symbols: [Solver.Symbol]) {
    for place in 0..<foundCount {
      let symbol = found[place]
      let row = symbols[Int(symbol)].row
      if row >= 0 { substitute(Int(row), of: tableau, for: symbol, symbols) }
    }
  }

  private mutating func substitute(
    _ index: Int, of rows: borrowing SparseRows, for symbol: Int32, _ symbols: [Solver.Symbol]
  ) {
    let factor = take(symbol)
    guard abs(factor) > SparseRows.smallestCoefficient else { return }
    constant += factor * rows.constants[index]
    let row = rows.rows[index]
    for place in Int(row.start)..<Int(row.start &+ row.count) {
      let entry = rows.entries[place]
      add(entry.symbol, factor * entry.coefficient, in: symbols)
    }
  }

  /// The free variable with the largest coefficient.
  func freeSubject(in symbols: [Solver.Symbol]) -> Int32? {
    var subject: Int32?
    var largest = SparseRows.smallestCoefficient
    for symbol in found[..<foundCount] where symbols[Int(symbol)].kind == .free {
      let size = abs(coefficients[Int(symbol)])
      if size > largest { (subject, largest) = (symbol, size) }
    }
    return subject
  }

  /// Whether all symbols are always zero.
  func isFixed(in symbols: [Solver.Symbol]) -> Bool {
    found[..<foundCount].allSatisfy {
      abs(coefficients[Int($0)]) <= SparseRows.smallestCoefficient || symbols[Int($0)].kind == .fixed
    }
  }

  /// Calls a function with the entries of a row, sorted by symbol.
  func withEntries(_ factor: Double, _ body: (UnsafeBufferPointer<SparseRows.Entry>) -> Void) {
    var sorted = UnsafeMutableBufferPointer(rebasing: found[..<foundCount])
    sorted.sort()
    withUnsafeTemporaryAllocation(of: SparseRows.Entry.self, capacity: foundCount) { entries in
      var count = 0
      for symbol in sorted where abs(coefficients[Int(symbol)]) > SparseRows.smallestCoefficient {
        entries[count] = SparseRows.Entry(symbol: symbol, coefficient: coefficients[Int(symbol)] * factor)
        count &+= 1
      }
      body(UnsafeBufferPointer(rebasing: entries[..<count]))
    }
  }
}
