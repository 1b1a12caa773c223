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

  /// The streams by the descriptors of their sockets.
  private(set) var all: [Int32: EventStream] = [:]
  /// The number of streams that were opened since memory was given back: now, and at the last heartbeat.
  private var opened = (now: 0, before: 0)
  private let interval: UInt64
  private var part: Int32 = 0
  /// The time of the next heartbeat, in nanoseconds of the monotonic clock; `UInt64.max` if there is no stream.
  private(set) var nextHeartbeat = UInt64.max

  /// - Parameter heartbeat: The nanoseconds between two heartbeats of a stream.
  init(heartbeat: UInt64) { interval = max(heartbeat / UInt64(Self.parts), 1_000_000) }

  mutating func add(_ stream: EventStream, _ descriptor: Int32) {
    if all.isEmpty { nextHeartbeat = Clock.now() &+ interval }
    all[descriptor] = stream
    opened.now += 1
  }

  /// - Returns: The stream; nil if there is none.
  mutating func remove(_ descriptor: Int32) -> EventStream? {
    let stream = all.removeValue(forKey: descriptor)
    if all.isEmpty {
      all = [:]  // gives the table's memory back, too
      nextHeartbeat = .max
    }
    return stream
  }

  mutating func sendHeartbeats(at now: UInt64) {
    nextHeartbeat = now &+ interval
    part = (part + 1) % Self.parts
    for (descriptor, stream) in all where descriptor % Self.parts == part { stream.send(Self.heartbeat) }
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
}
