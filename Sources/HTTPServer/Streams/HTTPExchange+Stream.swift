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
  func open(_ stream: EventStreamAnswer) -> MHD_Result {
    if peer.core.isStopping.load(ordering: .relaxed) { return refuse(stream: .stopping) }
    let isHead = isMethod("HEAD")
    if peer.core.isSecure, !isHead { return openOverTLS(stream) }
    let start = stream.bytes(
      requestID: requestID, toHead: isHead, strictTransport: peer.core.strictTransport)
    if isHead {
      // libmicrohttpd would add a length, which the stream does not have.
      peer.needsLingeringClose = true
      peer.sendRaw(start)
    } else if !peer.loop.open(stream, on: peer, for: quotaAddress, start: start) {
      return refuse(stream: .tooManyStreams)
    }
    status = HTTPStatus.ok.code
    // libmicrohttpd closes the connection.
    return .NO
  }

  /// Answers with a response whose content is the stream.
  private func openOverTLS(_ answer: EventStreamAnswer) -> MHD_Result {
    let address = quotaAddress
    guard peer.core.capacity.streams.take(for: address) else { return refuse(stream: .tooManyStreams) }
    let stream = ResponseStream(self, for: address, start: answer.firstLine, closed: answer.closed)
    let result = queue(stream.makeResponse(), answer)
    status = HTTPStatus.ok.code
    if result == .NO {
      peer.core.capacity.streams.giveBack(for: address)
      return result
    }
    requestDidEnd(size: answer.contentSize)
    peer.loop.open(answer, as: stream, on: peer)
    return result
  }

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
