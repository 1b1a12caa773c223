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
    let start = answer.bytes(requestID: requestID, toHead: isHead, strictTransport: core.strictTransport)
    if isHead {
      // libmicrohttpd would add a length, which the stream does not have.
      peer.needsLingeringClose = true
      peer.sendRaw(start)
      return .NO
    }
    let address = quotaAddress
    guard core.capacity.streams.take(for: address) else { return refuse(stream: .tooManyStreams) }
    if core.isSecure {
      let stream = ResponseStream(self, for: address, start: answer.firstLine, closed: answer.closed)
      if queue(stream.makeResponse(), answer) == .YES {
        requestDidEnd(size: answer.contentSize)
        loop.beginStream(on: peer)
        loop.streams.add(stream, peer.descriptor)
        answer.opened(stream)
        if loop.isHalfClosed(peer) { stream.close() }
        return .YES
      }
    } else if let descriptor = loop.takeSocket(of: peer) {
      let stream = SocketStream(descriptor, for: address, closed: answer.closed)
      loop.streams.add(stream, descriptor)
      start.withUnsafeBytes { _ = stream.send($0) }
      answer.opened(stream)
      return .NO  // libmicrohttpd closes the connection
    }
    core.capacity.streams.giveBack(for: address)
    return refuse(stream: .tooManyStreams)
  }

  /// Answers with a response whose content is the stream.
  private func queue(_ response: OpaquePointer?, _ answer: EventStreamAnswer) -> MHD_Result {
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    for fields in [EventStreamAnswer.always, answer.shared, answer.headers] { Self.add(fields, to: response) }
    addOwnFields(to: response)
    return MHD_queue_response(connection, UInt32(HTTPStatus.ok.code), response)
  }

  private func refuse(stream problem: RequestError) -> MHD_Result {
    outcome.withLock { $0.phase = .open }
    refuse(problem)
    return queueAnswer()
  }
}
