internal import Basics
internal import HTML
internal import HTTPServer
internal import Hydra
internal import Sessions
internal import Synchronization

/// The open streams of pages, by the keys of their sessions. Their sessions need not be in memory.
final class StreamTable: OpenPages {
  private struct Entry {
    /// The name that the client gave it.
    let name: String
    let stream: EventStream
    /// When its session expires as far as this server knows, in seconds since 1970. Storages do not report expiries.
    var expiry: Int64
  }

  private struct State {
    var streams: [SessionKey: [Entry]] = [:]
    var announcement = Announcement()
  }

  private let state = Locked(State())
  private let count = Atomic(0)
  private let after: @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void

  /// - Parameter after: Calls a closure after a time.
  init(after: @escaping @Sendable (Double, @escaping @Sendable () -> Void) -> Void) {
    self.after = after
  }

  /// The most streams of a session. A browser has one.
  private static let maxPerSession = 8

  /// The number of open streams.
  var openCount: Int { count.load(ordering: .relaxed) }

  /// Whether no stream is open.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Whether a session has an open stream.
  func has(_ key: SessionKey) -> Bool { !isEmpty && state.withLock { $0.streams[key] != nil } }

  /// Adds a stream of a session. It replaces one of the same name, and the oldest one if the session has too many.
  ///
  /// - Parameter expiry: When the session expires if it is not used, in seconds since 1970.
  func add(_ stream: EventStream, named name: String, of key: SessionKey, until expiry: Int64) {
    let replaced = state.withLock { state -> [Entry] in
      var entries = state.streams[key, default: []]
      var replaced = entries.filter { $0.name == name }
      entries.removeAll { $0.name == name }
      if entries.count >= Self.maxPerSession { replaced.append(entries.removeFirst()) }
      entries.append(Entry(name: name, stream: stream, expiry: expiry))
      state.streams[key] = entries
      count.add(1 - replaced.count, ordering: .relaxed)
      return replaced
    }
    for entry in replaced { entry.stream.close() }
  }

  /// Forgets a stream that was closed.
  func remove(_ stream: EventStream, of key: SessionKey) {
    state.withLock { state in
      guard var entries = state.streams[key], let index = entries.firstIndex(where: { $0.stream === stream })
      else { return }
      entries.remove(at: index)
      state.streams[key] = entries.isEmpty ? nil : entries
      count.subtract(1, ordering: .relaxed)
    }
  }

  /// Closes the streams of a session that was renewed: the browser opens them again with the new id.
  func close(_ key: SessionKey) {
    let entries = state.withLock { $0.streams.removeValue(forKey: key) } ?? []
    count.subtract(entries.count, ordering: .relaxed)
    for entry in entries { entry.stream.close() }
  }

  func closeAll() { sessions.forEach(close) }

  /// Tells a session's streams that it may have changed, so that its pages ask.
  func tell(_ key: SessionKey) { tell(CollectionOfOne(key)) }

  /// Tells the streams of sessions that these may have changed, so that their pages ask. Takes the lock once.
  func tell(_ keys: some Collection<SessionKey>) {
    guard !isEmpty else { return }
    let entries = state.withLock { state in
      keys.flatMap { key in
        state.announcement.skip(key)
        return state.streams[key] ?? []
      }
    }
    for entry in entries { entry.stream.send(Self.change) }
  }

  /// Tells a session's streams what has changed. Does not end an announcement: the storage may have more news.
  ///
  /// - Parameters:
  ///   - names: The streams that need not be told.
  ///   - event: Makes the event, if there is a stream to tell. If it is nil, pages have to ask.
  /// - Returns: The number of streams that got it. Others were told that something has changed.
  func tell(_ key: SessionKey, except names: [String], _ event: () -> HTMLBuffer?) -> Int {
    let entries = state.withLock { $0.streams[key] }?.filter { !names.contains($0.name) } ?? []
    guard !entries.isEmpty else { return 0 }
    guard let event = event() else {
      for entry in entries { entry.stream.send(Self.change) }
      return 0
    }
    var count = 0
    for entry in entries where entry.stream.send(event.bytes, orElse: Self.change) { count += 1 }
    return count
  }

  /// Tells all streams that their sessions may have changed: see ``Announcement``.
  ///
  /// - Parameter tell: Tells those of one session.
  func tellAll(_ tell: @escaping @Sendable (SessionKey) -> Void) {
    let isFirst = state.withLock { state in state.announcement.begin(state.streams.keys) }
    if isFirst { tellNext(tell) }
  }

  private func tellNext(_ tell: @escaping @Sendable (SessionKey) -> Void) {
    let (sessions, hasMore) = state.withLock { $0.announcement.next() }
    sessions.forEach(tell)
    if hasMore { after(Announcement.interval) { [weak self] in self?.tellNext(tell) } }
  }

  /// The sessions with open streams.
  var sessions: [SessionKey] { isEmpty ? [] : state.withLock { Array($0.streams.keys) } }

  /// Notes that a session expires later.
  func extend(_ key: SessionKey, to expiry: Int64) {
    guard !isEmpty else { return }
    state.withLock { state in
      for index in state.streams[key]?.indices ?? 0..<0 { state.streams[key]?[index].expiry = expiry }
    }
  }

  /// Tells the streams whose sessions may have expired. Another server may have extended a session, so the page asks.
  ///
  /// - Parameters:
  ///   - now: The time in seconds since 1970.
  ///   - pause: The seconds after which a stream that is still open is told again.
  func tellExpired(at now: Int64, again pause: Int64) {
    guard !isEmpty else { return }
    let expired = state.withLock { state in
      var expired: [EventStream] = []
      for (key, entries) in state.streams {
        for (index, entry) in entries.enumerated() where entry.expiry <= now {
          state.streams[key]?[index].expiry = now + pause
          expired.append(entry.stream)
        }
      }
      return expired
    }
    for stream in expired { stream.send(Self.change) }
  }

  static let change: StaticString = "event: change\ndata:\n\n"
}

/// Which sessions' open pages are told next that their sessions may have changed: in batches.
///
/// Each page that is told sends a request. In batches, these requests do not all come at once.
struct Announcement {
  /// The sessions whose pages still have to be told.
  private var due: Set<SessionKey> = []
  /// Whether ``next()`` is still to be called.
  private var isRunning = false

  /// The sessions of a batch at most, and the seconds to the next one. So the pages of 1,000 sessions are told in a second.
  static let batchSize = 100
  static let interval = 0.1

  /// Begins with these sessions, or adds them to those that are still to be told.
  ///
  /// - Returns: Whether to tell the first batch now. Otherwise a time is set for the next batch.
  mutating func begin(_ sessions: some Sequence<SessionKey>) -> Bool {
    due.formUnion(sessions)
    defer { isRunning = true }
    return !isRunning
  }

  /// Leaves out a session whose pages were told of a change meanwhile.
  mutating func skip(_ session: SessionKey) { due.remove(session) }

  /// Returns the sessions to tell now, and whether to call this again after the interval.
  mutating func next() -> (sessions: [SessionKey], hasMore: Bool) {
    let batch = Array(due.prefix(Self.batchSize))
    due.subtract(batch)
    isRunning = !due.isEmpty
    return (batch, isRunning)
  }
}
