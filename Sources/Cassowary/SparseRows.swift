/// Rows of a tableau. Each says what a basic symbol is: `basic = constant + Σ coefficient · symbol`.
///
/// The entries of all rows are in one array, and the constants in another. A copy whose constants are changed shares the entries.
struct SparseRows: Sendable {
  struct Entry: Sendable {
    var symbol: Int32
    var coefficient: Double
  }

  struct Row: Sendable {
    var basic: Int32
    var start: Int32
    var count: Int32
    var capacity: Int32
    /// A bit for each symbol of the row. Most rows without a symbol are skipped by it, without a search.
    var signature: UInt64
  }

  /// A row that contains a symbol.
  struct Occurrence {
    var row: Int32
    /// The symbol's place in the row.
    var offset: Int32
    var coefficient: Double
  }

  private(set) var rows: [Row] = []
  private(set) var constants: [Double] = []
  /// The entries of a row are sorted by symbol. Those after `used` have no meaning.
  private(set) var entries: [Entry] = []
  private var used = 0

  /// Smaller coefficients are what rounding leaves of zero.
  static let smallestCoefficient = 1e-10

  @inline(__always)
  static func bit(of symbol: Int32) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: symbol & 63) }

  mutating func reserveCapacity(_ count: Int) {
    rows.reserveCapacity(count)
    constants.reserveCapacity(count)
  }

  /// Appends a row whose entries are sorted by symbol.
  mutating func append(basic: Int32, constant: Double, entries added: UnsafeBufferPointer<Entry>) {
    let capacity = added.count + added.count / 2 + 2
    reserve(capacity)
    var signature: UInt64 = 0
    entries.withUnsafeMutableBufferPointer { entries in
      for (offset, entry) in added.enumerated() {
        entries[used &+ offset] = entry
        signature |= SparseRows.bit(of: entry.symbol)
      }
    }
    rows.append(
      Row(
        basic: basic, start: Int32(used), count: Int32(added.count), capacity: Int32(capacity), signature: signature))
    constants.append(constant)
    used += capacity
  }

  mutating func removeLast() {
    rows.removeLast()
    constants.removeLast()
  }

  mutating func setConstant(ofRow row: Int, to constant: Double) { constants[row] = constant }

  func entries(ofRow row: Int) -> ArraySlice<Entry> {
    let found = rows[row]
    return entries[Int(found.start)..<Int(found.start &+ found.count)]
  }

  /// Moves the zero of each symbol: `symbol` becomes `symbol + shifts[symbol]`.
  ///
  /// - Parameter signature: The bits of all symbols whose shift is not zero.
  mutating func shift(by shifts: UnsafePointer<Double>, signature: UInt64) {
    let count = rows.count
    rows.withUnsafeBufferPointer { rows in
      entries.withUnsafeBufferPointer { entries in
        constants.withUnsafeMutableBufferPointer { constants in
          for index in 0..<count {
            let row = rows[index]
            var constant = constants[index] - shifts[Int(row.basic)]
            if row.signature & signature != 0 {
              for place in Int(row.start)..<Int(row.start &+ row.count) {
                constant += entries[place].coefficient * shifts[Int(entries[place].symbol)]
              }
            }
            constants[index] = constant
          }
        }
      }
    }
  }

  /// Writes the rows that contain a symbol, and returns their number. There must be room for as many as there are rows.
  func column(of symbol: Int32, into column: UnsafeMutablePointer<Occurrence>) -> Int {
    let bit = SparseRows.bit(of: symbol)
    var found = 0
    rows.withUnsafeBufferPointer { rows in
      entries.withUnsafeBufferPointer { entries in
        for index in 0..<rows.count where rows[index].signature & bit != 0 {
          let row = rows[index]
          var low = Int(row.start)
          let end = low &+ Int(row.count)
          var high = end
          while low < high {
            let middle = (low &+ high) &>> 1
            if entries[middle].symbol < symbol { low = middle &+ 1 } else { high = middle }
          }
          if low < end, entries[low].symbol == symbol {
            column[found] = Occurrence(
              row: Int32(truncatingIfNeeded: index), offset: Int32(truncatingIfNeeded: low &- Int(row.start)),
              coefficient: entries[low].coefficient)
            found &+= 1
          }
        }
      }
    }
    return found
  }

  /// Makes a symbol basic instead of a row's basic one.
  ///
  /// - Parameters:
  ///   - pivot: The row.
  ///   - column: All rows that contain the symbol.
  mutating func pivot(_ pivot: Int, column: UnsafeBufferPointer<Occurrence>) {
    for occurrence in column where occurrence.row == pivot {
      solve(pivot, forOffset: Int(occurrence.offset))
    }
    for occurrence in column where occurrence.row != pivot {
      substitute(pivot, in: Int(occurrence.row), offset: Int(occurrence.offset))
    }
  }

  private mutating func solve(_ index: Int, forOffset offset: Int) {
    var row = rows[index]
    let start = Int(row.start)
    let count = Int(row.count)
    let (leaving, constant) = (row.basic, constants[index])
    entries.withUnsafeMutableBufferPointer { entries in
      let entering = entries[start &+ offset]
      let factor = -1 / entering.coefficient
      // The leaving symbol takes the place of the entering one, and then moves to where it belongs.
      var place = start &+ offset
      entries[place].symbol = leaving
      entries[place].coefficient = -1
      while place > start, entries[place &- 1].symbol > leaving {
        entries.swapAt(place, place &- 1)
        place &-= 1
      }
      while place &+ 1 < start &+ count, entries[place &+ 1].symbol < leaving {
        entries.swapAt(place, place &+ 1)
        place &+= 1
      }
      var signature: UInt64 = 0
      for place in start..<(start &+ count) {
        entries[place].coefficient *= factor
        signature |= SparseRows.bit(of: entries[place].symbol)
      }
      row.basic = entering.symbol
      row.signature = signature
      constants[index] = constant * factor
    }
    rows[index] = row
  }

  /// Replaces the symbol at an offset of a row by the row that says what it is.
  private mutating func substitute(_ source: Int, in target: Int, offset: Int) {
    reserve(Int(rows[target].count &+ rows[source].count) * 2)
    let from = rows[source]
    var row = rows[target]
    let factor = entries.withUnsafeMutableBufferPointer { entries in
      let base = entries.baseAddress.unsafelyUnwrapped
      let skipped = base + Int(row.start) + offset
      let factor = skipped.pointee.coefficient
      var left = base + Int(row.start)
      let leftEnd = left + Int(row.count)
      var right = base + Int(from.start)
      let rightEnd = right + Int(from.count)
      let output = base + used
      var end = output
      var signature: UInt64 = 0
      while left < leftEnd, right < rightEnd {
        let (a, b) = (left.pointee.symbol, right.pointee.symbol)
        if a < b {
          if left != skipped {
            end.pointee = left.pointee
            end += 1
            signature |= SparseRows.bit(of: a)
          }
          left += 1
        } else if b < a {
          end.pointee = Entry(symbol: b, coefficient: factor * right.pointee.coefficient)
          end += 1
          signature |= SparseRows.bit(of: b)
          right += 1
        } else {
          let sum = left.pointee.coefficient + factor * right.pointee.coefficient
          if abs(sum) > SparseRows.smallestCoefficient {
            end.pointee = Entry(symbol: a, coefficient: sum)
            end += 1
            signature |= SparseRows.bit(of: a)
          }
          left += 1
          right += 1
        }
      }
      while left < leftEnd {
        if left != skipped {
          end.pointee = left.pointee
          end += 1
          signature |= SparseRows.bit(of: left.pointee.symbol)
        }
        left += 1
      }
      while right < rightEnd {
        end.pointee = Entry(symbol: right.pointee.symbol, coefficient: factor * right.pointee.coefficient)
        end += 1
        signature |= SparseRows.bit(of: right.pointee.symbol)
        right += 1
      }
      let count = end - output
      row.count = Int32(truncatingIfNeeded: count)
      row.signature = signature
      if count <= Int(row.capacity) {
        (base + Int(row.start)).update(from: output, count: count)
      } else {
        row.start = Int32(truncatingIfNeeded: used)
        row.capacity = Int32(truncatingIfNeeded: count &+ count / 2)
        used &+= Int(row.capacity)
      }
      return factor
    }
    rows[target] = row
    constants[target] += factor * constants[source]
  }

  /// Makes room for entries after those that are used.
  private mutating func reserve(_ count: Int) {
    guard used + count > entries.count else { return }
    let lengths = rows.reduce(0) { $0 &+ Int($1.count) }
    let size = max(256, (lengths + count) * 2)
    // Gives back what moved rows left behind.
    entries = Array(unsafeUninitializedCapacity: size) { moved, initialized in
      initialized = size
      var end = 0
      entries.withUnsafeBufferPointer { entries in
        for index in rows.indices {
          let (start, count) = (Int(rows[index].start), Int(rows[index].count))
          for place in 0..<count { moved[end &+ place] = entries[start &+ place] }
          rows[index].start = Int32(truncatingIfNeeded: end)
          rows[index].capacity = rows[index].count
          end &+= count
        }
      }
      used = end
      // Entries are only numbers: what is after them needs no value, but memory of its own.
      moved[end...].initialize(repeating: Entry(symbol: 0, coefficient: 0))
    }
  }
}
