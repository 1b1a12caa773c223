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
    exchange.note { $0.group = runtime.metrics.requests.files }
    let name = StaticFiles.path(String(exchange.path.dropFirst(ServedApp.userFiles.count - 1)))
    if let name, !name.contains("/") {
      let purpose = RequestContext.Purpose.other(
        answer: { context throws(Answer) in
          try context.willRunCode()
          exchange.respond(file(name, of: context.session, exchange, runtime) ?? refusal(of: exchange, runtime))
        }, withoutSession: { refusal(of: exchange, runtime) })
      RequestContext(exchange, handler, for: purpose).start()
    } else {
      exchange.respond(refusal(of: exchange, runtime))
    }
    return true
  }

  /// - Returns: Nil if there is no such file, or the user may not have it.
  private static func file(
    _ name: String, of session: Session, _ exchange: any Exchange, _ runtime: Runtime
  ) -> HTTPResponse? {
    guard let fileGuard = runtime.app.fileGuard,
      let state = session.state?.current ?? session.content?.state, let file = fileGuard.find(name, in: state)
    else { return nil }
    return .userFile(
      at: file.url.path, type: file.type.safeMediaType, name: file.downloadName ?? name,
      ifNoneMatch: exchange.header("If-None-Match"))
  }

  /// The answer if there is no such file, or the user may not have it.
  private static func refusal(of exchange: any Exchange, _ runtime: Runtime) -> HTTPResponse {
    runtime.refusal(of: exchange, .notFound, .errorNoSuchPage)
  }
}

extension UTType {
  /// The media type for a header field. That of a dynamic type may be any text.
  fileprivate var safeMediaType: String { (isDeclared ? preferredMIMEType : nil) ?? "application/octet-stream" }
}
