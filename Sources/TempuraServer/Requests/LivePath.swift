internal import HTTPServer
internal import SessionKernel
internal import Sessions
internal import Synchronization

/// The answers at `OwnPath.live`.
enum LivePath {
  /// The milliseconds after which a client comes back when its stream has ended.
  private static let retry = 2000

  /// GET: opens a stream that tells when the session of the cookie has changed.
  static func open(_ exchange: HTTPExchange, _ handler: RequestHandler) {
    let name = exchange.queryItems.first { $0.name == "stream" }.flatMap { LiveRequest.validName($0.value) }
    guard let name, name.utf8.count >= 16 else { return exchange.respond(.noContent) }
    if CrossSite.isRefused(exchange) { return exchange.respond(HTTPResponse(status: .forbidden)) }
    open(name, exchange, handler)
  }

  /// Opens the stream of a name that the client made.
  static func open(_ name: String, _ exchange: any Exchange, _ handler: RequestHandler) {
    let purpose = RequestContext.Purpose.other(
      answer: { context, _ in open(name, of: context.session, context.runtime, exchange) },
      withoutSession: { lastChange })
    RequestContext(exchange, handler, for: purpose).start()
  }

  private static func open(_ name: String, of session: Session, _ runtime: Runtime, _ exchange: any Exchange) {
    // A stream before this one may have been told of slices that the session left at another server.
    session.slices?.dropUnused()
    let key = session.key
    let streams = runtime.streams
    let expiry = session.record?.expiry ?? .max
    exchange.respond(
      EventStreamAnswer(retry: retry) { stream in
        session.lifetime.hadStream.store(true, ordering: .relaxed)
        streams.add(stream, named: name, of: key, until: expiry)
        stream.send(StreamTable.change)  // what changed before the stream was open
        // A change came before the stream was there. The storage reports the next one only to a server that has loaded this one.
        if !session.validity.isValid { runtime.tellPages(of: key) }
        // The session may have got another id after this request was found to be one of it.
        session.queue.submit { if session.key != key { streams.close(key) } }
      } closed: { stream in
        streams.remove(stream, of: key)
        runtime.didLeaveMemory(key)
      })
  }

  /// POST: a tab of the browser was closed. A page sends that when the user leaves it, and does not read the answer.
  static func close(_ exchange: HTTPExchange, _ handler: RequestHandler) {
    let tab = exchange.form.first { $0.name == "tab" && $0.file == nil }.flatMap { LiveRequest.validName($0.value) }
    guard let tab else { return exchange.respond(.noContent) }
    let purpose = RequestContext.Purpose.other(
      answer: { context, _ in
        context.session.scenes.close(tab)
        exchange.respond(.noContent)
      }, withoutSession: { .noContent })
    RequestContext(exchange, handler, for: purpose).start()
  }

  /// A stream that ends after one event. The page asks what has changed, and is told that its session is gone.
  private static var lastChange: HTTPResponse {
    HTTPResponse(
      status: .ok, shared: SecurityHeaders.bare, headers: ["Content-Type": "text/event-stream"],
      body: .text("retry: \(retry)\n\(StreamTable.change)"))
  }
}
