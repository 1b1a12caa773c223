internal import Basics
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// A request and the way to answer it.
///
/// What the request says can be asked for from any thread, until the answer has left or the deadline for it has passed;
/// after that it is as if the request had said nothing.
package final class HTTPExchange: @unchecked Sendable {
  // Safe because the plain variables are written by the connection's thread alone, all but the log's before the handler
  // sees the exchange; and what lies in libmicrohttpd's memory is read on that thread, or under the lock that it takes
  // before it gives the memory up.

  let peer: HTTPConnection
  let connection: OpaquePointer
  let startedAt: UInt64
  let number: UInt64
  /// The request line: what the client sent as its target, whole, and in it the parts.
  let target: UnsafeRawBufferPointer
  private(set) var rawMethod = UnsafeRawBufferPointer(start: nil, count: 0)
  private(set) var rawPath: UnsafeRawBufferPointer
  private(set) var query: UnsafeRawBufferPointer?
  private(set) var suspendedAt: UInt64 = 0
  /// What a whole URL in the request line, or a trusted proxy, says.
  private(set) var authority: UnsafeRawBufferPointer?
  private(set) var forwarded: Forwarded.Address?
  private(set) var forwardedID: String?

  /// The fields of the form that came with the request, in their order. Empty if none did.
  package private(set) var form: [FormField] = []

  private var stage = Stage.head
  private var reader: FormReader = .none
  private var problem: RequestProblem?
  private var bodyBytes = 0
  /// What of the form's memory is counted.
  private var countedBytes = 0
  private var isLogged = false
  private var hiddenByte: UInt8 = 0
  private var status: UInt16 = 0
  /// The address that a proxy names and that the request is counted for; nil if it is not counted.
  private var countedAddress: NetworkAddress?
  private let outcome = Locked(Outcome())
  private let handlingThread = Atomic<UInt>(0)

  private enum FormReader {
    case none
    case urlencoded(URLEncodedForm)
    case multipart(MultipartForm)
  }

  private enum Stage {
    case head
    case body
    case ended
  }

  struct Outcome: @unchecked Sendable {
    // Safe because it lives in the lock, and a response's reference is handed on, never shared.
    enum Phase {
      case open
      case suspended
      case answered
      case done
    }
    var phase = Phase.open
    var response: OpaquePointer?
    var status: UInt16 = 0
    var size = 0
    /// What the response counts for until it is sent.
    var charge: AnswersInFlight.Charge?
    /// The server itself answered, because the handler did not in time.
    var isRefused = false
  }

  // MARK: Stages of a request, on the thread of its connection

  /// The request line has come.
  ///
  /// libmicrohttpd would split the query in place, and take memory for each part. It leaves an empty query alone, so the
  /// query's first byte is hidden from it.
  init(peer: HTTPConnection, connection: OpaquePointer, target: UnsafePointer<CChar>) {
    self.peer = peer
    self.connection = connection
    startedAt = Clock.now()
    number = peer.core.nextRequestNumber()
    self.target = UnsafeRawBufferPointer(start: target, count: ASCII.count(target))
    rawPath = self.target
    if let mark = self.target.firstIndex(of: 0x3f) {
      let query = UnsafeRawBufferPointer(rebasing: self.target[(mark + 1)...])
      rawPath = UnsafeRawBufferPointer(rebasing: self.target[..<mark])
      self.query = query
      if let first = query.first {
        hiddenByte = first
        // Safe because this is libmicrohttpd's own buffer, in which it would write next.
        UnsafeMutableRawBufferPointer(mutating: query)[0] = 0
      }
    }
  }

  /// libmicrohttpd has something new: the head, a piece of the body, the end of it, or a connection that was resumed.
  func proceed(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, bytes: UnsafeRawBufferPointer
  ) -> MHD_Result {
    switch stage {
    case .head:
      stage = .body
      restoreQuery()
      rawMethod = UnsafeRawBufferPointer(start: method, count: ASCII.count(method))
      guard let found = readHead(version) else { return .YES }
      return refuseEarly(found)
    case .body:
      return bytes.isEmpty ? end() : readBody(bytes)
    case .ended:
      return queueAnswer()
    }
  }

  /// Undoes what hid the query, and the zero that libmicrohttpd wrote in place of the question mark.
  private func restoreQuery() {
    guard let query else { return }
    // Safe because this is libmicrohttpd's own buffer, which it is done with.
    UnsafeMutableRawBufferPointer(mutating: target)[rawPath.count] = 0x3f
    if !query.isEmpty { UnsafeMutableRawBufferPointer(mutating: query)[0] = hiddenByte }
  }

  private func readHead(_ version: UnsafePointer<CChar>) -> RequestProblem? {
    let limits = peer.core.limits
    let head = RequestHead(connection: connection, method: rawMethod, target: target, version: version)
    if peer.core.configuration.trustsForwardedHeaders {
      forwarded = Forwarded.address(connection)
      forwardedID = Forwarded.requestID(connection)
    }
    if let problem = head.problem { return problem }
    if target.count > limits.targetBytes { return .targetTooLong }
    if mhd_head_size(connection) > limits.headerBytes { return .headerTooLarge }
    if let problem = readTarget() { return problem }
    if startedAt >= peer.core.drainStart.load(ordering: .relaxed) { return .stopping }
    if let forwarded {
      guard peer.core.capacity.admit(forwarded.network) else { return .tooManyOfAddress }
      countedAddress = forwarded.network
    }
    return head.contentLength > 0 ? prepareBody(head, limits) : nil
  }

  /// The target is a path and perhaps a query; or a whole URL, as proxies are sent it (RFC 9112, section 3.2); or `*`.
  private func readTarget() -> RequestProblem? {
    if rawPath.first != 0x2f {
      if rawPath.count == 1, rawPath.first == 0x2a, query == nil, isMethod("OPTIONS") { return nil }
      let scheme = ASCII.hasPrefix(rawPath, "http://") ? 7 : ASCII.hasPrefix(rawPath, "https://") ? 8 : 0
      guard scheme > 0, let slash = rawPath[scheme...].firstIndex(of: 0x2f), slash > scheme else {
        return .malformedTarget
      }
      let authority = UnsafeRawBufferPointer(rebasing: rawPath[scheme..<slash])
      if !RequestHead.isHost(authority) { return .malformedHost }
      self.authority = authority
      rawPath = UnsafeRawBufferPointer(rebasing: rawPath[slash...])
    }
    var isBad = false
    for byte in target { isBad = isBad || byte <= 0x20 || byte == 0x7f || byte == 0x23 }
    if isBad { return .malformedTarget }
    if !PercentEncoding.isWellFormed(rawPath) { return .malformedEncoding }
    if let query, !PercentEncoding.isWellFormed(query) { return .malformedEncoding }
    return nil
  }

  private func prepareBody(_ head: RequestHead, _ limits: HTTPLimits) -> RequestProblem? {
    var room = limits.bodyBytes
    if isMethod("POST") || isMethod("PUT") || isMethod("PATCH") {
      guard let field = head.contentType, let type = FormContentType(field) else { return .unsupportedMediaType }
      switch type {
      case .urlencoded:
        reader = .urlencoded(URLEncodedForm(limits: limits))
      case .multipart(let boundary):
        room += limits.uploadBytes + limits.uploadExcessBytes
        reader = .multipart(MultipartForm(boundary: boundary, core: peer.core, for: payingAddress))
      }
    }
    // Other methods have no use for a body, but it has to be read to reach the next request.
    return head.contentLength > room ? .bodyTooLarge : nil
  }

  private func readBody(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
    bodyBytes += bytes.count
    if problem == nil {
      switch reader {
      case .none: break
      case .urlencoded(var form):
        reader = .none  // so that the form's arrays have one owner while they grow
        problem = form.read(bytes) ?? count(bodyBytes)
        reader = .urlencoded(form)
      case .multipart(let form):
        form.read(bytes)
        problem = form.problem ?? count(form.textBytes)
        // A file has more time, as long as it comes fast enough.
        let bonus = UInt64(bodyBytes / (32 * 1024)) * 1_000_000_000
        peer.enter(.receiving, at: min(startedAt &+ bonus, Clock.now()))
      }
      if problem != nil { forgetForm() }
    }
    return .YES
  }

  /// How much of a form is not counted, and how much is counted at once.
  private static let countedStep = 16 * 1024

  /// Counts the memory of the form, of which so many bytes have come.
  private func count(_ bytes: Int) -> RequestProblem? {
    while countedBytes + Self.countedStep < bytes {
      guard peer.core.forms.take(Self.countedStep, for: payingAddress) else { return .tooMuchInFlight }
      countedBytes += Self.countedStep
    }
    return nil
  }

  /// The form is refused, or over: what is left of its body is not kept.
  private func forgetForm() {
    reader = .none
    if countedBytes > 0 { peer.core.forms.give(countedBytes, for: payingAddress) }
    countedBytes = 0
  }

  private func end() -> MHD_Result {
    if peer.phase == .overdue { return .NO }  // the client was told that nothing was done
    stage = .ended
    peer.enter(.answering, at: startedAt)
    finishForm()
    if let problem {
      refuse(problem)
      return queueAnswer()
    }
    if rawPath.first == 0x2a {
      respond(.options(allow: "GET, HEAD, POST, OPTIONS"))
      return queueAnswer()
    }
    handlingThread.store(SystemThread.currentNumber, ordering: .relaxed)
    peer.core.handler.handle(self)
    handlingThread.store(0, ordering: .relaxed)
    return queueAnswer()
  }

  private func finishForm() {
    switch reader {
    case .none: return
    case .urlencoded(var body):
      problem = problem ?? body.finish()
      form = body.fields
    case .multipart(let body):
      body.finish()
      problem = body.problem
      form = body.fields
    }
    reader = .none
  }

  /// A refusal before the body has come: the connection ends with it, and what may still be coming is drained.
  private func refuseEarly(_ problem: RequestProblem) -> MHD_Result {
    stage = .ended
    peer.enter(.answering, at: startedAt)
    peer.linger()
    answer(refusal(problem), isLast: true)
    return queueAnswer()
  }

  /// Answers a request that libmicrohttpd is about to refuse by itself although it has read the whole head.
  ///
  /// - Parameter status: What libmicrohttpd would answer.
  /// - Returns: False if the request is not such a one.
  func refuseInstead(of status: Int) -> Bool {
    guard case .head = stage, mhd_head_size(connection) > 0 else { return false }
    stage = .ended
    let problem: RequestProblem =
      switch status {
      case 400: .malformedLength
      case 413: .bodyTooLarge
      case 431: .headerTooLarge
      default: .malformedHead
      }
    self.status = problem.status.code
    peer.linger()
    peer.sendRaw(problem, requestID: requestID, toHead: isHeadByItsLine)
    shutdown(peer.descriptor, Int32(SHUT_WR))
    log(size: 0, at: Clock.now())  // while the request's memory is certainly there
    return true
  }

  /// Whether the method before the target is HEAD, for a request of which libmicrohttpd has not told the method. It lies in
  /// front of the target, and ends with a zero.
  private var isHeadByItsLine: Bool {
    guard var next = target.baseAddress else { return false }
    // A method of four bytes is there to be compared as long as its last bytes are those of HEAD.
    for byte in "\0DAEH".utf8 {
      next -= 1
      if next.load(as: UInt8.self) != byte { return false }
    }
    return true
  }

  /// The client is told past libmicrohttpd that the request took too long.
  func timeOut() {
    status = RequestProblem.requestTimeout.status.code
    peer.sendRaw(.requestTimeout, requestID: requestID, toHead: isMethod("HEAD"))
  }

  /// Answers 503 if the handler has had its time. On the thread of the connection.
  func refuse(ifOverdueAt now: UInt64) {
    if suspendedAt > 0, suspendedAt &+ peer.core.responseDeadline <= now { refuse(.responseTimeout) }
  }

  /// Hands the answer to libmicrohttpd, or suspends the connection until there is one.
  private func queueAnswer() -> MHD_Result {
    let taken = outcome.withLock { outcome -> Outcome? in
      switch outcome.phase {
      case .answered:
        defer { outcome.response = nil }
        return outcome
      case .open:
        // Under both locks: `answer` sees the suspension, and the end of the server misses none.
        suspendedAt = Clock.now()
        let isSuspended = peer.core.suspended.withLock { suspended in
          if suspended.isClosed { return false }
          suspended.exchanges[ObjectIdentifier(self)] = self
          return true
        }
        if isSuspended {
          outcome.phase = .suspended
          MHD_suspend_connection(connection)
        }
        return isSuspended ? nil : outcome
      case .suspended, .done:
        return nil
      }
    }
    guard let taken else { return .YES }
    if taken.phase == .open {
      answer(refusal(.stopping), isLast: true)
      return queueAnswer()
    }
    suspendedAt = 0
    guard let response = taken.response else { return .NO }
    status = taken.status
    let result = MHD_queue_response(connection, UInt32(taken.status), response)
    MHD_destroy_response(response)
    return result
  }

  /// The response was sent, or the connection is gone.
  func completed() {
    let now = Clock.now()
    let size = finish()
    log(size: size, at: now)
    peer.end(at: now)
  }

  /// The connection is gone, and with it the memory of the request.
  func abandoned() {
    _ = finish()
    peer.end(at: Clock.now())
  }

  /// - Returns: The size of the answer.
  private func finish() -> Int {
    let outcome = outcome.withLock { outcome in
      defer {
        outcome.phase = .done
        outcome.response = nil
        outcome.charge = nil
      }
      return outcome
    }
    if let charge = outcome.charge { peer.core.answers.release(charge) }
    if let response = outcome.response { MHD_destroy_response(response) }
    if let countedAddress { peer.core.capacity.release(countedAddress) }
    forgetForm()
    return outcome.size
  }

  private func log(size: Int, at now: UInt64) {
    guard let log = peer.core.configuration.accessLog, !isLogged else { return }
    isLogged = true
    let status = status == 0 ? UInt16(truncatingIfNeeded: mhd_status(connection)) : status
    log.write(self, status: status, size: isMethod("HEAD") ? 0 : size, duration: now &- startedAt)
  }

  // MARK: The answer

  /// Answers the request. Only the first call counts; one that comes after the client has left, or the deadline has
  /// passed, is without effect. In any case the body is freed.
  package func respond(_ response: HTTPResponse) {
    let isFirst = answer(response, isLast: false)
    if !isFirst { assert(outcome.withLock { $0.isRefused || $0.phase == .done }, "An exchange is answered once") }
  }

  /// Answers for the server itself; without effect if there is an answer already.
  func refuse(_ problem: RequestProblem) {
    if outcome.withLock({ $0.phase == .answered || $0.phase == .done }) { return }
    answer(refusal(problem), isLast: problem == .stopping, isRefusal: true)
  }

  private func refusal(_ problem: RequestProblem) -> HTTPResponse {
    let configuration = peer.core.configuration
    var headers = HTTPHeaders()
    if problem.isTemporary { headers.append("Retry-After", "5") }
    return HTTPResponse(
      status: problem.status, shared: configuration.errorHeaders, headers: headers,
      body: configuration.errorPage(problem.status, problem.message, requestID))
  }

  @discardableResult
  private func answer(_ response: HTTPResponse, isLast: Bool, isRefusal: Bool = false) -> Bool {
    let answers = peer.core.answers
    var response = response
    let charge: AnswersInFlight.Charge
    if let admitted = answers.admit(response.body, for: payingAddress) {
      charge = admitted
    } else {
      response.body.discard()
      response = refusal(.tooMuchInFlight)
      charge = .none
    }
    let isClosing = isLast || peer.core.isLeaving.load(ordering: .relaxed)
    let made = makeReply(response, isClosing: isClosing)
    let answered = Outcome(
      phase: .answered, response: made, status: response.status.code, size: response.body.count, charge: charge,
      isRefused: isRefusal)
    let before = outcome.withLock { outcome in
      let before = outcome.phase
      if before == .open || before == .suspended { outcome = answered }
      // Under the lock, so that the connection is still there.
      if before == .suspended {
        MHD_resume_connection(connection)
        peer.loop.wake()
      }
      return before
    }
    switch before {
    case .open: return true
    case .suspended:
      peer.core.suspended.withLock { _ = $0.exchanges.removeValue(forKey: ObjectIdentifier(self)) }
      return true
    case .answered, .done:
      // In this order, since a shared part is known by an address that the next one may get.
      answers.release(charge)
      if let made { MHD_destroy_response(made) }
      return false
    }
  }

  /// The address that the answer's memory counts for; nil for one that is not counted.
  private var payingAddress: NetworkAddress? {
    let address = forwarded?.network ?? peer.network
    return peer.core.capacity.isCounted(address) ? address : nil
  }

  // MARK: The request's memory

  /// Calls the closure while the memory of the request is there, or returns nil.
  func whileOpen<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
    if isOnItsThread { return body(connection) }
    return outcome.withLock { $0.phase == .done ? nil : body(connection) }
  }

  /// Whether this is the thread that serves the connection, in the handler: nothing can happen to the request's memory.
  var isOnItsThread: Bool { handlingThread.load(ordering: .relaxed) == SystemThread.currentNumber }

  func isMethod(_ method: StaticString) -> Bool {
    guard rawMethod.count == method.utf8CodeUnitCount, let start = rawMethod.baseAddress else { return false }
    return memcmp(start, method.utf8Start, rawMethod.count) == 0
  }
}
