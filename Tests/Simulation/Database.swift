import Sessions

/// The storage that all servers share, and what may go wrong between it and them.
final class Database {
  private(set) var rows = StoredRows()
  /// The rows before each of the last changes, for a failover that loses them.
  private var past: [StoredRows] = []
  private static let maxPast = 8

  private let world: World
  private let oracle: Oracle
  private var connections: [Connection] = []
  /// The servers that have loaded or saved the stored version of a record. Only they hear of its next change.
  private var readers: [SessionKey: [Connection]] = [:]

  init(_ world: World, _ oracle: Oracle) {
    self.world = world
    self.oracle = oracle
  }

  var now: Int64 { World.epoch + Int64(world.time) }

  func add(_ connection: Connection) { connections.append(connection) }
  func remove(_ connection: Connection) { connections.removeAll { $0 === connection } }

  func publish(_ messages: [String], from sender: Connection) {
    for connection in connections where connection !== sender { connection.receive(messages, from: sender) }
  }

  /// Carries a call out.
  func run<Value>(
    _ call: (inout StoredRows, Int64) -> Value, from sender: Connection, keys: [SessionKey], _ name: Operation,
    hasReply: Bool = true
  ) -> Value {
    let before = rows
    let value = call(&rows, now)
    guard name != .load else {
      for key in keys where rows.rows[key] != nil { readers[key, default: []].append(sender) }
      return value
    }
    past.append(before)
    if past.count > Self.maxPast { past.removeFirst() }
    if oracle.rowsDidChange(from: before, to: rows, by: name, of: sender.server, hasReply: hasReply, at: world.time) {
      for (index, key) in keys.enumerated() {
        // A record that is new has no readers, and any server may wait for it. None waits for a new session.
        let isNew = before.rows[key] == nil
        for connection in connections where connection !== sender {
          let isReader = readers[key]?.contains { $0 === connection } == true
          if isNew ? index > 0 : isReader { connection.report(key) }
        }
        readers[key] = [sender]
      }
    }
    return value
  }

  /// Removes a session that was never used, and is not shared with other servers, which would have to be told.
  func replaceUnused() {
    guard connections.allSatisfy({ !$0.isShared }) else { return }
    let unused = rows.rows.filter { !$0.value.isUsed && !$0.value.isQuarantined }.keys.min()
    guard let unused else { return }
    let before = rows
    _ = rows.remove(unused, version: nil)
    _ = oracle.rowsDidChange(from: before, to: rows, by: .replace, at: world.time)
  }

  /// Another machine takes over, which does not have the last changes.
  func failOver(losing count: Int) {
    guard count > 0, !past.isEmpty else { return }
    let before = rows
    rows = past[max(past.count - count, 0)]
    past = []
    _ = oracle.rowsDidChange(from: before, to: rows, by: .failover, at: world.time)
    for connection in connections { connection.report(nil) }
  }
}

/// What may happen to a call of a storage.
enum Fault: String, CaseIterable, Codable {
  /// The call does not arrive.
  case lostCall
  /// The call is carried out, and the reply is lost.
  case lostReply
  /// The call is carried out after the server was told that it failed.
  case lateCall
  /// The driver sends the call again, because the first reply is lost. The server gets the second one.
  case repeated
  /// The call is carried out a second time later.
  case lateCopy
  /// The storage refuses the call.
  case refused
}

/// A server's access to the database.
final class Connection: SessionStorage, @unchecked Sendable {
  // Safe because a history runs on one thread.

  private let world: World
  private let database: Database
  private var chance: Chance
  private let faults: [Fault]
  /// The server; nil before it was started.
  weak var server: Server?
  private var observer: (@Sendable (SessionKey?) -> Void)?
  /// How many calls in a hundred go wrong.
  var faultRate = 0
  var trace: ((String) -> Void)?
  nonisolated(unsafe) static var showsContent = false
  private(set) var faultCounts: [Fault: Int] = [:]
  /// How many calls went wrong.
  var faultCount: Int { faultCounts.values.reduce(0, +) }

  let isShared: Bool
  private(set) var isInTouch = true
  /// Since when all changes are reported, in virtual seconds.
  private(set) var inTouchSince: Double

  init(_ world: World, _ database: Database, seed: UInt64, isShared: Bool, faults: [Fault]) {
    self.world = world
    self.database = database
    self.isShared = isShared
    self.faults = faults
    chance = Chance(seed)
    inTouchSince = world.time
    database.add(self)
  }

  // MARK: - Changes by others

  /// How long a report of a change takes at most, in seconds. Storages promise two.
  static let longestReport = 1.8

  func report(_ key: SessionKey?) {
    guard isShared, isInTouch else { return }
    world.after(chance.delay(upTo: Self.longestReport), on: server) { [self] in if isInTouch { observer?(key) } }
  }

  private var messageObserver: (@Sendable (String) -> Void)?
  /// When the last message of each server arrives, in virtual seconds.
  private var messageTimes: [ObjectIdentifier: Double] = [:]

  func publish(_ messages: [String]) {
    trace?("publishes \(messages)")
    // It hears of nothing by another connection.
    if isShared, !isClosed { database.publish(messages, from: self) }
  }

  /// Messages of another server come in their order, or not at all.
  fileprivate func receive(_ messages: [String], from sender: Connection) {
    guard isShared, isInTouch else { return }
    let time = max(
      world.time + chance.delay(upTo: Self.longestReport), messageTimes[ObjectIdentifier(sender)] ?? 0)
    messageTimes[ObjectIdentifier(sender)] = time
    world.after(time - world.time, on: server) { [self] in
      for message in messages where isInTouch { messageObserver?(message) }
    }
  }

