internal import Basics
internal import Cassowary
internal import Foundation

extension LayoutSystem {
  /// The values of the variables.
  struct Solution {
    var horizontal: [CGFloat] = []
    var vertical: [CGFloat] = []
  }

  /// A solved system. One that differs in constants only is solved from it in a few steps.
  private struct Solved: Sendable {
    var solver = Solver()
    var variables: [Solver.Variable] = []
    var constraints: [Solver.ConstraintID?] = []
    var constants: [CGFloat] = []

    var values: [CGFloat] { variables.map { CGFloat(solver[$0]) } }
  }

  /// The rows of a system without their constants.
  private struct Structure: Hashable, Sendable {
    struct Shape: Equatable {
      var priority: Float
      var relation: Int8
      var termCount: Int32
    }
    /// Whether each variable is a length.
    let variables: [Bool]
    let shapes: [Shape]
    let terms: [Term]

    /// - Parameter terms: Those of the rows, in their order.
    init(_ variables: [Bool], _ rows: [Row], _ terms: [Term]) {
      (self.variables, self.terms) = (variables, terms)
      shapes = rows.map { row in
        Shape(priority: row.priority, relation: Int8(row.relation.rawValue), termCount: row.termCount)
      }
    }

    func hash(into hasher: inout Hasher) {
      // Cells have hundreds of numbers. Mixing them here takes less than the hasher, and no client chooses them.
      var sum: UInt64 = 0
      func mix(_ number: UInt64) { sum = (sum ^ number ^ (sum &>> 29)) &* 0x9E37_79B9_7F4A_7C15 }
      for isLength in variables { mix(isLength ? 1 : 0) }
      for shape in shapes { mix(UInt64(shape.priority.bitPattern) &<< 8 | UInt64(UInt8(bitPattern: shape.relation))) }
      for term in terms {
        mix(UInt64(UInt32(bitPattern: term.variable)) &<< 1 | (term.isVertical ? 1 : 0))
        mix(Double(term.coefficient).bitPattern)
      }
      hasher.combine(sum)
    }
  }

  // Cells of a class, and screens of a kind, have the same structure.
  private static let known = GenerationCache<Structure, Solved>(capacity: 4 << 20, shards: 4)

  /// Finds the places of all items.
  mutating func solve() -> Solution {
    var solution = Solution()
    if isCoupled {
      let count = variables.horizontal.count
      let structure = Structure(variables.horizontal + variables.vertical, rows, terms)
      var known: Solved?
      // A height may change a width, and that the height of a text.
      for _ in 0..<4 {
        let all = solve(rows, structure, offset: count, from: &known)
        (solution.horizontal, solution.vertical) = (Array(all[..<count]), Array(all[count...]))
        if !updateHeights(solution) { break }
      }
      return solution
    }
    solution.horizontal = solveRows(of: .horizontal, variables.horizontal)
    _ = updateHeights(solution)
    solution.vertical = solveRows(of: .vertical, variables.vertical)
    return solution
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
      for row in entry.rows where rows[row].constant != height {
        rows[row].constant = height
        hasChanged = true
      }
    }
    return hasChanged
  }

  func value(_ quantity: Quantity, _ values: [CGFloat]) -> CGFloat {
    quantity.constant + (quantity.variable < 0 ? 0 : values[Int(quantity.variable)])
  }

  // MARK: - Rows

  /// Solves the rows of an axis, and returns the values of its variables.
  private func solveRows(of axis: Axis, _ variables: [Bool]) -> [CGFloat] {
    var (rows, terms): ([Row], [Term]) = ([], [])
    rows.reserveCapacity(self.rows.count)
    terms.reserveCapacity(self.terms.count)
    for row in self.rows where row.axis == axis {
      for place in row.terms { terms.append(self.terms[place]) }
      rows.append(row)
    }
    var known: Solved?
    return solve(rows, Structure(variables, rows, terms), offset: 0, from: &known)
  }

  /// Solves rows, and returns the values of their variables.
  ///
  /// - Parameters:
  ///   - offset: The number of the first variable of the vertical axis.
  ///   - known: A system of the structure; nil if it was not looked for.
  private func solve(
    _ rows: [Row], _ structure: Structure, offset: Int, from known: inout Solved?
  ) -> [CGFloat] {
    if known == nil { known = Self.known[structure] }
    if var solved = known {
      for (index, row) in rows.enumerated() where row.constant != solved.constants[index] {
        if let constraint = solved.constraints[index] {
          solved.solver.setConstant(of: constraint, to: Double(row.constant))
        }
      }
      if solved.solver.solve() { return solved.values }
    }
    return solveAnew(rows, structure, offset: offset, &known)
  }

  /// Solves rows from the beginning.
  private func solveAnew(_ rows: [Row], _ structure: Structure, offset: Int, _ known: inout Solved?) -> [CGFloat] {
    var solved = Solved()
    solved.variables = structure.variables.map { solved.solver.makeVariable(isNonnegative: $0) }
    var isComplete = true
    for row in rows {
      let terms = row.terms.map { place in
        let term = self.terms[place]
        return Solver.Term(
          solved.variables[Int(term.variable) + (term.isVertical ? offset : 0)], Double(term.coefficient))
      }
      let constraint = solved.solver.add(terms, row.relation.forSolver, Double(row.constant), priority: row.priority)
      solved.constraints.append(constraint)
      solved.constants.append(row.constant)
      if constraint == nil {
        isComplete = false
        report(row)
      }
    }
    _ = solved.solver.solve()
    if isComplete {
      known = solved
      Self.known.insert(solved, for: structure, cost: 64 * (rows.count + structure.terms.count))
    }
    return solved.values
  }

  private func report(_ row: Row) {
    if row.source >= 0 {
      let constraint = sources[Int(row.source)]
      Misuse.report(
        "\(constraint.description) contradicts others of \(root.layoutName), and was left out: give one of them a lower priority."
      )
    }
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
      } else if let guide = item.guide {
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
