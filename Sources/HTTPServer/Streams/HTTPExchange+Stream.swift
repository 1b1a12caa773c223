internal import Basics
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

extension HTTPExchange {
  /// Answers the request with an event stream. Only the first answer counts.
  ///
  /// The request is over when the stream is opened, also for logs. It is refused with 503 if there are too many streams, or
  /// if the server is about to stop. The connection serves no other request. A client that closes its side of it ends
  /// the stream.
  package func respond(_ stream: EventStreamAnswer) {
    let isFirst = settle(Outcome(phase: .answered, size: stream.contentSize, stream: stream))
    if !isFirst { assert(outcome.withLock { $0.isRefused || $0.phase == .done }, "An exchange is answered once") }
  }

  /// Opens a stream on the connection's socket, or refuses it. Called on the thread of the connection.
  func open(_ stream: EventStreamAnswer) -> MHD_Result {
    if peer.core.isStopping.load(ordering: .relaxed) { return refuse(stream: .stopping) }
    let isHead = isMethod("HEAD")
    let start = stream.bytes(requestID: requestID, toHead: isHead)
    if isHead {
      // libmicrohttpd would add a length, which the stream does not have.
      peer.needsLingeringClose = true
      _ = start.withUnsafeBytes { send(peer.descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
    } else if !peer.loop.open(stream, on: peer, for: payingAddress, start: start) {
      return refuse(stream: .tooManyStreams)
    }
    status = HTTPStatus.ok.code
    // libmicrohttpd closes the connection.
    return .NO
  }

  private func refuse(stream problem: RequestProblem) -> MHD_Result {
    outcome.withLock { $0.phase = .open }
    refuse(problem)
    return queueAnswer()
  }
}
