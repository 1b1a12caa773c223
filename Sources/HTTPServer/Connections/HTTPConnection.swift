internal import Basics
internal import CMicroHTTPD
internal import Glibc

/// A client's connection, from its first to its last byte. Carries out what its state decides.
final class HTTPConnection: @unchecked Sendable {
  // Safe because only the thread of the connection's loop uses mutable state.

  let loop: EventLoop
  let core: ServerCore
  let descriptor: Int32
  let address: NetworkAddress
  let addressText: [UInt8]
  /// The address that connections are limited by; nil for one without a limit.
  let limitedAddress: NetworkAddress?
  private(set) var state: ConnectionState
  /// The request whose first line has arrived, until the request is over.
  private(set) var exchange: HTTPExchange?

  init(loop: EventLoop, descriptor: Int32, address: UnsafePointer<sockaddr>) {
    self.loop = loop
    core = loop.core
    self.descriptor = descriptor
    self.address = NetworkAddress(address)
    addressText = NetworkAddress.text(of: address)
    limitedAddress = core.limitedAddress(ofConnectionFrom: self.address)
    state = ConnectionState(at: Clock.now(), core.deadlines)
  }

  // MARK: - What happens

  /// A request line has arrived.
  func begin(_ exchange: HTTPExchange) {
    self.exchange = exchange
    loop.requestDidBegin(on: self)
    handle(.requestLine(at: exchange.request.startedAt))
  }

  /// The library goes on with the request: it has the head, a piece of the body or the end of it, or was resumed.
  func proceed(
    _ exchange: HTTPExchange, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, bytes: UnsafeRawBufferPointer
  ) -> MHD_Result {
    switch state.handle(.call(hasBytes: !bytes.isEmpty)) {
    case .readHead: return run(state.handle(exchange.readHead(method: method, version: version)), exchange)
    case .readBody: return exchange.readBody(bytes).map { run(state.handle($0), exchange) } ?? .YES
    case let effect: return run(effect, exchange)
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
      return exchange?.sendAnswer() ?? .NO
    case .sendAnswer: return exchange?.sendAnswer() ?? .NO
    case .answer(.overloaded, endsConnection: false): return exchange?.refuseCheaply() ?? .NO
    case .answer(let problem, let endsConnection):
      exchange?.answer(refusal: problem, endsConnection: endsConnection)
      return exchange?.sendAnswer() ?? .NO
    case .refuse(let problem): exchange?.refuse(problem)
    case .giveUp: exchange?.giveUp()
    case .sendRaw(let problem): sendRaw(problem)
    }
    return .YES
  }

  /// Sends bytes without libmicrohttpd. Never blocks.
  func sendRaw(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
  }
}
