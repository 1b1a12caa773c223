// Solves systems of constraints, for Tests/Cassowary/check, which says what it reads and writes. All are doubles.
import Cassowary
import Foundation

struct Input {
  let numbers = FileHandle.standardInput.readDataToEndOfFile().withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
  var place = 0
  var isEmpty: Bool { place == numbers.count }

  mutating func next() -> Double {
    defer { place += 1 }
    return numbers[place]
  }

  mutating func nextInt() -> Int { Int(next()) }
}

var input = Input()
var output: [Double] = []
// A copy, which shares what it can with the solver that goes on.
var copy = Solver()

while !input.isEmpty {
  var solver = Solver()
  let variables = (0..<input.nextInt()).map { _ in solver.makeVariable(isNonnegative: input.nextInt() == 1) }
  var constraints: [Solver.ConstraintID?] = []
  reading: while true {
    switch input.nextInt() {
    case 1:
      let relation: Solver.Relation = [.equal, .atLeast, .atMost][input.nextInt()]
      let priority = Float(input.next())
      let constant = input.next()
      let terms = (0..<input.nextInt()).map { _ in Solver.Term(variables[input.nextInt()], input.next()) }
      let constraint = solver.add(terms, relation, constant, priority: priority)
      constraints.append(constraint)
      output.append(constraint == nil ? 0 : 1)
    case 2:
      if let constraint = constraints[input.nextInt()] { solver.remove(constraint) }
    case 3:
      let number = input.nextInt()
      let constant = input.next()
      if let constraint = constraints[number] { solver.setConstant(of: constraint, to: constant) }
    case 4:
      copy = solver
      let isSolved = solver.solve()
      output.append(isSolved ? 1 : 0)
      if isSolved { output += variables.map { solver[$0] } }
    default:
      break reading
    }
  }
}
FileHandle.standardOutput.write(output.withUnsafeBytes { Data($0) })
