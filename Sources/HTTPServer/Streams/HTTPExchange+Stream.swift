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
    let isFirst = setOutcome(Outcome(phase: .answered, size: stream.contentSize, stream: stream))
    if !isFirst { assert(outcome.withLock { $0.isRefused || $0.phase == .done }, "An exchange is answered once") }
  }

  /// Opens a stream on the connection's socket, or refuses it. Called on the thread of the connection.
  func open(_ answer: EventStreamAnswer) -> MHD_Result {
    let (core, loop) = (peer.core, peer.loop)
    if core.isStopping.load(ordering: .relaxed) { return refuse(stream: .stopping) }
    let isHead = isMethod("HEAD")
    status = HTTPStatus.ok.code
    let start = answer.bytes(requestID: requestID, toHead: isHead)
    if isHead {
      // libmicrohttpd would add a length, which the stream does not have.
      peer.needsLingeringClose = true
      peer.sendRaw(start)
      return .NO
    }
    let address = quotaAddress
    guard core.capacity.streams.take(for: address) else { return refuse(stream: .tooManyStreams) }
    guard let descriptor = loop.takeSocket(of: peer) else {
      core.capacity.streams.giveBack(for: address)
      return refuse(stream: .tooManyStreams)
    }
    let stream = EventStream(descriptor, for: address, closed: answer.closed)
    loop.streams.add(stream, descriptor)
    start.withUnsafeBytes { _ = stream.send($0) }
    answer.opened(stream)
    return .NO  // libmicrohttpd closes the connection
  }

  private func refuse(stream problem: RequestError) -> MHD_Result {
    outcome.withLock { $0.phase = .open }
    refuse(problem)
    return queueAnswer()
  }
}
