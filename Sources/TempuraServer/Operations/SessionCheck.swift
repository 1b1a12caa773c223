internal import Basics
internal import Glibc
internal import Sessions
internal import TempuraUI

/// Which stored sessions this build of the app can read, and why not the others.
struct SessionCheck {
  struct Problem {
    let reason: String
    var keys: [SessionKey]

    /// The first keys, as the log shortens them.
    var list: String {
      let limit = 5
      let rest = keys.count > limit ? " and \(keys.count - limit) more" : ""
      return keys.prefix(limit).map(\.shortened).joined(separator: ", ") + rest
    }
  }

  private(set) var count = 0
  private var completed = 0
  private(set) var completion = CompletionReport()
  private var setAside = 0
  private(set) var problems: [Problem] = []
  private let now = Int64(time(nil))

  /// Reads a session. Expired ones are ignored: no request reads them.
  mutating func add(_ session: StoredSession, readBy states: StateReader) {
    guard session.record.expiry > now else { return }
    guard !session.isSetAside else { return setAside += 1 }
    count += 1
    do throws(StateError) {
      _ = try states.content(of: session.record) { report in
        completed += 1
        completion.formUnion(report)
      }
    } catch {
      let reason = error.description
      if let index = problems.firstIndex(where: { $0.reason == reason }) {
        problems[index].keys.append(session.key)
      } else {
        problems.append(Problem(reason: reason, keys: [session.key]))
      }
    }
  }

  /// The result for an operator.
  var lines: [String] {
    let unreadable = problems.reduce(0) { $0 + $1.keys.count }
    var lines = ["Sessions that this build can read: \(count - unreadable) of \(count)."]
    if completed > 0 { lines.append("Completed: \(completed). \(completion.sentences.joined(separator: " "))") }
    if setAside > 0 { lines.append("Set aside earlier: \(setAside).") }
    for problem in problems.sorted(by: { $0.keys.count > $1.keys.count }) {
      lines.append("Unreadable: \(problem.keys.count) (\(problem.list)). \(problem.reason)")
    }
    return lines
  }

  /// Reads all stored sessions, also while servers use them. Changes nothing.
  ///
  /// - Throws: What is wrong with the app or its settings, or a `StorageError`.
  static func ofAll(
    _ app: any UIApplicationDelegate.Type, _ options: CommandLineOptions, _ configuration: ServerConfiguration,
    program: String, environment: [String: String]
  ) throws -> SessionCheck {
    let site = try SiteSource(options, configuration, defaultName: program).read()
    let log = options.log(configuration)
    let app = try ServedApp(app, configuration, site, log)
    let choice = try app.storageChoice(options, program, environment, log)
    if choice == .memory { throw CommandLineError.sessionsInMemory }
    let storage = try choice.open(StorageOptions(isServer: false))
    defer { storage.close() }
    let states = app.states
    var check = SessionCheck()
    try StoredSessions(storage: storage).forEach { session in
      check.add(session, readBy: states)
      return true
    }
    return check
  }
}

extension Runtime {
  /// Reads some stored sessions, and reports those that this build cannot read, before a user meets one. Blocks.
  func readSample() {
    guard app.stateType != nil else { return }
    var check = SessionCheck()
    for session in sample() { check.add(session, readBy: states) }
    states.report(check.completion)
    for problem in check.problems {
      log.report(
        "Of \(check.count) stored sessions that were read as a sample, this build cannot read \(problem.keys.count) "
          + "(\(problem.list)). --check-sessions reads all. \(problem.reason)")
    }
  }

  /// Returns up to 200 stored sessions. Their keys are hashes, so any part of the keys is a fair sample.
  private func sample() -> [StoredSession] {
    let limit = 200
    // The last 128th, 16th, or all of the sessions: Redis lists keys only by listing all that follow. Shared parts begin with ff.
    for start in ["fe", "f", nil] {
      let key = start.flatMap { SessionKey($0 + String(repeating: "0", count: 32 - $0.utf8.count)) }
      // If the storage fails, or is closed, others say so.
      guard let found = try? StoredSessions.list(storage, after: key, limit: limit) else { return [] }
      if found.count == limit || start == nil { return found.sessions }
    }
    return []
  }
}
