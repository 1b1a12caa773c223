import Cassowary
import Testing

/// A solver in an object, as `#expect` calls no mutating method of a value.
final class System {
  var solver = Solver()

  func makeVariable(isNonnegative: Bool = false) -> Solver.Variable {
    solver.makeVariable(isNonnegative: isNonnegative)
  }

  func add(
    _ terms: [Solver.Term], _ relation: Solver.Relation, _ constant: Double, priority: Float
  ) -> Solver.ConstraintID? {
    solver.add(terms, relation, constant, priority: priority)
  }

  /// Adds a constraint that contradicts no other one.
  func require(
    _ terms: [Solver.Term], _ relation: Solver.Relation, _ constant: Double, priority: Float
  ) throws -> Solver.ConstraintID {
    let constraint = add(terms, relation, constant, priority: priority)
    return try #require(constraint)
  }

  func remove(_ constraint: Solver.ConstraintID) { solver.remove(constraint) }

  func setConstant(of constraint: Solver.ConstraintID, to constant: Double) {
    solver.setConstant(of: constraint, to: constant)
  }

  func solve() -> Bool { solver.solve() }

  subscript(variable: Solver.Variable) -> Double { solver[variable] }
}

func term(_ variable: Solver.Variable, _ coefficient: Double = 1) -> Solver.Term {
  Solver.Term(variable, coefficient)
}

func isNear(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 1e-6 }
