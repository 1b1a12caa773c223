internal import Basics
internal import CMicroHTTPD
internal import Glibc

/// The answer of a request. Any thread may give it, once.
///
/// | outcome | what happens | next | what follows |
/// |---|---|---|---|
/// | open | an answer | answered | – |
/// | open | the connection's thread comes for the answer | awaited | its loop suspends the connection |
/// | awaited | an answer | answered | the loop resumes the connection |
/// | answered | the connection's thread comes for the answer | sent | libmicrohttpd sends it, or the stream is opened |
/// | answered, sent, over | another answer | the same | that is dropped |
/// | any | the request ends | over | what was not sent is dropped |
enum Outcome: @unchecked Sendable {
  // Safe because it lives in the lock, and one owner at a time has the content.
  case open
  case awaited(by: any AnswerReceiver)
  case answered(Answer)
  case sent(Answer)
  case over

  struct Answer {
    /// Nil if there was no memory for it, it was sent past libmicrohttpd, or the request was given up.
    let content: Content?
    /// Nil if the request was given up.
    let status: HTTPStatus?
    var size = 0
    /// The memory of the response, until it is sent.
    var charge = AnswersInFlight.Charge.none
    /// Whether the server itself answered, because the handler did not in time.
    var isRefusal = false
  }

  /// An unmanaged reference, so that copies of an answer need not be counted.
  enum Content {
    case response(OpaquePointer)
    case stream(Unmanaged<EventStreamAnswer>)

    /// Gives up the reference. Safe because one owner at a time has the content.
    func release() {
      switch self {
      case .response(let response): MHD_destroy_response(response)
      case .stream(let stream): stream.release()
      }
    }
  }

  var isOver: Bool { if case .over = self { true } else { false } }

  var isAnswered: Bool {
    switch self {
    case .open, .awaited: false
    case .answered, .sent, .over: true
    }
  }

  /// Sets the answer if there is none. Returns what was there before.
  mutating func set(_ answer: Answer) -> Outcome {
    let before = self
    if !isAnswered { self = .answered(answer) }
    return before
  }

  /// Takes the content of the answer.
  mutating func take() -> Answer? {
    guard case .answered(let answer) = self else { return nil }
    self = .sent(answer)
    return answer
  }
}

/// What waits for answers, and sends them.
protocol AnswerReceiver: AnyObject, Sendable {
  /// Takes the answer of an exchange, on any thread.
  func resume(_ exchange: HTTPExchange)
}

extension HTTPExchange {
  /// Answers the request. Only the first call counts. One after the client has left, or after the deadline, has no effect.
  /// The body is freed in any case.
  package func respond(_ response: consuming HTTPResponse) { give(response, endsConnection: false, isRefusal: false) }

  /// Answers the request with an event stream. Only the first answer counts.
  ///
  /// The request is over when the stream is opened, also for logs. It is refused with 503 if there are too many streams, or
  /// if the server is about to stop. The connection serves no other request. A client that closes its side of it ends
  /// the stream.
  package func respond(_ stream: EventStreamAnswer) {
    // Safe because `open`, or else the one who drops the answer, releases it once.
    let content = Outcome.Content.stream(Unmanaged.passRetained(stream))
    set(Outcome.Answer(content: content, status: .ok, size: stream.contentSize))
  }

  /// Whether there is an answer, or the client has left. All parts of the request may be empty then.
  package var isAnswered: Bool { outcome.withLock { $0.isAnswered } }

  // MARK: Refusals

  /// Answers for the server itself. Has no effect if there is an answer already.
  package func refuse(_ problem: RequestError) {
    if !isAnswered { answer(refusal: problem, endsConnection: problem == .stopping) }
  }

  /// Ends the request without an answer, because the client has left, or is to see what a lost request looks like.
  package func giveUp() {
    if isAnswered { return }
    set(Outcome.Answer(content: nil, status: nil, isRefusal: true))
    tellHandler()
  }

  /// Shuts the connection down, so that the client does not get the answer. The handler goes on, and answers as always.
  package func loseAnswer() { shutdown(peer.descriptor, Int32(SHUT_WR)) }

  func answer(refusal problem: RequestError, endsConnection: Bool) {
    give(refusal(problem), endsConnection: endsConnection, isRefusal: true)
    tellHandler()
  }

