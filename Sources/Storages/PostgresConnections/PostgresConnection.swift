package import Basics
internal import CPostgres
internal import Glibc

/// A connection to a PostgreSQL that has accepted the login. Used by one thread.
///
/// It is in libpq's pipeline mode (PostgreSQL, section 34.5): statements are sent without waiting for results. A sync ends
/// each transaction.
package final class PostgresConnection {
  private let library: postgres_library
  private let connection: OpaquePointer
  private let timeouts: PostgresTimeouts
  /// When bytes arrived last.
  private var lastArrival = ContinuousClock.now
  /// Whether a result did not come in time.
  private var isSilent = false

  /// Connects to the first host that can be used.
  package init(to destination: PostgresDestination) throws(PostgresError) {
    library = try PostgresLibrary.load()
    timeouts = destination.timeouts
    connection = try Self.connect(destination, library)
  }

  deinit {
    if isSilent { PostgresCancel.send(for: connection, library, timeout: timeouts.connection) }
    library.PQfinish(connection)
  }

  private static func connect(
    _ destination: PostgresDestination, _ library: postgres_library
  ) throws(PostgresError) -> OpaquePointer {
    let timeout = destination.url.connectTimeout ?? destination.timeouts.connect
    var problem = PostgresError.notConnectedInTime
    for host in destination.url.hosts {
      do throws(PostgresError) {
        return try connect(destination.settings(for: host, until: .now + timeout), library, timeout)
      } catch {
        problem = error
      }
    }
    throw problem
  }

  private static func connect(
    _ settings: [String: String], _ library: postgres_library, _ timeout: Duration
  ) throws(PostgresError) -> OpaquePointer {
    let names = settings.keys.map { strdup($0) }
    let values = settings.values.map { strdup($0) }
    defer { for text in names + values { free(text) } }
    let started = library.PQconnectStartParams(
      names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 0)
    guard let connection = started else { throw .outOfMemory }
    let deadline = ContinuousClock.now + timeout
    do throws(PostgresError) {
      func problem() -> PostgresError { PostgresError(connecting: message(connection, library)) }
      // So that errors have their codes, whatever language they are in.
      _ = library.PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
      _ = library.PQsetNoticeReceiver(connection, { _, _ in }, nil)
      guard library.PQstatus(connection) != CONNECTION_BAD else { throw problem() }
      var next = PGRES_POLLING_WRITING
      while next != PGRES_POLLING_OK {
        let events = next == PGRES_POLLING_WRITING ? POLLOUT : POLLIN
        guard Descriptors.wait(for: [(library.PQsocket(connection), events)], until: deadline) != nil else {
          throw .notConnectedInTime
        }
        next = library.PQconnectPoll(connection)
        if next == PGRES_POLLING_FAILED { throw problem() }
      }
      let version = Int(library.PQserverVersion(connection))
      guard version >= 140_000 else { throw .tooOld(version: version) }
      guard library.PQsetnonblocking(connection, 1) == 0, library.PQenterPipelineMode(connection) == 1 else {
        throw .unexpectedAnswer
      }
    } catch {
      library.PQfinish(connection)
      throw error
    }
    return connection
  }

  // MARK: - Sending

  /// Prepares statements. PostgreSQL ends those that take longer than the storage waits.
  package func prepare(_ statements: [PostgresStatement]) throws(PostgresError) {
    try send(
      PostgresStep(
        """
        SELECT set_config('statement_timeout', $1, false), set_config('jit', 'off', false),
          set_config('default_transaction_isolation', 'read committed', false)
        """,
        .text("\(timeouts.reply.nanoseconds / 1_000_000)")))
    for statement in statements {
      let kinds = statement.kinds.map { Oid($0.rawValue) }
      try sent(
        library.PQsendPrepare(connection, statement.name, statement.text, Int32(kinds.count), kinds))
    }
    try sync()
    try flush()
    lastArrival = .now
    _ = try transaction().get()
  }

  /// Runs transactions of one or more statements each. All are sent before the first result is read.
  ///
  /// - Parameter receive: Gets the index and the results of each transaction in their order. A transaction that failed
  ///   has changed nothing.
  /// - Throws: If the connection is lost. PostgreSQL may have run the transactions without a result.
  package func run(
    _ transactions: [[PostgresStep]], _ receive: (Int, Result<[PostgresRows], PostgresError>) -> Void
  ) throws(PostgresError) {
    for steps in transactions {
      for step in steps { try send(step) }
      try sync()
    }
    try flush()
    lastArrival = .now
    for (index, steps) in transactions.enumerated() {
      let result = try transaction()
      if case .success(let rows) = result, rows.count != steps.count { throw .unexpectedAnswer }
      receive(index, result)
    }
  }

  /// Runs one transaction.
  package func run(_ steps: PostgresStep...) throws(PostgresError) -> [PostgresRows] {
    var result: Result<[PostgresRows], PostgresError>?
    try run([steps]) { result = $1 }
    guard let result else { throw .unexpectedAnswer }
    return try result.get()
  }

  private func send(_ step: PostgresStep) throws(PostgresError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(step.size)
    /// Nil for NULL.
    var starts: [Int?] = []
    var lengths: [Int32] = []
    for parameter in step.parameters {
      let start = bytes.count
      starts.append(start)
      switch parameter {
      case .integer(let number): withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
      case .flag(let flag): bytes.append(flag ? 1 : 0)
      case .bytes(let value): bytes += value
      case .text(let text), .literal(let text?): bytes += text.utf8
      case .literal(nil): starts[starts.count - 1] = nil
      }
      lengths.append(Int32(bytes.count - start))
      bytes.append(0)  // the end of a literal, and an address for a value without bytes
    }
    let kinds = step.parameters.map { Oid($0.kind.rawValue) }
    let formats = kinds.map { $0 == PostgresKind.unknown.rawValue ? Int32(0) : 1 }
    let results: Int32 = step.hasTexts ? 0 : 1
    let isSent = bytes.withUnsafeBufferPointer { buffer -> Int32 in
      let values = starts.map { start -> UnsafePointer<CChar>? in
        start.map { UnsafeRawPointer(buffer.baseAddress! + $0).assumingMemoryBound(to: CChar.self) }
      }
      if let name = step.name {
        return library.PQsendQueryPrepared(connection, name, Int32(values.count), values, lengths, formats, results)
      }
      return library.PQsendQueryParams(
        connection, step.text, Int32(values.count), kinds, values, lengths, formats, results)
    }
    try sent(isSent)
  }

  private func sync() throws(PostgresError) { try sent(library.PQpipelineSync(connection)) }

  private func sent(_ result: Int32) throws(PostgresError) { guard result == 1 else { throw lost() } }

  /// Writes what libpq has not written yet. Reads meanwhile, because PostgreSQL may wait for that.
  private func flush() throws(PostgresError) {
    while true {
      let rest = library.PQflush(connection)
      if rest == 0 { return }
      // The server may have sent the reason before it closed the connection.
      if rest < 0 { return }
      try wait(for: POLLIN | POLLOUT, until: .now + timeouts.reply)
      guard library.PQconsumeInput(connection) == 1 else { return }
    }
  }

  // MARK: - Receiving

  /// Waits for the results of the next transaction.
  private func transaction() throws(PostgresError) -> Result<[PostgresRows], PostgresError> {
    var rows: [PostgresRows] = []
    var problem: PostgresError?
    var missing = 0
    while true {
      while library.PQisBusy(connection) == 1 {
        try wait(for: POLLIN, until: lastArrival + timeouts.reply)
        guard library.PQconsumeInput(connection) == 1 else { break }
        lastArrival = .now
      }
      guard let result = library.PQgetResult(connection) else {
        // One ends the results of each statement.
        missing += 1
        if missing > 2 || library.PQstatus(connection) == CONNECTION_BAD { throw connectionProblem(problem) }
        continue
      }
      missing = 0
      defer { library.PQclear(result) }
      switch library.PQresultStatus(result) {
      case PGRES_PIPELINE_SYNC: return problem.map { .failure($0) } ?? .success(rows)
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: rows.append(PostgresRows(result, library))
      case PGRES_PIPELINE_ABORTED: break
      default: problem = problem ?? self.problem(of: result)
      }
      if library.PQstatus(connection) == CONNECTION_BAD { throw connectionProblem(problem) }
    }
  }

  private func problem(of result: OpaquePointer) -> PostgresError {
    /// A field, by its letter (PostgreSQL, section 55.8).
    func field(_ letter: Unicode.Scalar) -> String? {
      library.PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
    }
    // Without a code it is an error of libpq.
    guard let code = field("C") else { return lost() }
    return PostgresError(code: code, text: field("M") ?? "")
  }

  /// The connection was lost. PostgreSQL may have said why.
  private func connectionProblem(_ said: PostgresError?) -> PostgresError {
    if case .lost = said { said! } else { lost() }
  }

  private func lost() -> PostgresError {
    let text = Self.message(connection, library)
    if case .lost(let reason) = PostgresError(connecting: text) { return .lost(reason: reason) }
    return .lost(reason: nil)
  }

  private static func message(_ connection: OpaquePointer, _ library: postgres_library) -> String {
    library.PQerrorMessage(connection).map { String(cString: $0) } ?? ""
  }

  private func wait(for events: Int32, until deadline: ContinuousClock.Instant) throws(PostgresError) {
    guard Descriptors.wait(for: [(library.PQsocket(connection), events)], until: deadline) != nil else {
      isSilent = true
      throw .silent
    }
  }

  /// Whether it works, and no transaction is open.
  package var isIdle: Bool {
    library.PQstatus(connection) == CONNECTION_OK && library.PQtransactionStatus(connection) == PQTRANS_IDLE
  }

  // MARK: - Without calls

  /// Waits until a message arrives or the waker wakes.
  ///
  /// - Returns: False at the deadline; nil for none.
  @discardableResult
  package func wait(_ waker: Waker, until deadline: ContinuousClock.Instant?) throws(PostgresError) -> Bool {
    let descriptors = [(library.PQsocket(connection), events: POLLIN), (waker.descriptor, events: POLLIN)]
    guard let isReady = Descriptors.wait(for: descriptors, until: deadline) else { return false }
    if isReady[1] { waker.reset() }
    guard isReady[0] else { return true }
    guard library.PQconsumeInput(connection) == 1 else { throw lost() }
    // Without a call, PostgreSQL sends an error only before it closes the connection.
    if library.PQisBusy(connection) == 0, library.PQstatus(connection) == CONNECTION_BAD { throw lost() }
    return true
  }

  /// The next notification that has arrived, without waiting; nil if there is none.
  package func nextNotification() -> [UInt8]? {
    guard let notification = library.PQnotifies(connection) else { return nil }
    defer { library.PQfreemem(notification) }
    return notification.pointee.extra.map { Array(String(cString: $0).utf8) } ?? []
  }
}

