internal import Basics
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// A request and the way to answer it: what the request says (`Request`), its body, and its answer (`Outcome`).
///
/// Any thread may ask what the request says, until the answer has left or the deadline for it has passed. After that all
/// parts of the request are empty.
package final class HTTPExchange: @unchecked Sendable {
  // Safe because only the connection's thread writes plain variables: the request and its form before the handler has the
  // exchange, and the notes, which the handler writes on that thread or under the lock of the answer. Memory of
  // libmicrohttpd is read on that thread, or under the lock, which the thread takes before it gives the memory up.

  let peer: Peer
  var request: Request

  /// What the handler has added to the base path; nil for nothing.
  var folder: String?
  private var reader: FormReader?
  /// The fields of the form that the client sent with the request, in their order. Empty if there is none.
  package private(set) var form: [FormField] = []

  let outcome = Locked(Outcome.open)
  /// Called if the server itself answers.
  let refused = Locked<(@Sendable () -> Void)?>(nil)
  private let handlingThread = Atomic<UInt>(0)
  private(set) var notes = RequestNotes()

  // MARK: Stages of a request, on the thread of its connection

  /// The request line has arrived.
  init(peer: Peer, connection: OpaquePointer, target: UnsafePointer<CChar>) {
    self.peer = peer
    request = Request(connection, target: target, number: peer.core.requestNumbers.next())
  }

  /// Takes the request, whose head was read, if limits allow it.
  ///
  /// - Parameter isOverloaded: Whether the thread has too much to do for it.
  func admit(isOverloaded: Bool) throws(RequestError) {
    let (core, now) = (peer.core, request.startedAt)
    if isOverloaded, !isVital { throw .overloaded }
    if now >= core.refusalStart.load(ordering: .relaxed) { throw .stopping }
    if !core.capacity.requests.take(for: clientNetwork, at: now), !isVital { throw .tooManyRequests }
    if !request.takePlace(core) { throw .tooManyOfAddress }
  }

  private var isVital: Bool {
    peer.core.configuration.pathsExemptFromLimits.contains { $0.utf8.elementsEqual(request.target.localPath) }
  }

  /// Prepares for the body that the head announces.
  func prepareBody(_ head: RequestHead) throws(RequestError) {
    if head.contentLength == 0, !head.isChunked { return }
    var type: FormContentType?
    if request.isMethod("POST") || request.isMethod("PUT") || request.isMethod("PATCH") {
      type = head.contentType.flatMap { FormContentType($0) }
      if type == nil { throw .unsupportedMediaType }
    }
    let core = peer.core
    let reader = FormReader(
      type, folder: core.configuration.temporaryFolder, core.capacity, for: quotaAddress)
    if head.contentLength > reader.maxBytes { throw reader.excess }
    self.reader = reader
  }

  /// A piece of the body has arrived.
  ///
  /// - Returns: The time that the body has beyond that of other requests, in nanoseconds.
  func readBody(_ bytes: UnsafeRawBufferPointer) throws(RequestError) -> UInt64 {
    do throws(RequestError) {
      try reader?.read(bytes)
    } catch {
      reader?.drop()
      throw error
    }
    return reader?.extraTime ?? 0
  }

  /// The whole body has arrived.
  func finishForm() -> RequestError? {
    guard reader != nil else { return nil }
    do throws(RequestError) { form = try reader?.finish() ?? [] } catch { return error }
    return nil
  }

  func callHandler() {
    // The target `*` is the whole server (RFC 9110, section 9.3.7).
    if request.target.path.first == 0x2a { return respond(.options(allow: "GET, HEAD, POST, OPTIONS")) }
    handlingThread.store(SystemThread.currentNumber, ordering: .relaxed)
    peer.core.handler.handle(self)
    handlingThread.store(0, ordering: .relaxed)
  }

  /// The response was sent, or the connection is gone.
  ///
  /// - Returns: The status of the answer; 0 if none was sent.
  func end(at now: UInt64, isReported: Bool) -> UInt16 {
    let (status, size) = finishAnswer()
    request.leavePlace(peer.core)
    reader?.drop()
    if !isReported { report(status: status, size: size, at: now) }
    return status
  }

  /// Reports the request to the observers.
  func report(status: UInt16, size: Int, at now: UInt64) {
    let observers = peer.core.configuration.observers
    // The answer is done, so that no handler changes the notes any more.
    let group = notes.group ?? peer.core.configuration.otherRequests
    if observers.isEmpty && group == nil { return }
    let ended = EndedRequest(
      exchange: self, status: status == 0 ? UInt16(truncatingIfNeeded: mhd_status(request.connection)) : status,
      size: request.isMethod("HEAD") ? 0 : size, duration: now &- request.startedAt)
    group?.requestDidEnd(ended)
    for observer in observers { observer.requestDidEnd(ended) }
  }

  /// The address that memory and files of the request are limited by; nil for one without a limit.
  var quotaAddress: NetworkAddress? { peer.core.capacity.limited(clientNetwork) }

  /// Changes what logs and metrics say of the request. A handler calls it before it answers. Later it may have no effect.
  package func note(_ change: (inout RequestNotes) -> Void) { whileOpen { _ in change(&notes) } }

  // MARK: The request's memory

  /// Calls the closure while the memory of the request is there, or returns nil.
  @discardableResult
  func whileOpen<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
    if isOnHandlingThread { return body(request.connection) }
    return outcome.withLock { $0.isOver ? nil : body(request.connection) }
  }

  /// Whether the caller is the handler, on the thread of the connection: the request's memory cannot go meanwhile.
  var isOnHandlingThread: Bool { handlingThread.load(ordering: .relaxed) == SystemThread.currentNumber }
}
