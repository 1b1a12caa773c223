internal import Basics
internal import CLinux
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// The event streams of a loop.
struct OpenStreams {
  /// The parts of the time between two heartbeats. In each, the streams whose descriptors have one remainder send theirs: no
  /// stream needs a timer, and not all of them send at once.
  private static let parts: Int32 = 20
  /// An event, because scripts do not see comments (HTML Standard, section 9.2.6).
  private static let heartbeat: StaticString = "event: pulse\ndata:\n\n"

  /// The streams by the descriptors of their sockets.
  private(set) var all: [Int32: EventStream] = [:]
  private let interval: UInt64
  private var part: Int32 = 0
  /// The time of the next heartbeat, in nanoseconds of the monotonic clock; `UInt64.max` if there is no stream.
  private(set) var nextHeartbeat = UInt64.max

  /// - Parameter heartbeat: The nanoseconds between two heartbeats of a stream.
  init(heartbeat: UInt64) { interval = max(heartbeat / UInt64(Self.parts), 1_000_000) }

  mutating func add(_ stream: EventStream, _ descriptor: Int32) {
    if all.isEmpty { nextHeartbeat = Clock.now() &+ interval }
    all[descriptor] = stream
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
  }
}

/// How a loop takes sockets from libmicrohttpd. A connection of the library keeps its memory, some 20 KiB, for as long as an
/// answer lasts. A stream needs none of it.
extension EventLoop {
  /// Takes the socket of a connection. The caller has libmicrohttpd close the connection.
  ///
  /// - Returns: Another descriptor of the socket, which the caller owns; nil if the system has none left.
  func takeSocket(of connection: HTTPConnection) -> Int32? {
    let descriptor = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0, events.add(descriptor, for: .input), leave(connection) else {
      events.remove(descriptor)
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// The stream of a descriptor is over.
  func streamDidEnd(_ descriptor: Int32) {
    guard let stream = streams.remove(descriptor) else { return }
    core.capacity.giveBack(of: .streams, for: stream.address)
    stream.finish()
  }

  /// Closes all streams because the server stops. Their clients shall not come back all at once.
  func closeStreams() {
    for (descriptor, stream) in streams.all {
      stream.close(retry: Int.random(in: 500...3000))
      streamDidEnd(descriptor)
    }
  }
}

extension HTTPConnection {
  /// Opens a stream on the socket, or refuses it.
  func open(_ answer: EventStreamAnswer, of exchange: HTTPExchange) -> MHD_Result {
    if core.isStopping.load(ordering: .relaxed) { return refuse(streamOf: exchange, .stopping) }
    let isHead = exchange.request.isMethod("HEAD")
    let start = answer.bytes(requestID: exchange.requestID, toHead: isHead)
    if isHead {
      // libmicrohttpd would add a length, which the stream does not have.
      handle(.connectionEnds)
      sendRaw(start)
      return .NO
    }
    let address = exchange.quotaAddress
    guard core.capacity.take(of: .streams, for: address) else { return refuse(streamOf: exchange, .tooManyStreams) }
    guard let descriptor = loop.takeSocket(of: self) else {
      core.capacity.giveBack(of: .streams, for: address)
      return refuse(streamOf: exchange, .tooManyStreams)
    }
    let stream = EventStream(descriptor, for: address, closed: answer.closed)
    loop.streams.add(stream, descriptor)
    start.withUnsafeBytes { _ = stream.send($0) }
    answer.opened(stream)
    return .NO  // libmicrohttpd closes the connection
  }

  private func refuse(streamOf exchange: HTTPExchange, _ problem: RequestError) -> MHD_Result {
    exchange.outcome.withLock { $0 = .open }
    exchange.refuse(problem)
    return sendAnswer(of: exchange)
  }
}
