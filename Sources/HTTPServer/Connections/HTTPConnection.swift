internal import Basics
internal import CMicroHTTPD
internal import Glibc

/// A client's connection, from its first to its last byte. Carries out what its state decides. Only the thread of its loop uses
/// it.
final class HTTPConnection {
  let loop: EventLoop
  let core: ServerCore
  let descriptor: Int32
  private let peer: Peer
  /// The address that connections are limited by; nil for one without a limit.
  let limitedAddress: NetworkAddress?
  private(set) var state: ConnectionState
  /// The request whose first line has arrived, until the request is over.
  private(set) var exchange: HTTPExchange?

  init(loop: EventLoop, descriptor: Int32, address: UnsafePointer<sockaddr>) {
    self.loop = loop
    core = loop.core
    self.descriptor = descriptor
    peer = Peer(core, descriptor: descriptor, address: address)
    limitedAddress = core.limitedAddress(ofConnectionFrom: peer.address)
    state = ConnectionState(at: Clock.now(), loop.deadlines)
  }

  // MARK: - What happens

  /// A request line has arrived.
  func begin(_ connection: OpaquePointer, target: UnsafePointer<CChar>) {
    let exchange = HTTPExchange(peer: peer, connection: connection, target: target)
    self.exchange = exchange
    loop.requestDidBegin(on: self)
    handle(.requestLine(at: exchange.request.startedAt))
  }

  /// The library goes on with the request: it has the head, a piece of the body or the end of it, or was resumed.
  func proceed(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, bytes: UnsafeRawBufferPointer
  ) -> MHD_Result {
    guard let exchange else { return .NO }
    switch state.handle(.call(hasBytes: !bytes.isEmpty)) {
    case .readHead: return run(state.handle(readHead(of: exchange, method: method, version: version)), exchange)
    case .readBody: return readBody(of: exchange, bytes).map { run(state.handle($0), exchange) } ?? .YES
    case let effect: return run(effect, exchange)
    }
  }

  /// A body of this size is read and dropped if the server has too much to do. Usually it has arrived with the head.
  private static let droppedBodyBytes = 16 * 1024

  private func readHead(
    of exchange: HTTPExchange, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> ConnectionState.Event {
    exchange.request.restore(method: method)
    let head = RequestHead(
      connection: exchange.request.connection, method: exchange.request.method,
      target: exchange.request.target.whole, version: version)
    do throws(RequestError) {
      try exchange.request.read(head, core)
      let isAccepted = loop.accepts(self, from: exchange.clientNetwork, at: exchange.request.startedAt)
      try exchange.admit(isOverloaded: !isAccepted)
      try exchange.prepareBody(head)
      return .headAccepted
    } catch {
      let isSmall = !head.isChunked && head.contentLength <= Self.droppedBodyBytes
      return .headRefused(error, dropsBody: error == .overloaded && isSmall)
    }
  }

  private func readBody(of exchange: HTTPExchange, _ bytes: UnsafeRawBufferPointer) -> ConnectionState.Event? {
    do throws(RequestError) {
      let extraTime = try exchange.readBody(bytes)
      return extraTime > 0 ? .timeExtended(from: min(exchange.request.startedAt &+ extraTime, Clock.now())) : nil
    } catch {
      return .bodyRefused(error, isEndless: exchange.request.isChunked)
    }
  }

  /// The response was sent, or the connection is gone.
  ///
  /// - Parameter isReadable: Whether the memory of the request is still there.
  func end(isReadable: Bool) {
    guard let exchange else { return }
    let now = Clock.now()
    let status = exchange.end(at: now, isReported: !isReadable || state.isReported)
    self.exchange = nil
    handle(.over(status: status, at: now))
    loop.requestDidEnd()
  }

  @discardableResult
  func handle(_ event: ConnectionState.Event) -> MHD_Result {
    let effect = state.handle(event)
    return effect == .none ? .YES : run(effect, exchange)
  }

  // MARK: - What follows

  private func run(_ effect: ConnectionState.Effect, _ exchange: HTTPExchange?) -> MHD_Result {
    switch effect {
    case .none, .readHead, .readBody: return .YES
    case .close: return .NO
    case .closeIfRead: closeIfRead()
    case .callHandler:
      if let problem = exchange?.finishForm() {
        return run(state.handle(.bodyRefused(problem, isEndless: false)), exchange)
      }
      exchange?.callHandler()
      return sendAnswer(of: exchange)
    case .sendAnswer: return sendAnswer(of: exchange)
    case .answer(.overloaded, endsConnection: false): return refuseCheaply(exchange)
    case .answer(let problem, let endsConnection):
      exchange?.answer(refusal: problem, endsConnection: endsConnection)
      return sendAnswer(of: exchange)
    case .refuse(let problem): exchange?.refuse(problem)
    case .giveUp: exchange?.giveUp()
    case .sendRaw(let problem): sendRaw(problem)
    }
    return .YES
  }

  /// Hands the answer to libmicrohttpd, or suspends the connection until there is one.
  func sendAnswer(of exchange: HTTPExchange?) -> MHD_Result {
    guard let exchange else { return .NO }
    let (answer, isStopping) = exchange.outcome.withLock { outcome -> (Outcome.Answer?, Bool) in
      if let answer = outcome.take() { return (answer, false) }
      // Under the lock, so that the one who answers sees the suspension.
      guard loop.suspend(exchange) else { return (nil, true) }
      outcome = .awaited(by: loop)
      return (nil, false)
    }
    if isStopping {
      exchange.refuse(.stopping)
      return sendAnswer(of: exchange)
    }
    guard let answer else { return handle(.answerMissing(at: Clock.now())) }
    // Safe because only this call has taken the content.
    defer { answer.content?.release() }
    switch answer.content {
    case nil: return .NO
    case .stream(let stream): return open(stream.takeUnretainedValue(), of: exchange)
    case .response(let response):
      return MHD_queue_response(exchange.request.connection, UInt32(answer.status?.code ?? 0), response)
    }
  }

  /// Refuses a request as cheaply as possible, with an answer that was made before.
  private func refuseCheaply(_ exchange: HTTPExchange?) -> MHD_Result {
    guard let exchange else { return .NO }
    exchange.set(sent: RequestError.overloaded.status, size: loop.overloadAnswer.size)
    core.configuration.overloadRefused()
    return loop.overloadAnswer.queue(exchange.request.connection)
  }

  /// Sends bytes without libmicrohttpd. Never blocks.
  func sendRaw(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
  }
}
