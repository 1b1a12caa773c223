internal import Basics
internal import HTTPServer
internal import Hydra
internal import Sessions
internal import Synchronization

/// The open streams of pages, by the keys of their sessions. Their sessions need not be in memory.
final class StreamTable: Sendable {
  private struct Entry {
    /// The name that the client gave it.
    let name: String
    let stream: EventStream
  }

  private struct State {
    var streams: [SessionKey: [Entry]] = [:]
    var announcement = Announcement()
  }

  private let state = Locked(State())
  private let count = Atomic(0)
  private let after: @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void

  /// - Parameter after: Calls a closure after a time.
  init(after: @escaping @Sendable (Double, @escaping @Sendable () -> Void) -> Void = { Timers.shared.after($0, $1) }) {
    self.after = after
  }

  /// The most streams of a session. A browser has one.
  private static let mostPerSession = 8

  /// The number of open streams.
  var openCount: Int { count.load(ordering: .relaxed) }

  /// Whether no stream is open.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Adds a stream of a session. It replaces one of the same name, and the oldest one if the session has too many.
  func add(_ stream: EventStream, named name: String, of key: SessionKey) {
    let replaced = state.withLock { state -> [Entry] in
      var entries = state.streams[key, default: []]
      var replaced = entries.filter { $0.name == name }
      entries.removeAll { $0.name == name }
      if entries.count >= Self.mostPerSession { replaced.append(entries.removeFirst()) }
      entries.append(Entry(name: name, stream: stream))
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

  /// Closes the streams of a session that gets another id: the browser comes back with that one.
  func close(_ key: SessionKey) {
    let entries = state.withLock { $0.streams.removeValue(forKey: key) } ?? []
    count.subtract(entries.count, ordering: .relaxed)
    for entry in entries { entry.stream.close() }
  }

  /// Tells a session's streams that it has changed.
  ///
  /// - Parameter names: The streams that need not be told.
  func tell(_ key: SessionKey, except names: [String] = []) {
    let entries = state.withLock { state in
      if names.isEmpty { state.announcement.skip(key) }
      return state.streams[key] ?? []
    }
    for entry in entries where !names.contains(entry.name) { entry.stream.send(Self.change) }
  }

  /// Tells all streams that their sessions may have changed: see ``Announcement``.
  func tellAll() {
    let isFirst = state.withLock { state in state.announcement.begin(state.streams.keys) }
    if isFirst { tellNext() }
  }

  private func tellNext() {
    let (entries, hasMore) = state.withLock { state in
      let (sessions, hasMore) = state.announcement.next()
      return (sessions.flatMap { state.streams[$0] ?? [] }, hasMore)
    }
    for entry in entries { entry.stream.send(Self.change) }
    if hasMore { after(Announcement.interval) { [weak self] in self?.tellNext() } }
  }

  static let change: StaticString = "event: change\ndata:\n\n"
}