  /// Calls a function if the server itself ends the request, because the client has left, the handler is late, or the server stops.
  package func whenRefused(_ function: @escaping @Sendable () -> Void) {
    refused.withLock { $0 = function }
    if isAnswered { tellHandler() }
  }

  private func tellHandler() { refused.withLock { $0.take() }?() }

  /// Makes the answer to the request that the server itself refuses.
  func refusal(_ problem: RequestError) -> HTTPResponse {
    peer.core.refusal(problem, requestID: requestID) { header($0) }
  }

  /// Notes an answer that was not made for this request.
  func set(sent status: HTTPStatus, size: Int) {
    outcome.withLock { $0 = .sent(Outcome.Answer(content: nil, status: status, size: size, isRefusal: true)) }
  }

  // MARK: The way of the answer to the connection

  /// Makes and sets the answer, on any thread.
  private func give(_ response: consuming HTTPResponse, endsConnection: Bool, isRefusal: Bool) {
    let answers = peer.core.answers
    var response = response
    var charge = AnswersInFlight.Charge.none
    if let taken = answers.take(response.body, for: quotaAddress) {
      charge = taken
    } else {
      response.body.discard()
      response = refusal(.tooMuchInFlight)
    }
    let made = makeReply(response, isClosing: endsConnection || isServerStopping || request.isChunked)
    set(
      Outcome.Answer(
        content: made.map { .response($0) }, status: response.status, size: response.body.count, charge: charge,
        isRefusal: isRefusal))
  }

  /// Sets the answer, on any thread. If the connection is suspended, its loop sends the answer. Drops the answer if there is one
  /// already.
  private func set(_ answer: Outcome.Answer) {
    switch outcome.withLock({ $0.set(answer) }) {
    case .open: break
    case .awaited(let receiver): receiver.resume(self)
    case .answered(let first), .sent(let first):
      assert(first.isRefusal || answer.isRefusal, "An exchange is answered once")
      drop(answer)
    case .over: drop(answer)
    }
  }

  private func drop(_ answer: Outcome.Answer) {
    // In this order, because a shared part is known by an address that the next one may get.
    peer.core.answers.giveBack(answer.charge)
    answer.content?.release()
  }

  /// Drops the answer after it was sent, or when the connection is gone.
  ///
  /// - Returns: The status of the answer, which is 0 if it was not sent, and its size.
  func finishAnswer() -> (status: UInt16, size: Int) {
    switch outcome.withLock({ Swift.exchange(&$0, with: .over) }) {
    case .answered(let answer):
      drop(answer)
      return (0, answer.size)
    case .sent(let answer):
      peer.core.answers.giveBack(answer.charge)
      return (answer.status?.code ?? 0, answer.size)
    case .open, .awaited, .over: return (0, 0)
    }
  }

  // MARK: The response of libmicrohttpd

  /// Makes the response, which owns the body from then on. Nil if there is no memory for it; the body is freed then.
  private func makeReply(_ response: HTTPResponse, isClosing: Bool) -> OpaquePointer? {
    assert((200...599).contains(response.status.code), "A response has a final status, from 200 to 599")
    let mayHaveBody = response.status != .noContent && response.status != .notModified
    if !mayHaveBody { response.body.discard() }
    guard let reply = (mayHaveBody ? response.body : .none).makeResponse() else { return nil }
    response.forEachHeaders { Self.add($0, to: reply) }
    addRequestID(to: reply)
    if isClosing { MHD_add_response_header(reply, "Connection", "close") }
    return reply
  }

  private func addRequestID(to reply: OpaquePointer) {
    if let forwardedID = request.forwardedID {
      MHD_add_response_header(reply, "X-Request-Id", forwardedID)
    } else {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: RequestID.count + 1) { text in
        guard let start = text.baseAddress else { return }
        RequestID.write(request.number, to: start)
        text[RequestID.count] = 0
        MHD_add_response_header(reply, "X-Request-Id", start)
      }
    }
  }

  static func add(_ headers: HTTPHeaders, to reply: OpaquePointer) {
    headers.block.withUnsafeBytes { bytes in
      guard var name = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      let end = name + bytes.count
      while name < end {
        let value = name + ASCII.count(name) + 1
        MHD_add_response_header(reply, name, value)
        name = value + ASCII.count(value) + 1
      }
    }
  }
}
