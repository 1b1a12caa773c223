internal import HTTPServer
internal import Katana
internal import SessionKernel
internal import TempuraUI

/// The paths `/files/NAME` of files of users, which the app's `FileGuard` decides about.
enum UserFilePath {
  /// Answers a GET or HEAD request if its path is that of a file, in a turn of its session.
  ///
  /// - Returns: Whether it is.
  static func answer(_ exchange: any Exchange, _ handler: RequestHandler) -> Bool {
    let runtime = handler.runtime
    guard runtime.app.isUserFile(exchange.path) else { return false }
    exchange.group = runtime.metrics.requests.files
    let name = StaticFiles.path(String(exchange.path.dropFirst(ServedApp.userFiles.count - 1)))
    if let name, !name.contains("/") {
      RequestContext(exchange, handler, for: .file(name)).start()
    } else {
      exchange.respond(refusal(of: exchange, runtime))
    }
    return true
  }

  /// Answers with the file, in a turn of the session.
  static func answer(_ exchange: any Exchange, named name: String, for session: Session, _ runtime: Runtime) {
    guard let fileGuard = runtime.app.fileGuard,
      let state = session.state?.current ?? session.storing.content?.state,
      let file = fileGuard.find(name, in: state),
      let response = HTTPResponse.userFile(
        at: file.url.path, type: file.type.safeMediaType, name: file.downloadName ?? name,
        ifNoneMatch: exchange.header("If-None-Match"))
    else { return exchange.respond(refusal(of: exchange, runtime)) }
    exchange.respond(response)
  }

  /// The answer if there is no such file, or the user may not have it.
  static func refusal(of exchange: any Exchange, _ runtime: Runtime) -> HTTPResponse {
    runtime.site.pages.error(
      .notFound, message: .errorNoSuchPage, requestID: exchange.requestID, language: runtime.language(of: exchange))
  }
}

extension UTType {
  /// The media type for a header field. That of a dynamic type may be any text.
  fileprivate var safeMediaType: String { (isDeclared ? preferredMIMEType : nil) ?? "application/octet-stream" }
}
