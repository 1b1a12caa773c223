internal import Basics
internal import HTML
internal import HTTPServer
internal import Hydra
internal import SessionKernel
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

  private let streams = Locked<[SessionKey: [Entry]]>([:])
  private let count = Atomic(0)

  /// The most streams of a session. A browser has one.
  private static let maxPerSession = 8

  /// The number of open streams.
  var openCount: Int { count.load(ordering: .relaxed) }

  /// Whether no stream is open.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Whether a session has an open stream.
  func has(_ key: SessionKey) -> Bool { !isEmpty && streams.withLock { $0[key] != nil } }

  /// Adds a stream of a session. It replaces one of the same name, and the oldest one if the session has too many.
  ///
  /// - Parameter expiry: When the session expires if it is not used, in seconds since 1970.
  func add(_ stream: EventStream, named name: String, of key: SessionKey, until expiry: Int64) {
    let replaced = streams.withLock { streams -> [Entry] in
      var entries = streams[key, default: []]
      var replaced = entries.filter { $0.name == name }
      entries.removeAll { $0.name == name }
      if entries.count >= Self.maxPerSession { replaced.append(entries.removeFirst()) }
      entries.append(Entry(name: name, stream: stream, expiry: expiry))
      streams[key] = entries
      count.add(1 - replaced.count, ordering: .relaxed)
      return replaced
    }
    for entry in replaced { entry.stream.close() }
  }

  /// Forgets a stream that was closed.
  func remove(_ stream: EventStream, of key: SessionKey) {
    streams.withLock { streams in
      guard var entries = streams[key], let index = entries.firstIndex(where: { $0.stream === stream })
      else { return }
      entries.remove(at: index)
      streams[key] = entries.isEmpty ? nil : entries
      count.subtract(1, ordering: .relaxed)
    }
  }

  /// Closes the streams of a session that was renewed: the browser opens them again with the new id.
  func close(_ key: SessionKey) {
    let entries = streams.withLock { $0.removeValue(forKey: key) } ?? []
    count.subtract(entries.count, ordering: .relaxed)
    for entry in entries { entry.stream.close() }
  }

  func closeAll() { sessions.forEach(close) }

  /// Tells a session's streams that it may have changed, so that its pages ask.
  func tell(_ key: SessionKey) { tell(CollectionOfOne(key)) }

  /// Tells the streams of sessions that these may have changed, so that their pages ask. Takes the lock once.
  func tell(_ keys: some Collection<SessionKey>) {
    guard !isEmpty else { return }
    let entries = streams.withLock { streams in keys.flatMap { streams[$0] ?? [] } }
    for entry in entries { entry.stream.send(Self.change) }
  }

  /// Tells a session's streams what has changed.
  ///
  /// - Parameters:
  ///   - names: The streams that need not be told.
  ///   - event: Makes the event, if there is a stream to tell. If it is nil, pages have to ask.
  /// - Returns: The number of streams that got it. Others were told that something has changed.
  func tell(_ key: SessionKey, except names: [String], _ event: () -> HTMLBuffer?) -> Int {
    let entries = streams.withLock { $0[key] }?.filter { !names.contains($0.name) } ?? []
    guard !entries.isEmpty else { return 0 }
    guard let event = event() else {
      for entry in entries { entry.stream.send(Self.change) }
      return 0
    }
    var count = 0
    for entry in entries where entry.stream.send(event.bytes, orElse: Self.change) { count += 1 }
    return count
  }

  /// The sessions with open streams.
  var sessions: [SessionKey] { isEmpty ? [] : streams.withLock { Array($0.keys) } }

  /// Notes that a session expires later.
  func extend(_ key: SessionKey, to expiry: Int64) {
    guard !isEmpty else { return }
    streams.withLock { streams in
      for index in streams[key]?.indices ?? 0..<0 { streams[key]?[index].expiry = expiry }
    }
  }

  /// Tells the streams whose sessions may have expired. Another server may have extended a session, so the page asks.
  ///
  /// - Parameters:
  ///   - now: The time in seconds since 1970.
  ///   - pause: The seconds after which a stream that is still open is told again.
  func tellExpired(at now: Int64, again pause: Int64) {
    guard !isEmpty else { return }
    let expired = streams.withLock { streams in
      var expired: [EventStream] = []
      for (key, entries) in streams {
        for (index, entry) in entries.enumerated() where entry.expiry <= now {
          streams[key]?[index].expiry = now + pause
          expired.append(entry.stream)
        }
      }
      return expired
    }
    for stream in expired { stream.send(Self.change) }
  }

  static let change: StaticString = "event: change\ndata:\n\n"
}
