internal import Basics
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

extension HTTPExchange {
  /// Opens a stream on the connection's socket, or refuses it. Called on the thread of the connection.
  func open(_ answer: EventStreamAnswer) -> MHD_Result {
    let (core, loop) = (peer.core, peer.loop)
    if core.isStopping.load(ordering: .relaxed) { return refuse(stream: .stopping) }
    let isHead = request.isMethod("HEAD")
    let start = answer.bytes(requestID: requestID, toHead: isHead)
    if isHead {
      // libmicrohttpd would add a length, which the stream does not have.
      peer.handle(.connectionEnds)
      peer.sendRaw(start)
      return .NO
    }
    let address = quotaAddress
    guard core.capacity.streams.take(for: address) else { return refuse(stream: .tooManyStreams) }
    guard let descriptor = loop.takeSocket(of: peer) else {
      core.capacity.streams.giveBack(for: address)
      return refuse(stream: .tooManyStreams)
    }
    let stream = EventStream(descriptor, for: address, closed: answer.closed)
    loop.streams.add(stream, descriptor)
    start.withUnsafeBytes { _ = stream.send($0) }
    answer.opened(stream)
    return .NO  // libmicrohttpd closes the connection
  }

  private func refuse(stream problem: RequestError) -> MHD_Result {
    outcome.withLock { $0 = .open }
    refuse(problem)
    return sendAnswer()
  }
}