  func subscribeToMessages(_ observer: @escaping @Sendable (String) -> Void) -> AnyObject {
    messageObserver = observer
    return self
  }

  /// Reports no changes for a while. After that, everything may have changed.
  func loseTouch(for seconds: Double) {
    isInTouch = false
    world.after(seconds, on: server) { [self] in
      (isInTouch, inTouchSince) = (true, world.time)
      observer?(nil)
    }
  }

  func subscribe(_ observer: @escaping @Sendable (SessionKey?) -> Void) -> AnyObject {
    self.observer = observer
    return self
  }

  // MARK: - Calls

  /// The calls that wait for a reply, in their order.
  private var calls: [(number: Int, fail: (StorageError) -> Void)] = []
  private var callCount = 0
  private var isClosed = false

  private func call<Value: Sendable>(
    _ name: Operation, _ keys: [SessionKey], _ run: @escaping (inout StoredRows, Int64) -> Value
  ) async throws(StorageError) -> Value {
    if isClosed { throw .unavailable("The server has ended.") }
    return try await withUnsafeContinuation { (done: UnsafeContinuation<Result<Value, StorageError>, Never>) in
      callCount += 1
      let number = callCount
      calls.append((number, { done.resume(returning: .failure($0)) }))
      call(name, keys, run) { [self] result in
        guard let index = calls.firstIndex(where: { $0.number == number }) else { return }
        calls.remove(at: index)
        done.resume(returning: result)
      }
    }.get()
  }

  /// The server has ended: lets all of its calls fail.
  func end() {
    isClosed = true
    let open = calls
    calls = []
    for call in open { call.fail(.unavailable("The server has ended.")) }
  }

  private func call<Value: Sendable>(
    _ name: Operation, _ keys: [SessionKey], _ run: @escaping (inout StoredRows, Int64) -> Value,
    _ answer: @escaping (Result<Value, StorageError>) -> Void
  ) {
    let (there, back, timeout) = (chance.delay(upTo: 0.8), chance.delay(upTo: 0.4), 1 + chance.fraction() * 2)
    var hasReply = true
    let names = { keys.map(\.shortened).joined(separator: ", ") }
    let carryOut = { [self] in
      let value = database.run(run, from: self, keys: keys, name, hasReply: hasReply)
      trace?(
        "\(name) \(names()): \("\(value)".prefix { $0 != "(" }), stored \(keys.map(stored).joined(separator: ", "))")
      return value
    }
    let reply = { [self] (value: Value) in world.after(back, on: server) { answer(.success(value)) } }
    let fail = { [self] (seconds: Double) in
      trace?("\(name) \(names()) fails in \(History.rounded(seconds)) s")
      world.after(seconds, on: server) { answer(.failure(.unavailable("The connection was lost."))) }
    }
    guard chance.below(100) < faultRate, !faults.isEmpty else {
      return world.after(there) { reply(carryOut()) }
    }
    let fault = chance.pick(faults)
    hasReply = false
    faultCounts[fault, default: 0] += 1
    switch fault {
    case .lostCall: fail(timeout)
    case .lostReply:
      world.after(there) { _ = carryOut() }
      fail(timeout)
    case .lateCall:
      fail(there)
      world.after(there + chance.delay(upTo: 6)) { _ = carryOut() }
    case .repeated:
      world.after(there) { [self] in
        _ = carryOut()
        world.after(chance.delay(upTo: 2)) { reply(carryOut()) }
      }
    case .lateCopy:
      world.after(there) { reply(carryOut()) }
      // A late copy of a session's first save may bring it back after its end.
      if name != .create { world.after(there + chance.delay(upTo: 6)) { _ = carryOut() } }
    case .refused: fail(there + back)
    }
  }

  /// What is stored for a key, for the trace.
  private func stored(_ key: SessionKey) -> String {
    guard let record = database.rows.rows[key] else { return "-" }
    guard Self.showsContent else { return "\(Oracle.tokens(in: record))" }
    return String(decoding: (try? record.content.encoded()) ?? [], as: UTF8.self)
  }

  func load(_ key: SessionKey, unless version: UInt64) async throws(StorageError) -> LoadedSession {
    try await call(.load, [key]) { $0.load(key, unless: version, at: $1) }
  }

  func save(_ saves: [RecordSave]) async throws(StorageError) -> SavedSession {
    var saves = saves
    for index in saves.indices {
      saves[index].record.content = EncodedContent(bytes: try saves[index].record.encodedContent(limit: .max))
    }
    let name: Operation =
      if saves.contains(where: { RenamedSession($0.record.content) != nil }) {
        .rename
      } else if saves[0].record.isQuarantined {
        .quarantined
      } else {
        saves.contains { $0.version == 0 } ? .create : .save
      }
    return try await call(name, saves.map(\.key)) { [saves] in $0.save(saves, at: $1) }
  }

  func touch(_ key: SessionKey, expiry: Int64) async throws(StorageError) {
    try await call(.touch, [key]) { $0.touch(key, expiry: expiry, at: $1) }
  }

  func remove(_ key: SessionKey, version: UInt64?) async throws(StorageError) -> Bool {
    try await call(.remove, [key]) { rows, _ in rows.remove(key, version: version) }
  }

  /// Answers at once: what it removes has no readers.
  func removeExpired() async throws(StorageError) -> Int {
    if isClosed { return 0 }
    return database.run({ $0.removeExpired(at: $1) }, from: self, keys: [SessionKey(of: .random())], .removeExpired)
  }

  func list(after key: SessionKey?, limit: Int) async throws(StorageError) -> [StoredSession] {
    database.rows.list(after: key, limit: limit)
  }

  func close() {}
}
