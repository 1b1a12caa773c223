internal import Basics
internal import DefaultDecoding
internal import SessionKernel
internal import Sessions
internal import TempuraUI

/// Which stored sessions, or shared parts, this build of the app can read, and why not the others.
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

  private let kind: StoredKind
  private(set) var count = 0
  private var completed = 0
  private(set) var completion = DefaultDecodingReport()
  private var quarantined = 0
  private(set) var problems: [Problem] = []
  private let now = WallClock.now()

  init(kind: StoredKind = .sessions) { self.kind = kind }

  /// Whether this build can read all, and has a place for all that they have.
  var losesNothing: Bool { problems.isEmpty && completion.unread.isEmpty }

  /// Reads a session or a part. Expired ones are ignored: no request reads them.
  mutating func add(_ session: StoredSession, readBy app: ServedApp) {
    guard session.record.expiry > now else { return }
    guard !session.record.isQuarantined else { return quarantined += 1 }
    count += 1
    if let reason = read(session.record, by: app) {
      if let index = problems.firstIndex(where: { $0.reason == reason }) {
        problems[index].keys.append(session.key)
      } else {
        problems.append(Problem(reason: reason, keys: [session.key]))
      }
    }
  }

  /// - Returns: Why it cannot be read; nil if it can.
  private mutating func read(_ record: SessionRecord, by app: ServedApp) -> String? {
    func didComplete(_ report: DefaultDecodingReport) {
      completed += 1
      completion.formUnion(report)
    }
    guard kind == .parts else {
      do throws(StateError) {
        _ = try app.states.content(of: record, didComplete: didComplete)
        return nil
      } catch { return error.description }
    }
    guard let head = SliceContent.Head(record) else { return "It is no shared part." }
    guard let slices = app.slices, let id = slices.id(head.part, of: head.key) else {
      return "This build shares no part named \"\(head.part)\"."
    }
    do throws(StateError) {
      _ = try slices.value(of: id, in: record, didComplete: didComplete)
      return nil
    } catch { return error.ofSlice }
  }

  /// The result for an operator.
  var lines: [String] {
    let unreadable = problems.reduce(0) { $0 + $1.keys.count }
    let name = kind == .sessions ? "Sessions" : "Parts"
    var lines = ["\(name) that this build can read: \(count - unreadable) of \(count)."]
    if completed > 0 { lines.append("Completed: \(completed). \(completion.sentences.joined(separator: " "))") }
    if quarantined > 0 { lines.append("Quarantined earlier: \(quarantined).") }
    for problem in problems.sorted(by: { $0.keys.count > $1.keys.count }) {
      lines.append("Unreadable: \(problem.keys.count) (\(problem.list)). \(problem.reason)")
    }
    return lines
  }

  /// Reads all stored sessions and shared parts, also while servers use them. Changes nothing.
  ///
  /// - Returns: The check of the sessions, and that of the parts if there are any.
  /// - Throws: What is wrong with the app or its settings, or a `StorageError`.
  static func ofAll(
    _ app: any UIApplicationDelegate.Type, _ options: CommandLineOptions, _ configuration: ServerConfiguration,
    program: String, environment: [String: String]
  ) throws -> [SessionCheck] {
    let site = try SiteSource(options, configuration, defaultName: program).read()
    let log = options.log(configuration)
    let app = try ServedApp(app, configuration, site, log)
    let choice = try app.storageChoice(options, program, environment, log)
    if choice == .memory { throw CommandLineError.sessionsInMemory }
    return try ofAll(in: choice, readBy: app)
  }

  /// Reads all that is stored, also while servers use it. Changes nothing.
  static func ofAll(in choice: StorageChoice, readBy app: ServedApp) throws -> [SessionCheck] {
    let storage = try choice.open(StorageOptions(isServer: false))
    defer { storage.close() }
    return try [StoredKind.sessions, .parts].map { kind in
      var check = SessionCheck(kind: kind)
      try StoredSessions(storage: storage, kind: kind).forEach { stored in
        check.add(stored, readBy: app)
        return true
      }
      return check
    }.filter { $0.kind == .sessions || $0.count + $0.quarantined > 0 }
  }
}

extension Runtime {
  /// Reads some stored sessions, and reports those that this build cannot read, before a user meets one. Blocks.
  func readSample() {
    guard app.stateType != nil else { return }
    var check = SessionCheck()
    for session in sample() { check.add(session, readBy: app) }
    kernel.states.report(check.completion)
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
