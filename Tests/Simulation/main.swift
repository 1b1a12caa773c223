import Foundation

/// Writes a line at once, also if the program ends by a trap.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

// Runs histories that seeds describe, and checks that no server says what is not true.
//
//     Simulate [--steps N] [--seed S] [--history SEED]


var options: [String: String] = [:]
var arguments = CommandLine.arguments.dropFirst()
while let name = arguments.popFirst() { options[name] = arguments.popFirst() }

let steps = options["--steps"].flatMap { Int($0) } ?? 10_000
let seed = options["--seed"].flatMap { UInt64($0) } ?? UInt64.random(in: 0 ..< 1 << 32)

Connection.showsContent = options["--content"] != nil
if let text = options["--history"], let seed = UInt64(text) {
  let history = History(Plan(seed: seed)) { say($0) }
  let violation = try history.run()
  say("\(violation ?? "Nothing that is not true.") \(history.world.steps) steps")
  exit(violation == nil ? 0 : 1)
}

var (done, histories) = (0, 0)
var counts: [String: Int] = [:]
var violations: [String: (Int, UInt64)] = [:]
while done < steps {
  let seed = Chance.seed(seed, histories)
  if options["--verbose"] != nil { say("history \(seed)") }
  let history = History(Plan(seed: seed))
  if let violation = try history.run() {
    let kind = violation.replacing(/[sb][0-9]+\.[0-9~]+/, with: "T").replacing(/\[.*\]/, with: "[]").replacing(/[0-9]/, with: "N")
    violations[kind] = ((violations[kind]?.0 ?? 0) + 1, violations[kind]?.1 ?? seed)
  }
  done += history.world.steps
  histories += 1
  counts.merge(history.counts, uniquingKeysWith: +)
}
for (kind, (count, seed)) in violations.sorted(by: { $0.value.0 > $1.value.0 }) {
  say("\(count) × \(kind) first in history \(seed)")
}
let faults = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
say("\(done) steps, \(histories) histories, seed \(seed); \(faults); \(violations.values.reduce(0) { $0 + $1.0 }) violations")
exit(violations.isEmpty ? 0 : 1)
