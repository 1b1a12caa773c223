internal import Basics
internal import CMalloc
internal import Dispatch

/// The event streams of a loop.
struct OpenStreams {
  /// The parts of the time between two heartbeats. In each, the streams whose descriptors have one remainder send theirs: no
  /// stream needs a timer, and not all of them send at once.
  private static let parts: Int32 = 20
  /// A comment (HTML Standard, section 9.2.5).
  private static let heartbeat: StaticString = ":\n\n"

  /// The number of streams after which memory is given back to the system: libmicrohttpd has freed that of as many
  /// connections.
  private static let burst = 500

  private var streams: [Int32: EventStream] = [:]
  /// The number of streams that were opened since memory was given back: now, and at the last heartbeat.
  private var opened = (now: 0, before: 0)
  private let interval: UInt64
  private var part: Int32 = 0
  /// The time of the next heartbeat, in nanoseconds of the monotonic clock; `UInt64.max` if there is no stream.
  private(set) var nextHeartbeat = UInt64.max

  /// - Parameter heartbeat: The nanoseconds between two heartbeats of a stream.
  init(heartbeat: UInt64) { interval = max(heartbeat / UInt64(Self.parts), 1_000_000) }

  func contains(_ descriptor: Int32) -> Bool { streams[descriptor] != nil }

  mutating func add(_ stream: EventStream, _ descriptor: Int32) {
    if streams.isEmpty { nextHeartbeat = Clock.now() &+ interval }
    streams[descriptor] = stream
    opened.now += 1
  }

  /// Reads and drops what a client has sent.
  ///
  /// - Returns: The stream, which is no longer among these, if it has ended.
  mutating func dropInput(_ descriptor: Int32) -> SocketStream? {
    guard let stream = streams[descriptor] as? SocketStream, !stream.dropInput() else { return nil }
    remove(descriptor)
    return stream
  }

  mutating func remove(_ descriptor: Int32) {
    streams[descriptor] = nil
    if streams.isEmpty { forget() }
  }

  mutating func sendHeartbeats(at now: UInt64) {
    nextHeartbeat = now &+ interval
    part = (part + 1) % Self.parts
    for (descriptor, stream) in streams where descriptor % Self.parts == part { stream.send(Self.heartbeat) }
    giveBackMemory()
  }

  /// Gives memory back to the system after many streams were opened (malloc_trim(3)).
  private mutating func giveBackMemory() {
    if opened.now >= Self.burst, opened.now == opened.before {
      opened.now = 0
      DispatchQueue.global(qos: .utility).async { _ = malloc_trim(0) }
    }
    opened.before = opened.now
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
