/// The event streams of a loop.
struct OpenStreams {
  /// The parts of the time between two heartbeats. In each, the streams whose descriptors have one remainder send theirs: no
  /// stream needs a timer, and not all of them send at once.
  private static let parts: Int32 = 20
  /// A comment (HTML Standard, section 9.2.5).
  private static let heartbeat: StaticString = ":\n\n"

  private var streams: [Int32: EventStream] = [:]
  private let interval: UInt64
  private var part: Int32 = 0
  /// The time of the next heartbeat, in nanoseconds of the monotonic clock; `UInt64.max` if there is no stream.
  private(set) var nextHeartbeat = UInt64.max

  /// - Parameter heartbeat: The nanoseconds between two heartbeats of a stream.
  init(heartbeat: UInt64) { interval = heartbeat / UInt64(Self.parts) }

  func contains(_ descriptor: Int32) -> Bool { streams[descriptor] != nil }

  mutating func add(_ stream: EventStream, _ descriptor: Int32) {
    if streams.isEmpty { nextHeartbeat = Clock.now() &+ interval }
    streams[descriptor] = stream
  }

  /// Reads and drops what a client has sent.
  ///
  /// - Returns: The stream, which is no longer among these, if it has ended.
  mutating func dropInput(_ descriptor: Int32) -> EventStream? {
    guard let stream = streams[descriptor], !stream.dropInput() else { return nil }
    streams[descriptor] = nil
    if streams.isEmpty { forget() }
    return stream
  }

  mutating func sendHeartbeats(at now: UInt64) {
    nextHeartbeat = now &+ interval
    part = (part + 1) % Self.parts
    for (descriptor, stream) in streams where descriptor % Self.parts == part { stream.send(Self.heartbeat) }
  }

  mutating func removeAll() -> [EventStream] {
    defer { forget() }
    return Array(streams.values)
  }

  /// Gives the table's memory back, too.
  private mutating func forget() {
    streams = [:]
    nextHeartbeat = .max
  }
}
