import Cassowary
import Testing

/// Changed constants, copies and large systems.
struct ConstantTests {
  /// A row of two views in a container, as cells have them.
  private struct Row {
    let system: System
    let container: Solver.Variable
    let title: Solver.Variable
    let detail: Solver.Variable
    let width: Solver.ConstraintID
    let space: Solver.ConstraintID
    let least: Solver.ConstraintID
    let titleSize: Solver.ConstraintID
    let detailSize: Solver.ConstraintID

    init(width: Double, space: Double, least: Double, title: Double, detail: Double) throws {
      let system = System()
      self.system = system
      let views = (0..<3).map { _ in system.makeVariable(isNonnegative: true) }
      (container, self.title, self.detail) = (views[0], views[1], views[2])
      self.width = try system.require([term(views[0])], .equal, width, priority: 1000)
      self.space = try system.require(
        [term(views[0]), term(views[1], -1), term(views[2], -1)], .equal, space, priority: 1000)
      self.least = try system.require([term(views[2])], .atLeast, least, priority: 1000)
      titleSize = try system.require([term(views[1])], .equal, title, priority: 750)
      detailSize = try system.require([term(views[2])], .atMost, detail, priority: 751)
    }

    func values() -> [Double] {
      system.solve() ? [container, title, detail].map { system[$0] } : []
    }
  }

  private func areNear(_ values: [Double], _ expected: [Double]) -> Bool {
    values.count == expected.count && zip(values, expected).allSatisfy { isNear($0, $1) }
  }

  @Test func theConstantOfEachKindOfConstraintCanChange() throws {
    let row = try Row(width: 300, space: 20, least: 10, title: 200, detail: 100)
    #expect(areNear(row.values(), [300, 200, 80]))
    row.system.setConstant(of: row.titleSize, to: 150)
    #expect(areNear(row.values(), [300, 180, 100]))
    row.system.setConstant(of: row.width, to: 400)
    #expect(areNear(row.values(), [400, 280, 100]))
    row.system.setConstant(of: row.detailSize, to: 240)
    #expect(areNear(row.values(), [400, 150, 230]))
    row.system.setConstant(of: row.least, to: 250)
    #expect(areNear(row.values(), [400, 130, 250]))
    row.system.setConstant(of: row.space, to: 0)
    row.system.setConstant(of: row.least, to: 0)
    row.system.setConstant(of: row.titleSize, to: 390)
    #expect(areNear(row.values(), [400, 390, 10]))
  }

  @Test func constantsThatContradictEachOtherAreNotSolved() throws {
    let row = try Row(width: 300, space: 20, least: 10, title: 200, detail: 100)
    #expect(!row.values().isEmpty)
    row.system.setConstant(of: row.least, to: 281)
    #expect(row.values().isEmpty)
  }

  @Test func anEqualityThatFollowsFromOthersHasToAgreeWithTheirNewConstants() throws {
    let row = try Row(width: 300, space: 20, least: 10, title: 200, detail: 100)
    let both = try #require(
      row.system.add([term(row.title), term(row.detail)], .equal, 280, priority: 1000))
    #expect(areNear(row.values(), [300, 200, 80]))
    row.system.setConstant(of: row.width, to: 310)
    row.system.setConstant(of: both, to: 290)
    #expect(areNear(row.values(), [310, 200, 90]))
    row.system.setConstant(of: both, to: 291)
    #expect(row.values().isEmpty)
  }

  @Test func constantsCanChangeBeforeASystemIsSolved() throws {
    let row = try Row(width: 300, space: 20, least: 10, title: 200, detail: 100)
    row.system.setConstant(of: row.width, to: 100)
    row.system.setConstant(of: row.least, to: 60)
    #expect(row.system.add([term(row.title)], .atLeast, 21, priority: 1000) == nil)
    #expect(areNear(row.values(), [100, 20, 60]))
  }

  @Test func aCopyWithOtherConstantsEqualsASystemThatIsBuiltWithThem() throws {
    let row = try Row(width: 300, space: 20, least: 10, title: 200, detail: 100)
    #expect(areNear(row.values(), [300, 200, 80]))
    for step in 0..<40 {
      let numbers = [
        300 + Double(step * 7 % 90), 20, Double(step % 13), Double(step * 37 % 290), Double(step * 53 % 200),
      ]
      let built = try Row(
        width: numbers[0], space: numbers[1], least: numbers[2], title: numbers[3], detail: numbers[4])
      let copy = System()
      copy.solver = row.system.solver
      for (constraint, constant) in zip([row.width, row.space, row.least, row.titleSize, row.detailSize], numbers) {
        copy.setConstant(of: constraint, to: constant)
      }
      #expect(copy.solve())
      #expect(areNear([row.container, row.title, row.detail].map { copy[$0] }, built.values()))
    }
    #expect(areNear(row.values(), [300, 200, 80]))
  }

  /// Columns of a hundred views under each other, each of its own height.
  @Test func tenThousandConstraintsAreSolved() throws {
    let system = System()
    var last: (min: Solver.Variable, height: Solver.Variable)?
    var sizes: [Solver.ConstraintID] = []
    for index in 0..<3333 {
      let view = (min: system.makeVariable(), height: system.makeVariable(isNonnegative: true))
      if let last, index % 100 != 0 {
        _ = system.add([term(view.min), term(last.min, -1), term(last.height, -1)], .equal, 1, priority: 1000)
      } else {
        _ = system.add([term(view.min)], .equal, 0, priority: 1000)
      }
      _ = system.add([term(view.height)], .atLeast, Double(index % 10), priority: 750)
      sizes.append(try #require(system.add([term(view.height)], .atMost, Double(index % 10), priority: 250)))
      last = view
    }
    let end = try #require(last)
    #expect(system.solve())
    #expect(isNear(system[end.min] + system[end.height], 32 + 138))
    system.setConstant(of: sizes[9], to: 30)
    #expect(system.solve())
    #expect(isNear(system[end.min] + system[end.height], 32 + 138))
  }
}
