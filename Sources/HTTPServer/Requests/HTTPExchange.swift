internal import Basics
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// A request and the way to answer it.
///
/// Any thread may ask what the request says, until the answer has left or the deadline for it has passed. After that all
/// parts of the request are empty.
package final class HTTPExchange: @unchecked Sendable {
  // Safe because only the connection's thread writes plain variables, all but the log's before the handler has the
  // exchange; the group is set on that thread, or under the lock of the answer; and memory of libmicrohttpd is read on that
  // thread, or under the lock that the thread takes before it gives the memory up.

  let peer: HTTPConnection
  let connection: OpaquePointer
  let startedAt: UInt64
  let number: UInt64
  private(set) var rawMethod = UnsafeRawBufferPointer(start: nil, count: 0)
  private(set) var target: RequestTarget
  // What a trusted proxy says.
  private(set) var forwarded: Forwarded.Address?
  private(set) var forwardedID: String?

  /// How the content of the answer may be coded.
  package private(set) var coding = ContentCoding.identity

  /// The fields of the form that the client sent with the request, in their order. Empty if there is none.
  package private(set) var form: [FormField] = []

  /// The group that metrics count the request in. A handler sets it before it answers. Later it has no effect.
  package var group: (any RequestGroup)? {
    get { isOnHandlingThread ? notedGroup : outcome.withLock { _ in notedGroup } }
    set {
      if isOnHandlingThread { return notedGroup = newValue }
      outcome.withLock { if $0.phase != .done { notedGroup = newValue } }
    }
  }

  private var notedGroup: (any RequestGroup)?

  private var stage = Stage.head
  private var bodySize = 0
  private var reader: FormReader?
  private var problem: RequestError?
  /// The address that a proxy names and that requests are limited by; nil for one without a limit.
  private var limitedAddress: NetworkAddress?
  private var isReported = false
  private let handlingThread = Atomic<UInt>(0)

  // The answer: see `HTTPExchange+Answer.swift`.
  let outcome = Locked(Outcome())
  var status: UInt16 = 0
  /// Used under the lock of `outcome`, and at the end by the connection's thread.
  var notes = RequestNotes()
  /// The time since when the connection is suspended; 0 if it is not.
  var suspendedAt: UInt64 = 0

  private enum Stage {
    case head
    case body
    case ended
  }

  // MARK: Stages of a request, on the thread of its connection

  /// The request line has arrived.
  init(peer: HTTPConnection, connection: OpaquePointer, target: UnsafePointer<CChar>) {
    self.peer = peer
    self.connection = connection
    startedAt = Clock.now()
    number = peer.core.requestNumbers.next()
    self.target = RequestTarget(hidingQueryOf: target)
  }

  /// Goes on with what libmicrohttpd has: the head, a piece of the body, the end of it, or a resumed connection.
  func proceed(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, bytes: UnsafeRawBufferPointer
  ) -> MHD_Result {
    switch stage {
    case .head:
      stage = .body
      target.restoreQuery()
      rawMethod = UnsafeRawBufferPointer(start: method, count: ASCII.count(method))
      do throws(RequestError) {
        try readHead(version)
        return .YES
      } catch .overloaded where bodySize <= Self.droppedBodyBytes {
        problem = .overloaded
        return .YES
      } catch {
        return refuseEarly(error)
      }
    case .body:
      if bytes.isEmpty { return end() }
      readBody(bytes)
      return .YES
    case .ended:
      return queueAnswer()
    }
  }

  private func readHead(_ version: UnsafePointer<CChar>) throws(RequestError) {
    let core = peer.core
    let head = RequestHead(connection: connection, method: rawMethod, target: target.whole, version: version)
    if core.configuration.trustsForwardedHeaders {
      forwarded = Forwarded.address(connection)
      forwardedID = Forwarded.requestID(connection)
    }
    if let problem = head.problem { throw problem }
    bodySize = head.contentLength
    if head.codings.takeGzip, core.configuration.compression > 0 {
      coding = .gzip(level: core.configuration.compression)
    }
    if target.whole.count > core.limits.targetBytes { throw .targetTooLong }
    if mhd_head_size(connection) > core.limits.headerBytes { throw .headerTooLarge }
    target = try target.parsed(isOptions: isMethod("OPTIONS"))
    if !peer.loop.accepts(peer, from: clientNetwork, at: startedAt), !isVital { throw .overloaded }
    if startedAt >= core.refusalStart.load(ordering: .relaxed) { throw .stopping }
    if !core.capacity.requests.take(for: clientNetwork, at: startedAt), !isVital {
      throw .tooManyRequests
    }
    if let address = forwarded.flatMap({ core.capacity.limited($0.network) }) {
      guard core.capacity.addresses.take(for: address) else { throw .tooManyOfAddress }
      limitedAddress = address
    }
    if head.contentLength > 0 { try prepareBody(head) }
  }

  /// A body of this size is read and dropped if the server has too much to do. Usually it has arrived with the head.
  private static let droppedBodyBytes = 16 * 1024

  private var isVital: Bool {
    peer.core.configuration.pathsExemptFromLimits.contains { $0.utf8.elementsEqual(target.path) }
  }

  /// Refuses the request as cheaply as possible, with an answer that was made before.
  private func refuseOverloaded() -> MHD_Result {
    let answer = peer.core.overloadAnswer
    outcome.withLock { outcome in
      outcome.phase = .answered
      outcome.size = answer.size
      outcome.isRefused = true
    }
    status = RequestError.overloaded.status.code
    peer.core.configuration.overloadRefused()
    return answer.queue(connection)
  }

  private func prepareBody(_ head: RequestHead) throws(RequestError) {
    var type: FormContentType?
    if isMethod("POST") || isMethod("PUT") || isMethod("PATCH") {
      type = head.contentType.flatMap { FormContentType($0) }
      if type == nil { throw .unsupportedMediaType }
    }
    let reader = FormReader(type, core: peer.core, for: quotaAddress)
    if head.contentLength > reader.maxBytes { throw .bodyTooLarge }
    self.reader = reader
  }

  private func readBody(_ bytes: UnsafeRawBufferPointer) {
    if problem != nil { return }
    do throws(RequestError) { try reader?.read(bytes) } catch { problem = error }
    if let extraTime = reader?.extraTime, extraTime > 0 {
      peer.enter(.receiving, at: min(startedAt &+ extraTime, Clock.now()))
    }
    if problem != nil { reader?.drop() }
  }

  /// The whole request has arrived.
  private func end() -> MHD_Result {
    if peer.phase == .overdue { return .NO }  // the client got 408, and so nothing must be done
    stage = .ended
    peer.enter(.answering, at: startedAt)
    if reader != nil, problem == nil { finishForm() }
    if problem == .overloaded {
      return refuseOverloaded()
    } else if let problem {
      refuse(problem)
    } else if target.path.first == 0x2a {
      respond(.options(allow: "GET, HEAD, POST, OPTIONS"))
    } else {
      handlingThread.store(SystemThread.currentNumber, ordering: .relaxed)
      peer.core.handler.handle(self)
      handlingThread.store(0, ordering: .relaxed)
    }
    return queueAnswer()
  }

  private func finishForm() {
    do throws(RequestError) { form = try reader?.finish() ?? [] } catch { problem = error }
  }

  /// Refuses the request before its body has arrived. The connection ends, after the rest of the request is dropped.
  private func refuseEarly(_ problem: RequestError) -> MHD_Result {
    stage = .ended
    peer.enter(.answering, at: startedAt)
    peer.needsLingeringClose = true
    answer(refusal(problem), isLast: true)
    return queueAnswer()
  }

  /// Answers a request that libmicrohttpd is about to refuse by itself although it has read the whole head.
  ///
  /// - Parameter status: The status that libmicrohttpd would answer.
  /// - Returns: False if the request is not such a one.
  func refuseInstead(of status: Int) -> Bool {
    guard case .head = stage, mhd_head_size(connection) > 0 else { return false }
    stage = .ended
    let problem: RequestError =
      switch status {
      case 400: .malformedLength
      case 413: .bodyTooLarge
      case 431: .headerTooLarge
      default: .malformedHead
      }
    self.status = problem.status.code
    peer.needsLingeringClose = true
    peer.sendRaw(refused(for: problem), toHead: target.followsHead)
    shutdown(peer.descriptor, Int32(SHUT_WR))
    report(size: 0, at: Clock.now())  // while the request's memory is certainly there
    return true
  }

  /// Sends 408 without libmicrohttpd.
  func timeOut() {
    status = RequestError.requestTimeout.status.code
    peer.sendRaw(refused(for: .requestTimeout), toHead: isMethod("HEAD"))
  }

  /// The response was sent, or the connection is gone.
  func completed() {
    let now = Clock.now()
    let size = finish()
    report(size: size, at: now)
    peer.end(at: now)
  }

  /// The connection is gone, and with it the memory of the request.
  func abandoned() {
    _ = finish()
    peer.end(at: Clock.now())
  }

  /// - Returns: The size of the answer.
  private func finish() -> Int {
    let size = finishAnswer()
    giveBack()
    return size
  }

  private func giveBack() {
    if let limitedAddress { peer.core.capacity.addresses.giveBack(for: limitedAddress) }
    limitedAddress = nil
    reader?.drop()
  }

  /// Reports the request to the observers, once.
  private func report(size: Int, at now: UInt64) {
    let observers = peer.core.configuration.observers
    // The answer is done, so that no handler sets the group any more.
    let group = notedGroup ?? peer.core.configuration.otherRequests
    if observers.isEmpty && group == nil || isReported { return }
    isReported = true
    let ended = EndedRequest(
      exchange: self, status: status == 0 ? UInt16(truncatingIfNeeded: mhd_status(connection)) : status,
      size: isMethod("HEAD") ? 0 : size, duration: now &- startedAt)
    group?.requestDidEnd(ended)
    for observer in observers { observer.requestDidEnd(ended) }
  }

  /// The address that memory and files of the request are limited by; nil for one without a limit.
  var quotaAddress: NetworkAddress? { peer.core.capacity.limited(clientNetwork) }

  // MARK: The request's memory

  /// Calls the closure while the memory of the request is there, or returns nil.
  func whileOpen<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
    if isOnHandlingThread { return body(connection) }
    return outcome.withLock { $0.phase == .done ? nil : body(connection) }
  }

  /// Whether the caller is the handler, on the thread of the connection: the request's memory cannot go meanwhile.
  var isOnHandlingThread: Bool { handlingThread.load(ordering: .relaxed) == SystemThread.currentNumber }

  func isMethod(_ method: StaticString) -> Bool {
    guard rawMethod.count == method.utf8CodeUnitCount, let start = rawMethod.baseAddress else { return false }
    return memcmp(start, method.utf8Start, rawMethod.count) == 0
  }
}
