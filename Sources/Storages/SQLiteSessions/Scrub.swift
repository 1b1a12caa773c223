internal import Basics
internal import Dispatch
internal import Glibc
internal import SQLiteConnections
internal import Sessions

/// Reads the whole file again and again, beside other work, so that damage is reported before users meet it.
///
/// Sessions in memory are not read again, and SQLite has no checksums. So each step reads some pages anew: it has a connection of
/// its own, without pages in memory. Of a file of up to 256 MB, the first step checks the structure. The others read sessions, and
/// compare their checksums and their entries in the index of keys.
final class Scrub: @unchecked Sendable {
  // Safe because what is not locked is only used on `thread`.

  /// The greatest size of a file whose structure is checked at once. It takes some seconds, in which the write-ahead log grows.
  static let maxBytes = 256 * 1024 * 1024
  private static let rowsAtOnce = 100
  /// A step is followed by a pause of this many times its duration.
  private static let pausesPerStep = 99
  /// How many rounds the log is not emptied, because that waits for the disk.
  private static let roundsPerLog = 12

  private struct Step: @unchecked Sendable {
    // Safe because only `thread` uses the connection, and any thread may interrupt it.
    let connection: SQLiteConnection
  }

  private struct State {
    /// The step that runs.
    var step: Step?
    var isClosed = false
  }

  private let state = Locked(State())
  private let thread = DispatchQueue(label: "tempura.sessions.scrub", qos: .utility)
  private let path: String
  private let damage: Damage
  private let emptyLog: @Sendable () async -> Void
  private let pause: Duration
  private var emptied = ContinuousClock.now
  /// The row after which the next step begins; nil to begin again.
  private var row: Int64?

  /// - Parameters:
  ///   - pause: The time between the end and the next begin, at least.
  ///   - emptyLog: Copies the write-ahead log into the file: damage of it is found by nothing else than a crash.
  init(_ file: SQLiteFile, _ damage: Damage, pause: Duration, emptyLog: @escaping @Sendable () async -> Void) {
    path = file.path
    self.damage = damage
    self.emptyLog = emptyLog
    self.pause = pause
    run(after: .zero)
  }

  private func run(after pause: Duration) { thread.asyncAfter(pause) { [weak self] in self?.run() } }

  private func run() {
    if state.withLock(\.isClosed) { return }
    let start = ContinuousClock.now
    do throws(SQLiteCallError) {
      let step = Step(connection: try connect())
      state.withLock { $0.step = step }
      // SQLite keeps the log as long as a connection is open.
      defer { state.withLock { $0.step = nil } }
      if let last = row {
        row = try readRows(after: last, step.connection)
      } else {
        row = try checkStructure(step.connection)
      }
    } catch {
      row = nil
      damage.note(SQLiteError(error))
    }
    if damage.isFound || row == nil && emptied.duration(to: .now) >= pause * Self.roundsPerLog {
      emptied = .now
      Task { [emptyLog] in await emptyLog() }
    }
    if !damage.isFound { run(after: max(start.duration(to: .now) * Self.pausesPerStep, row == nil ? pause : .zero)) }
  }

  private func connect() throws(SQLiteCallError) -> SQLiteConnection {
    var status = stat()
    // For an empty file, SQLite would remove the log.
    if stat(path, &status) == 0, status.st_size == 0 { throw .fileIsTruncated }
    return try SQLiteConnection(path)
  }

  private func checkStructure(_ connection: SQLiteConnection) throws(SQLiteCallError) -> Int64 {
    let bytes = try connection.integer("PRAGMA page_count") * connection.integer("PRAGMA page_size")
    if bytes <= Self.maxBytes {
      let result = try connection.text("PRAGMA integrity_check(1)")
      if result != "ok" { damage.note(.damaged(reason: result)) }
    }
    return .min
  }

  /// - Returns: The last row that was read; nil if there are no more.
  private func readRows(after row: Int64, _ connection: SQLiteConnection) throws(SQLiteCallError) -> Int64? {
    let rows = try SQLiteStatement(
      """
      SELECT id, version, content, checksum, hex(key), EXISTS (
        SELECT 1 FROM sessions AS found INDEXED BY sqlite_autoindex_sessions_1 WHERE found.key = sessions.key)
      FROM sessions WHERE id > ?1 ORDER BY id LIMIT \(Self.rowsAtOnce)
      """, on: connection)
    rows.bind(row, at: 1)
    var last: Int64?
    while try rows.step() {
      last = rows.integer(0)
      let version = rows.integer(1)
      // A number that no server stores may be the work of another program. Its user is told.
      let isRight =
        rows.integer(3) == Checksum.of(rows.bytes(2), version: version)
        || !SessionRecord.versions.contains(UInt64(bitPattern: version))
      if isRight, rows.integer(5) == 1 { continue }
      let problem = isRight ? "is not in the index" : "has a wrong checksum"
      damage.note(.damaged(reason: "session \((rows.text(4) ?? "").prefix(12).lowercased())… \(problem)"))
    }
    return last
  }

  /// Ends the step that runs.
  func close() {
    let isOver = DispatchSemaphore(value: 0)
    state.withLock { $0.isClosed = true }
    thread.async { isOver.signal() }
    repeat {
      state.withLock { $0.step?.connection.interrupt() }
    } while isOver.wait(timeout: .now() + .milliseconds(10)) == .timedOut
  }
}
