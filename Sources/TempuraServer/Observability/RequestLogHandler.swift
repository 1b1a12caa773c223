internal import Basics
internal import HTTPServer

/// Hands each request that is over to the log of the app.
struct RequestLogHandler: RequestObserver {
  let handle: @Sendable (ServerLogEntry) -> Void

  func requestDidEnd(_ request: EndedRequest) {
    let notes = request.notes
    let (method, path) = (request.method, request.path)
    var metadata = [
      "method": method, "path": path, "status": "\(request.status)", "bytes": "\(request.size)",
      "milliseconds": Log.milliseconds(request.duration),
    ]
    metadata["screen"] = notes.screen
    handle(
      ServerLogEntry(
        request.status >= 500 ? .error : .info, "\(method) \(path) \(request.status)", requestID: request.requestID,
        session: notes.session.map(Log.digits), traceID: request.trace?.traceID, metadata: metadata))
  }

  func serverDidStop() {}
}
