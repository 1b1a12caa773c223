internal import Basics
internal import CMicroHTTPD
internal import Synchronization

extension HTTPExchange {
  struct Outcome: @unchecked Sendable {
    // Safe because it lives in the lock, and one owner at a time has the response.
    enum Phase {
      case open
      /// The connection is suspended until there is an answer.
      case suspended
      case answered
      case done
    }
    var phase = Phase.open
    var response: OpaquePointer?
    var status: UInt16 = 0
    var size = 0
    /// The stream that is the answer, until it is opened.
    var stream: EventStreamAnswer?
    /// The memory of the response, until it is sent.
    var charge: AnswersInFlight.Charge?
    /// Whether the server itself answered, because the handler did not in time.
    var isRefused = false
  }

  /// Answers the request. Only the first call counts. One after the client has left, or after the deadline, has no effect.
  /// The body is freed in any case.
  package func respond(_ response: HTTPResponse) {
    let isFirst = answer(response, isLast: false)
    if !isFirst { assert(outcome.withLock { $0.isRefused || $0.phase == .done }, "An exchange is answered once") }
  }

  /// Whether there is an answer, or the client has left. All parts of the request may be empty then.
  package var isOver: Bool { outcome.withLock { $0.phase == .answered || $0.phase == .done } }

  // MARK: Refusals

  /// Answers for the server itself. Has no effect if there is an answer already.
  package func refuse(_ problem: RequestError) {
    if isOver { return }
    answer(refusal(problem), isLast: problem == .stopping, isRefusal: true)
  }

  /// Refuses the request if the handler is late. Called on the thread of the connection.
  func refuse(ifOverdueAt now: UInt64) {
    if suspendedAt > 0, suspendedAt &+ peer.core.responseDeadline <= now { refuse(.responseTimeout) }
  }

  /// How long an answer may take that a client waits for after it has closed its side, in nanoseconds. Most of these clients have
  /// closed the connection, which looks the same until something is sent.
  private static let halfClosedTimeout: UInt64 = 2_000_000_000

  /// Refuses the request if its client has closed its side and does not get an answer soon, so that its descriptor is free
  /// again. Called on the thread of the connection.
  func refuse(ifLeftAt now: UInt64) {
    if suspendedAt > 0, suspendedAt &+ Self.halfClosedTimeout <= now { refuse(.responseTimeout) }
  }

  /// Refuses the request if it waits for its answer, because the server stops. Called on the thread of the connection.
  func refuseIfSuspended() {
    if suspendedAt > 0 { refuse(.stopping) }
  }

  func refused(for problem: RequestError) -> RefusedRequest {
    RefusedRequest(problem: problem, requestID: requestID, acceptLanguage: header("Accept-Language"))
  }

  func refusal(_ problem: RequestError) -> HTTPResponse {
    let configuration = peer.core.configuration
    var headers = HTTPHeaders()
    if problem.isTemporary { headers.append("Retry-After", "5") }
    return HTTPResponse(
      status: problem.status, shared: configuration.errorHeaders, headers: headers,
      body: configuration.errorPage(refused(for: problem)))
  }

  // MARK: The way of the answer to libmicrohttpd

  /// Sets the answer, on any thread. If the connection is suspended, its loop sends the answer.
  ///
  /// - Returns: False if there is an answer already. `response` is dropped then.
  @discardableResult
  func answer(_ response: HTTPResponse, isLast: Bool, isRefusal: Bool = false) -> Bool {
    let answers = peer.core.capacity.answers
    var response = response
    let charge: AnswersInFlight.Charge
    if let taken = answers.take(response.body, for: quotaAddress) {
      charge = taken
    } else {
      response.body.discard()
      response = refusal(.tooMuchInFlight)
      charge = .none
    }
    let isClosing = isLast || peer.core.isStopping.load(ordering: .relaxed)
    let made = makeReply(response, isClosing: isClosing)
    let answered = Outcome(
      phase: .answered, response: made, status: response.status.code, size: response.body.count, charge: charge,
      isRefused: isRefusal)
    if setOutcome(answered) { return true }
    // In this order, because a shared part is known by an address that the next one may get.
    answers.giveBack(charge)
    if let made { MHD_destroy_response(made) }
    return false
  }

  /// - Returns: False if there is an answer already.
  func setOutcome(_ answered: Outcome) -> Bool {
    let before = outcome.withLock { outcome in
      let before = outcome.phase
      if before == .open || before == .suspended { outcome = answered }
      return before
    }
    switch before {
    case .open: return true
    case .suspended:
      peer.loop.resume(self)
      return true
    case .answered, .done: return false
    }
  }

  /// Hands the answer to libmicrohttpd, or suspends the connection until there is one. Called on the thread of the
  /// connection.
  func queueAnswer() -> MHD_Result {
    let ready = outcome.withLock { outcome -> Outcome? in
      switch outcome.phase {
      case .answered:
        defer {
          outcome.response = nil
          outcome.stream = nil
        }
        return outcome
      case .open:
        // Under the lock, so that `answer` sees the suspension.
        guard peer.loop.suspend(self) else { return outcome }
        outcome.phase = .suspended
        suspendedAt = Clock.now()
        return nil
      case .suspended, .done:
        return nil
      }
    }
    guard let ready else { return .YES }
    if ready.phase == .open {
      refuse(.stopping)
      return queueAnswer()
    }
    suspendedAt = 0
    if let stream = ready.stream { return open(stream) }
    guard let response = ready.response else { return .NO }
    status = ready.status
    let result = MHD_queue_response(connection, UInt32(ready.status), response)
    MHD_destroy_response(response)
    return result
  }

  /// Drops the answer after it was sent, or when the connection is gone.
  ///
  /// - Returns: The size of the answer.
  func finishAnswer() -> Int {
    let last = outcome.withLock { outcome in
      defer {
        outcome.phase = .done
        outcome.response = nil
        outcome.stream = nil
        outcome.charge = nil
      }
      return outcome
    }
    if let charge = last.charge { peer.core.capacity.answers.giveBack(charge) }
    if let response = last.response { MHD_destroy_response(response) }
    return last.size
  }

  // MARK: The response of libmicrohttpd

  /// Makes the response, which owns the body from then on. Nil if there is no memory for it; the body is freed then.
  private func makeReply(_ response: HTTPResponse, isClosing: Bool) -> OpaquePointer? {
    assert((200...599).contains(response.status.code), "A response has a final status, from 200 to 599")
    let mayHaveBody = response.status != .noContent && response.status != .notModified
    if !mayHaveBody { response.body.discard() }
    guard let reply = (mayHaveBody ? response.body : .none).makeResponse() else { return nil }
    Self.add(response.shared, to: reply)
    Self.add(response.headers, to: reply)
    addRequestID(to: reply)
    if isClosing { MHD_add_response_header(reply, "Connection", "close") }
    return reply
  }

  private func addRequestID(to reply: OpaquePointer) {
    if let forwardedID {
      MHD_add_response_header(reply, "X-Request-Id", forwardedID)
    } else {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: RequestID.count + 1) { text in
        guard let start = text.baseAddress else { return }
        RequestID.write(number, to: start)
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
