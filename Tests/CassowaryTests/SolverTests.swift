import Cassowary
import Testing

/// What constraints and priorities mean.
struct SolverTests {
  private let system = System()

  @Test func aChainOfRequiredEqualitiesIsFollowed() {
    var views: [(min: Solver.Variable, length: Solver.Variable)] = []
    for index in 0..<200 {
      let view = (min: system.makeVariable(), length: system.makeVariable(isNonnegative: true))
      if let last = views.last {
        #expect(
          system.add([term(view.min), term(last.min, -1), term(last.length, -1)], .equal, 8, priority: 1000) != nil)
      } else {
        #expect(system.add([term(view.min)], .equal, 20, priority: 1000) != nil)
      }
      #expect(system.add([term(view.length)], .equal, Double(index), priority: 1000) != nil)
      views.append(view)
    }
    #expect(system.solve())
    #expect(isNear(system[views[199].min], 21_313))
    #expect(isNear(system[views[7].length], 7))
  }

  @Test func aVariableWithoutConstraintsIsZero() {
    let variable = system.makeVariable()
    #expect(system[variable] == 0)
    #expect(system.solve())
    #expect(system[variable] == 0)
  }

  @Test func aNonnegativeVariableIsNotBelowZero() {
    let (free, length) = (system.makeVariable(), system.makeVariable(isNonnegative: true))
    #expect(system.add([term(free)], .equal, -5, priority: 500) != nil)
    #expect(system.add([term(length)], .equal, -5, priority: 500) != nil)
    #expect(system.solve())
    #expect(isNear(system[free], -5))
    #expect(isNear(system[length], 0))
    #expect(system.add([term(length)], .equal, -5, priority: 1000) == nil)
    #expect(system.add([term(length)], .atMost, -1, priority: 1000) == nil)
  }

  /// Two labels in a row that is too narrow for both: the one that resists compression more keeps its width.
  @Test(arguments: [(749.0, 751.0, 100.0, 200.0), (751, 749, 200, 100)])
  func theViewThatResistsLessIsCompressed(
    first: Double, second: Double, width: Double, other: Double
  ) {
    let (a, b) = (system.makeVariable(isNonnegative: true), system.makeVariable(isNonnegative: true))
    #expect(system.add([term(a), term(b)], .equal, 300, priority: 1000) != nil)
    for (view, priority) in [(a, first), (b, second)] {
      #expect(system.add([term(view)], .atLeast, 200, priority: Float(priority)) != nil)
      #expect(system.add([term(view)], .atMost, 200, priority: 250) != nil)
    }
    #expect(system.solve())
    #expect(isNear(system[a], width))
    #expect(isNear(system[b], other))
  }

  @Test func theViewThatHugsLessIsStretched() {
    let (a, b) = (system.makeVariable(isNonnegative: true), system.makeVariable(isNonnegative: true))
    #expect(system.add([term(a), term(b)], .equal, 300, priority: 1000) != nil)
    for (view, priority) in [(a, 251), (b, 250)] {
      #expect(system.add([term(view)], .atLeast, 50, priority: 750) != nil)
      #expect(system.add([term(view)], .atMost, 50, priority: Float(priority)) != nil)
    }
    #expect(system.solve())
    #expect(isNear(system[a], 50))
    #expect(isNear(system[b], 250))
  }

  @Test func inequalitiesLimitAWish() {
    let variable = system.makeVariable()
    #expect(system.add([term(variable)], .atMost, 10, priority: 1000) != nil)
    let wish = system.add([term(variable)], .equal, 50, priority: 100)
    #expect(system.add([term(variable)], .atLeast, -10, priority: 1000) != nil)
    #expect(system.solve())
    #expect(isNear(system[variable], 10))
    if let wish { system.setConstant(of: wish, to: -50) }
    #expect(system.solve())
    #expect(isNear(system[variable], -10))
  }

  @Test func aViolationOutweighsAHundredOfTheNextPriority() {
    let variable = system.makeVariable()
    for _ in 0..<100 { #expect(system.add([term(variable)], .equal, 100, priority: 750) != nil) }
    #expect(system.add([term(variable)], .equal, 1, priority: 751) != nil)
    #expect(system.solve())
    #expect(isNear(system[variable], 1))
  }

  @Test func theMajorityOfOnePriorityWins() {
    let variable = system.makeVariable()
    for constant in [3.0, 10, 10] { #expect(system.add([term(variable)], .equal, constant, priority: 750) != nil) }
    #expect(system.solve())
    #expect(isNear(system[variable], 10))
  }

  @Test func aContradictionIsRefusedAndChangesNothing() {
    let (a, b) = (system.makeVariable(), system.makeVariable(isNonnegative: true))
    #expect(system.add([term(a), term(b, -1)], .equal, 10, priority: 1000) != nil)
    #expect(system.add([term(b)], .atLeast, 30, priority: 1000) != nil)
    #expect(system.add([term(b)], .atMost, 0, priority: 50) != nil)
    #expect(system.solve())
    #expect(system.add([term(a)], .atMost, 39, priority: 1000) == nil)
    #expect(system.add([term(a)], .equal, 39, priority: 1000) == nil)
    #expect(system.add([term(a, 2), term(b, -2)], .equal, 21, priority: 1000) == nil)
    #expect(isNear(system[a], 40))
    #expect(system.solve())
    #expect(isNear(system[a], 40))
    #expect(isNear(system[b], 30))
    #expect(system.add([term(a, 2), term(b, -2)], .equal, 20, priority: 1000) != nil)
    #expect(system.add([term(a)], .equal, 41, priority: 1000) != nil)
    #expect(system.solve())
    #expect(isNear(system[b], 31))
  }

  @Test func aContradictionThatIsFoundAfterPivotsChangesNothing() {
    let (a, b) = (system.makeVariable(isNonnegative: true), system.makeVariable(isNonnegative: true))
    for view in [a, b] { #expect(system.add([term(view)], .atMost, 4, priority: 1000) != nil) }
    #expect(system.add([term(a), term(b)], .equal, 0, priority: 250) != nil)
    #expect(system.solve())
    #expect(system.add([term(a), term(b)], .atLeast, 9, priority: 1000) == nil)
    #expect(system.add([term(a), term(b)], .equal, 9, priority: 1000) == nil)
    #expect(system.solve())
    #expect(isNear(system[a], 0) && isNear(system[b], 0))
    #expect(system.add([term(a)], .atLeast, 3, priority: 1000) != nil)
    #expect(system.solve())
    #expect(isNear(system[a], 3) && isNear(system[b], 0))
  }

  @Test func aRemovedConstraintHasNoEffect() throws {
    let variable = system.makeVariable()
    #expect(system.add([term(variable)], .equal, 5, priority: 10) != nil)
    let required = try #require(system.add([term(variable)], .equal, 7, priority: 1000))
    let optional = try #require(system.add([term(variable)], .atLeast, 9, priority: 20))
    #expect(system.solve())
    #expect(isNear(system[variable], 7))
    system.remove(required)
    system.remove(required)
    #expect(system.add([term(variable)], .atMost, 20, priority: 1000) != nil)
    #expect(system.solve())
    #expect(isNear(system[variable], 9))
    system.remove(optional)
    #expect(system.solve())
    #expect(isNear(system[variable], 5))
  }

  @Test func aVariableMayAppearTwiceOrCancel() {
    let (a, b) = (system.makeVariable(), system.makeVariable())
    #expect(system.add([term(a), term(a), term(b), term(b, -1)], .equal, 10, priority: 1000) != nil)
    #expect(system.add([term(b), term(b, -1)], .equal, 0, priority: 1000) != nil)
    #expect(system.add([term(b), term(b, -1)], .equal, 1, priority: 1000) == nil)
    #expect(system.add([term(b), term(b, -1)], .atLeast, 1, priority: 1000) == nil)
    #expect(system.add([], .atMost, 1, priority: 1000) != nil)
    #expect(system.add([term(b), term(b, -1)], .equal, 1, priority: 500) != nil)
    #expect(system.solve())
    #expect(isNear(system[a], 5))
  }

  @Test func numbersThatAreNotFiniteCountAsZero() throws {
    let (a, b) = (system.makeVariable(), system.makeVariable())
    let constraint = try #require(system.add([term(a), term(b, .nan)], .equal, 3, priority: 1000))
    #expect(system.add([term(b), term(a, .infinity)], .equal, -.infinity, priority: 1000) != nil)
    #expect(system.solve())
    #expect(isNear(system[a], 3))
    #expect(isNear(system[b], 0))
    system.setConstant(of: constraint, to: .nan)
    #expect(system.solve())
    #expect(isNear(system[a], 0))
  }
}
