import Glibc

@testable import HTTPServer

/// A stream whose events are counted at the other end of its socket.
final class CountingStream {
  let stream: EventStream
  private let end: Int32
  private var count = 0

  init() {
    var descriptors: [Int32] = [-1, -1]
    // Each event is a message of its own.
    let result = socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &descriptors)
    precondition(result == 0, "socketpair: \(String(cString: strerror(errno)))")
    stream = EventStream(descriptors[0], for: nil) { _ in }
    end = descriptors[1]
  }

  deinit {
    stream.finish()
    close(end)
  }

  /// The number of events that were sent.
  var eventCount: Int {
    var byte: UInt8 = 0
    while recv(end, &byte, 1, Int32(MSG_DONTWAIT)) > 0 { count += 1 }
    return count
  }
}
