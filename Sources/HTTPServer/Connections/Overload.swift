internal import Basics
internal import CLinux
internal import CMicroHTTPD
internal import Glibc

/// Decides which requests a loop refuses because it has more to do than it can.
///
/// What counts is how long requests have waited before the loop came to them, as in CoDel (RFC 8289): not how many there are,
/// nor how busy the processor is. A long wait alone is no overload, because one slow request makes others wait. If waits stay
/// long for a while, the requests that have waited too long are refused, until all of them have been short for a while.
struct Overload {
  /// The longest wait that is accepted, in nanoseconds.
  let longestWait: UInt64
  /// How long waits have to be too long before requests are refused, in nanoseconds.
  let gracePeriod: UInt64
  /// How long waits have to be short until it is over, in nanoseconds.
  private static let calm: UInt64 = 1_000_000_000

  /// The time of the first wait that was too long; nil if there was none lately.
  private var start: UInt64?
  private var latest: UInt64 = 0
  /// When this round of the loop began to work, or else its first request came; 0 before that.
  private var roundStart: UInt64 = 0
  /// How long the last round worked.
  private var lastRound: UInt64 = 0

  init(longestWait: UInt64, gracePeriod: UInt64) {
    self.longestWait = longestWait
    self.gracePeriod = gracePeriod
  }

  /// Whether waits have been too long lately, so that it is worth to measure each.
  var isSuspected: Bool { start != nil }

  /// Whether requests that have waited too long are refused.
  func isOn(at now: UInt64) -> Bool { start.map { now &- $0 >= gracePeriod && now &- latest < Self.calm } ?? false }

  mutating func beginRound(at now: UInt64) { if roundStart == 0 { roundStart = now } }

  mutating func endRound(at now: UInt64) {
    lastRound = roundStart == 0 ? 0 : now &- roundStart
    roundStart = 0
  }

  /// The longest time that a request may have waited for the loop. It became ready in this round or the last one: an earlier round
  /// would have served it.
  func longestWait(at now: UInt64) -> UInt64 { now &- roundStart &+ lastRound }

  /// Whether connections that are accepted now would wait too long, also for the handler.
  func refusesConnections(handlerWait: UInt64) -> Bool {
    isOn(at: Clock.now()) && max(lastRound, handlerWait) >= longestWait / 2
  }

  /// Notes how long a request has waited.
  ///
  /// - Returns: Whether it is accepted.
  mutating func accept(wait: UInt64, at now: UInt64) -> Bool {
    guard wait >= longestWait else {
      if start != nil, now &- latest >= Self.calm { start = nil }
      return true
    }
    if start == nil || now &- latest >= Self.calm { start = now }
    latest = now
    return !isOn(at: now)
  }
}

extension EventLoop {
  /// Whether the loop takes a request, or has too much to do. Requests that follow a redirect are taken: they complete what has
  /// been done.
  ///
  /// - Parameters:
  ///   - address: The client's address.
  ///   - now: When the loop came to the request.
  func accepts(_ connection: HTTPConnection, from address: NetworkAddress, at now: UInt64) -> Bool {
    overload.beginRound(at: now)
    // After the loop, the request may have to wait for the handler.
    let ahead = core.configuration.handlerWait(address)
    let longest = max(overload.longestWait(at: now), ahead)
    if longest < overload.longestWait, !overload.isSuspected || !connection.state.isNew {
      return overload.accept(wait: longest, at: now)
    }
    let milliseconds = milliseconds_since_input(connection.descriptor)
    let wait = milliseconds < 0 ? longest : max(UInt64(milliseconds) * 1_000_000, ahead)
    return overload.accept(wait: wait, at: now) || connection.state.past == .redirected
  }
}

/// The answer to requests that are refused because the server has too much to do. It is made once, so that refusing a request
/// costs little: it has no id of the request.
final class OverloadAnswer {
  private let response: OpaquePointer?
  let size: Int
  /// The same as bytes, for connections that are refused before libmicrohttpd has them.
  private let bytes: [UInt8]

  init(_ core: ServerCore) {
    var answer = core.refusal(.overloaded)
    // A client that has to connect again waits in the system, which costs nothing.
    answer.headers.append("Connection", "close")
    size = answer.body.count
    bytes = answer.bytes()
    response = answer.body.makeResponse()
    if let response { answer.forEachHeaders { HTTPExchange.add($0, to: response) } }
  }

  deinit { if let response { MHD_destroy_response(response) } }

  /// Answers a request, on the thread of its connection.
  func queue(_ connection: OpaquePointer) -> MHD_Result {
    guard let response else { return .NO }
    return MHD_queue_response(connection, UInt32(RequestError.overloaded.status.code), response)
  }

  /// Sends the answer on a socket.
  func send(to descriptor: Int32) {
    _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
  }
}