/// The rows of a result.
package struct PostgresRows: Sendable {
  package private(set) var rows: [[[UInt8]?]] = []

  fileprivate init(_ result: OpaquePointer, _ library: postgres_library) {
    let columns = library.PQnfields(result)
    rows = (0..<library.PQntuples(result)).map { row in
      (0..<columns).map { column in
        guard library.PQgetisnull(result, row, column) == 0 else { return nil }
        let count = Int(library.PQgetlength(result, row, column))
        return Array(UnsafeRawBufferPointer(start: library.PQgetvalue(result, row, column), count: count))
      }
    }
  }

  package var isEmpty: Bool { rows.isEmpty }
}

extension [[UInt8]?] {
  /// - Throws: `.unexpectedAnswer` if the column has another type. The same is true for the other functions.
  package func integer(_ column: Int) throws(PostgresError) -> Int64 {
    guard let bytes = self[column], bytes.count == 8 else { throw .unexpectedAnswer }
    return bytes.reduce(0) { $0 << 8 | Int64($1) }
  }

  package func flag(_ column: Int) throws(PostgresError) -> Bool {
    guard let bytes = self[column], bytes.count == 1 else { throw .unexpectedAnswer }
    return bytes[0] != 0
  }

  package func bytes(_ column: Int) throws(PostgresError) -> [UInt8] {
    guard let bytes = self[column] else { throw .unexpectedAnswer }
    return bytes
  }

  package func text(_ column: Int) -> String? { self[column].map { String(decoding: $0, as: UTF8.self) } }
}
