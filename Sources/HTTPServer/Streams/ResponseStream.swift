internal import Basics
internal import CMicroHTTPD
internal import Glibc

/// An open stream on a connection with TLS, whose socket and session libmicrohttpd keeps. The stream is the content of a
/// response, and its connection is suspended while there is nothing to send.
///
/// The connection keeps its memory: see docs/deployment.md.
final class ResponseStream: EventStream, @unchecked Sendable {
  // Safe because what changes is locked.
  private struct State {
    /// What libmicrohttpd has not taken yet.
    var pending: [UInt8]
    /// Whether the connection is suspended, and nothing has resumed it.
    var isSuspended = false
    /// Whether the response ends after what is pending.
    var isEnding = false
    /// Whether the client does not read.
    var isBroken = false
  }

  /// The bytes of events that may wait for libmicrohttpd: a burst of some 1,500.
  private static let maxPending = 32 * 1024

  private let state: Locked<State>
  private let exchange: HTTPExchange

  /// - Parameter start: The first bytes of the content.
  init(
    _ exchange: HTTPExchange, for address: NetworkAddress?, start: String,
    closed: @escaping @Sendable (EventStream) -> Void
  ) {
    self.exchange = exchange
    state = Locked(State(pending: Array(start.utf8)))
    super.init(for: address, closed: closed)
    Self.prepare(exchange.peer.descriptor)
  }

  // MARK: - On any thread

  override func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    change { state in
      if state.isEnding { return false }
      if state.pending.count + bytes.count <= Self.maxPending {
        state.pending += bytes
        return true
      }
      state.isBroken = true
      return false
    }
  }

  override func close(retry milliseconds: Int? = nil) {
    change { state in
      if state.isEnding { return }
      if let milliseconds { state.pending += Self.retryLine(milliseconds).utf8 }
      state.isEnding = true
    }
  }

  /// Changes the state, and has libmicrohttpd ask for more.
  @discardableResult
  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, isResumed) = state.withLock { state in
      let result = body(&state)
      if state.isBroken {
        state.isEnding = true
        state.pending = []
      }
      let isResumed = state.isSuspended && (state.isEnding || !state.pending.isEmpty)
      if isResumed { state.isSuspended = false }
      return (result, isResumed)
    }
    if isResumed { exchange.peer.loop.resume(exchange) }
    return result
  }

  // MARK: - On the loop's thread

  /// Makes libmicrohttpd's response, which keeps the stream as long as it needs it. Nil if there is no memory for it.
  func makeResponse() -> OpaquePointer? {
    // Safe because `release`, or the failure below, releases what is retained here.
    let retained = Unmanaged.passRetained(self)
    let response = MHD_create_response_from_callback(UInt64.max, 1024, takeContent, retained.toOpaque(), release)
    if response == nil { retained.release() }
    return response
  }

  /// Hands over what is pending, or suspends the connection until there is something.
  ///
  /// - Returns: The number of bytes, or -1 for the end of the content, or -2 to drop the connection.
  fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      if !state.pending.isEmpty {
        let count = min(state.pending.count, buffer.count)
        buffer.copyBytes(from: state.pending[..<count])
        if count == state.pending.count { state.pending = [] } else { state.pending.removeFirst(count) }
        return count
      }
      if state.isBroken {
        Self.dropUnsent(exchange.peer.descriptor)
        return -2
      }
      if state.isEnding { return -1 }
      // Under the lock, so that `change` sees the suspension.
      guard exchange.peer.loop.suspend(exchange) else {
        state.isEnding = true
        return -1
      }
      state.isSuspended = true
      return 0
    }
  }

  /// The input is the end: libmicrohttpd reads what the client sends.
  override func dropInput() -> Bool {
    close()
    return true
  }

  override func finish() {
    state.withLock { $0.isEnding = true }
    super.finish()
  }
}

private let takeContent:
  @convention(c) @Sendable (UnsafeMutableRawPointer?, UInt64, UnsafeMutablePointer<CChar>?, Int) -> Int = {
    stream, _, buffer, size in
    guard let stream else { return -2 }
    // Safe because the response has retained it.
    return Unmanaged<ResponseStream>.fromOpaque(stream).takeUnretainedValue()
      .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
  }

private let release: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void = { stream in
  // Safe because `makeResponse` retained it once for this call, which libmicrohttpd makes once.
  if let stream { Unmanaged<ResponseStream>.fromOpaque(stream).release() }
}
