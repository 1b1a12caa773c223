import Dispatch
import HTTPServer
import Synchronization
import TestSupport

/// A server that answers `/live` with a stream, `/later` with one from another thread, and everything else with a text.
final class StreamServer: Sendable {
  static let live = "GET /live HTTP/1.1\r\nHost: a\r\n\r\n"

  let base: TestServer
  private let state: State

  private final class State: Sendable {
    let streams = Mutex<[EventStream]>([])
    let opened = DispatchSemaphore(value: 0)
    let closed = DispatchSemaphore(value: 0)
    let closedCount = Mutex(0)

    func answer() -> EventStreamAnswer {
      EventStreamAnswer(retry: 1234) { [self] stream in
        streams.withLock { $0.append(stream) }  // first, for a client that has read the event
        stream.send("event: open\ndata:\n\n")
        opened.signal()
      } closed: { [self] _ in
        closedCount.withLock { $0 += 1 }
        closed.signal()
      }
    }
  }

  init(configure: (inout HTTPServerConfiguration) -> Void = { _ in }) throws {
    let state = State()
    let queue = DispatchQueue(label: "answers", attributes: .concurrent)
    self.state = state
    base = try TestServer {
      // None, so that tests know what comes.
      $0.limits.streamHeartbeat = .seconds(3600)
      configure(&$0)
    } handle: { exchange in
      switch exchange.path {
      case "/live": exchange.respond(state.answer())
      case "/later": queue.async { exchange.respond(state.answer()) }
      default: exchange.respond(text: "ok")
      }
    }
  }

  var streams: [EventStream] { state.streams.withLock { $0 } }

  /// The number of times that the server has said that a stream is closed.
  var closedCount: Int { state.closedCount.withLock { $0 } }

  /// Waits until another stream is closed.
  func waitForClose() { state.closed.wait() }

  /// A client whose stream is open, and the stream.
  func open(_ request: String = StreamServer.live) throws -> (client: RawClient, stream: EventStream) {
    let client = try base.connect()
    client.send(request)
    let head = try client.response()
    if head.status != 200 { throw TestError(head.head) }
    state.opened.wait()
    _ = try client.text(until: "event: open\ndata:\n\n")
    return (client, streams.last!)
  }

  /// The answer to a request for a stream that is refused.
  func refusal(_ request: String = StreamServer.live) throws -> RawResponse { try base.send(request) }
}
