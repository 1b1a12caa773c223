import Foundation
import SessionsTesting

// Runs histories that a seed describes: see CONTRIBUTING.md.
//
//     Simulate [--steps N] [--seed S] [--processes N]
//     Simulate --history SEED [--content yes]
//     Simulate --histories FILE [--content yes]

/// Writes a line at once, also if the program ends by a trap.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

var options: [String: String] = [:]
var arguments = CommandLine.arguments.dropFirst()
while let name = arguments.popFirst() { options[name] = arguments.popFirst() }

@MainActor func number(_ name: String) -> UInt64? {
  guard let text = options["--\(name)"], !text.isEmpty else { return nil }
  if let number = UInt64(text.replacing(",", with: "").replacing("_", with: "")) { return number }
  say("--\(name) must be a number, and is \(text).")
  exit(2)
}

let steps = Int(number("steps") ?? 100_000)
let seed = number("seed") ?? UInt64.random(in: 1..<1 << 32)
Connection.showsContent = options["--content"] != nil

// The order in which a dictionary lists its keys must be the same in each run.
if ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == nil {
  let isAlone = number("history") != nil || options["--histories"] != nil
  let count = isAlone ? 1 : max(Int(number("processes") ?? 2), 1)
  exit(try await Simulation.runProcesses(count, CommandLine.arguments, seed: seed, steps: steps))
}
if let seed = number("history") {
  let plan = Plan(seed: seed)
  let history = History(plan) { say($0) }
  let violation = try history.run()
  say(violation ?? "Nothing went wrong in \(history.world.steps) steps.")
  Simulation.sayRow(of: plan)
  exit(violation == nil ? 0 : 1)
}
if let file = options["--histories"] {
  exit(try Simulation.replay(String(contentsOfFile: file, encoding: .utf8)) ? 0 : 1)
}
for check in StorageCheck.all where options["--first"] == nil {
  try await check.run { clock, _ in CheckedRows(clock) }
}
let part = Int(number("part") ?? 0)
let tally = try Simulation.run(steps: steps, seed: seed, part: part, onlyFirst: options["--first"] != nil)
say(tally.encoded)
exit(tally.violations == 0 ? 0 : 1)
