import Basics
import Foundation
import Sessions
import SessionsTesting

/// What a run has done.
struct Tally {
  var steps = 0
  var histories = 0
  var violations = 0
  var counts: [String: Int] = [:]

  mutating func add(_ other: Tally) {
    steps += other.steps
    histories += other.histories
    violations += other.violations
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// As one process tells another.
  var encoded: String {
    let all = counts.merging(["steps": steps, "histories": histories, "violations": violations]) { $1 }
    return "tally " + all.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
  }

  init() {}

  init?(_ line: String) {
    guard line.hasPrefix("tally ") else { return nil }
    for pair in line.dropFirst("tally ".count).split(separator: ";") {
      let parts = pair.split(separator: "=")
      counts[String(parts[0])] = Int(parts[1])
    }
    steps = counts.removeValue(forKey: "steps") ?? 0
    histories = counts.removeValue(forKey: "histories") ?? 0
    violations = counts.removeValue(forKey: "violations") ?? 0
  }
}

enum Simulation {
  /// How many violations are shown.
  private static let maxShown = 3

  /// Runs histories one after the other.
  ///
  /// - Parameter onlyFirst: Whether to end with the first violation.
  static func run(steps: Int, seed: UInt64, part: Int, onlyFirst: Bool) throws -> Tally {
    var tally = Tally()
    while tally.steps < steps, !onlyFirst || tally.violations == 0 {
      let seed = Chance.seed(Chance.seed(seed, part), tally.histories)
      let history = History(Plan(seed: seed))
      if let violation = try history.run() {
        tally.violations += 1
        if tally.violations <= maxShown { show(violation, seed) }
      }
      tally.steps += history.world.steps
      tally.histories += 1
      if history.hasRooms { tally.counts["histories with rooms", default: 0] += 1 }
      if history.list != nil { tally.counts["histories with lists", default: 0] += 1 }
      for feature in history.features { tally.counts["histories with \(feature)", default: 0] += 1 }
      tally.counts.merge(history.counts, uniquingKeysWith: +)
    }
    return tally
  }

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  static func sayRow(of plan: Plan) {
    guard let row = try? encoder.encode(plan) else { return }
    say("As a line of Tests/Simulation/histories:\n\(String(decoding: row, as: UTF8.self))")
  }

  /// Runs histories that had a violation once, a line of JSON each.
  ///
  /// - Returns: Whether there are any, and nothing went wrong in them.
  static func replay(_ text: String) throws -> Bool {
    let lines = text.split(separator: "\n")
    var violations = 0
    for line in lines {
      let plan = try JSONDecoder().decode(Plan.self, from: Data(line.utf8))
      if let violation = try History(plan, trace: Connection.showsContent ? { say($0) } : nil).run() {
        violations += 1
        say("\(plan.title ?? "History \(plan.seed)"): \(violation)")
      }
    }
    say("\(lines.count) histories that went wrong once. Violations: \(violations).")
    return !lines.isEmpty && violations == 0
  }

  private static func show(_ violation: String, _ seed: UInt64) {
    say("\nHistory \(seed): \(violation)")
    let shrinking = Shrinking(Plan(seed: seed), violation)
    say("With these deeds of it alone: \(shrinking.violation)")
    let plan = shrinking.plan
    say(
      "\(plan.servers) servers, \(plan.browsers) browsers, \(plan.hasRooms == true ? "rooms, " : "")"
        + "\((plan.features ?? []).map { "\($0.rawValue), " }.joined())a \(plan.isShared ? "shared" : "local") storage, "
        + "faults: \(plan.faults)")
    _ = try? History(plan) { say($0) }.run()
    sayRow(of: plan)
  }

  /// Runs the program several times at once, and says what all of them have done.
  ///
  /// - Returns: The status to exit with.
  static func runProcesses(_ count: Int, _ arguments: [String], seed: UInt64, steps: Int) async throws -> Int32 {
    let start = Date.now
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    let processes = try (0..<count).map { part in
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.environment = environment
      process.arguments =
        Array(arguments.dropFirst())
        + ["--seed", "\(seed)", "--part", "\(part)", "--steps", "\((steps + count - 1) / count)"]
      process.standardOutput = output
      try process.run()
      return (process, output)
    }
    var (tally, status): (Tally, Int32) = (Tally(), 0)
    for (process, output) in processes {
      for line in String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        if let part = Tally(String(line)) { tally.add(part) } else if !line.isEmpty { say(String(line)) }
      }
      process.waitUntilExit()
      if process.terminationStatus != 0 || process.terminationReason != .exit { status = 1 }
    }
    if tally.histories > 0 {
      let counts = tally.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      let seconds = Int(Date.now.timeIntervalSince(start).rounded())
      say(
        "\(tally.steps) steps in \(tally.histories) histories of seed \(seed) in \(seconds) s: \(counts). "
          + "Violations: \(tally.violations).")
    }
    return status
  }
}

/// The rules of the simulated storage, as the checks of storages call them.
final class CheckedRows: SessionStorage {
  private let rows = Locked(StoredRows())
  private let clock: StorageClock

  init(_ clock: StorageClock) { self.clock = clock }

  let isShared = false
  let isInTouch = true

  func load(_ key: SessionKey, unless version: UInt64) async throws(StorageError) -> LoadedSession {
    rows.withLock { $0.load(key, unless: version, at: clock.now) }
  }
  func save(_ saves: [RecordSave]) async throws(StorageError) -> SavedSession {
    rows.withLock { $0.save(saves, at: clock.now) }
  }
  func touch(_ key: SessionKey, expiry: Int64) async throws(StorageError) {
    rows.withLock { $0.touch(key, expiry: expiry, at: clock.now) }
  }
  func remove(_ key: SessionKey, version: UInt64?) async throws(StorageError) -> Bool {
    rows.withLock { $0.remove(key, version: version) }
  }
  func removeExpired() async throws(StorageError) -> Int { rows.withLock { $0.removeExpired(at: clock.now) } }
  func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject { self }
  func list(after key: SessionKey?, limit: Int) async throws(StorageError) -> [StoredSession] {
    rows.withLock { $0.list(after: key, limit: limit) }
  }
  func close() {}
}
