internal import Basics
internal import HTTPServer
internal import Sessions
internal import Synchronization

/// The open streams of pages, by the keys of their sessions. Their sessions need not be in memory.
final class StreamTable: Sendable {
  private struct Entry {
    /// The name that the client gave it.
    let name: String
    let stream: EventStream
  }

  private let streams = Locked<[SessionKey: [Entry]]>([:])
  private let count = Atomic(0)

  /// The most streams of a session. A browser has one.
  private static let mostPerSession = 8

  /// The number of open streams.
  var openCount: Int { count.load(ordering: .relaxed) }

  /// Whether no stream is open.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Adds a stream of a session. It replaces one of the same name, and the oldest one if the session has too many.
  func add(_ stream: EventStream, named name: String, of key: SessionKey) {
    let replaced = streams.withLock { streams -> [Entry] in
      var entries = streams[key, default: []]
      var replaced = entries.filter { $0.name == name }
      entries.removeAll { $0.name == name }
      if entries.count >= Self.mostPerSession { replaced.append(entries.removeFirst()) }
      entries.append(Entry(name: name, stream: stream))
      streams[key] = entries
      count.add(1 - replaced.count, ordering: .relaxed)
      return replaced
    }
    for entry in replaced { entry.stream.close() }
  }

  /// Forgets a stream that was closed.
  func remove(_ stream: EventStream, of key: SessionKey) {
    streams.withLock { streams in
      guard var entries = streams[key], let index = entries.firstIndex(where: { $0.stream === stream }) else { return }
      entries.remove(at: index)
      streams[key] = entries.isEmpty ? nil : entries
      count.subtract(1, ordering: .relaxed)
    }
  }

  /// Closes the streams of a session that gets another id: the browser comes back with that one.
  func close(_ key: SessionKey) {
    let entries = streams.withLock { $0.removeValue(forKey: key) } ?? []
    count.subtract(entries.count, ordering: .relaxed)
    for entry in entries { entry.stream.close() }
  }

  /// Tells a session's streams that it has changed.
  ///
  /// - Parameter names: The streams that need not be told.
  func tell(_ key: SessionKey, except names: [String] = []) {
    let entries = streams.withLock { $0[key] } ?? []
    for entry in entries where !names.contains(entry.name) { entry.stream.send(Self.change) }
  }

  /// Tells all streams that their sessions may have changed.
  func tellAll() {
    let entries = streams.withLock { $0.values.flatMap(\.self) }
    for entry in entries { entry.stream.send(Self.change) }
  }

  static let change: StaticString = "event: change\ndata:\n\n"
}
