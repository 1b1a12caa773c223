internal import Foundation
internal import HTTPServer
internal import Katana
internal import Pictures
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
        answer: { context, _ throws(Answer) in
          try context.willRunCode()
          guard let file = file(name, of: context.session, runtime) else {
            return exchange.respond(exchange.noSuchFile(runtime))
          }
          send(file, name, exchange, runtime)
        }, withoutSession: { exchange.noSuchFile(runtime) })
      RequestContext(exchange, handler, for: purpose).start()
    } else {
      exchange.respond(exchange.noSuchFile(runtime))
    }
    return true
  }

  /// - Returns: Nil if there is no such file, or the user may not have it.
  private static func file(_ name: String, of session: Session, _ runtime: Runtime) -> UserFile? {
    (session.state?.current ?? session.content?.state).flatMap { runtime.app.fileGuard?.find(name, in: $0) }
  }

  /// Sends a file, or a smaller picture of it if the query is `width=` with a number of pixels.
  private static func send(_ file: UserFile, _ name: String, _ exchange: any Exchange, _ runtime: Runtime) {
    let width = file.type.conforms(to: .image) ? exchange.pictureWidth : nil
    let whole = HTTPResponse.userFile(
      at: file.url.path, type: file.type.safeMediaType, name: file.downloadName ?? name,
      ifNoneMatch: exchange.header("If-None-Match"),
      range: width == nil ? exchange.range : nil, ifRange: exchange.header("If-Range"))
    guard let (whole, tag) = whole else { return exchange.respond(exchange.noSuchFile(runtime)) }
    guard whole.status == .ok, let width else { return exchange.respond(whole) }
    whole.body.discard()
    // A weak one, because the picture may be of one format or another.
    var headers = HTTPResponse.userFile
    headers.append("ETag", "W/\(tag)")
    exchange.send("\(name) \(tag)", width: width, headers, runtime) { () throws(PictureError) in
      guard let content = try? Data(contentsOf: file.url), let picture = Picture.of(content) else { throw .gone }
      return picture
    }
  }
}

extension Exchange {
  /// The field Range, which counts for GET alone.
  var range: String? { (self as? HTTPExchange)?.method == .get ? header("Range") : nil }

  /// The pixels of the picture that a request for a file wants; nil if it wants the file.
  fileprivate var pictureWidth: Int? {
    rawQuery?.wholeMatch(of: /width=([0-9]{1,5})/).flatMap { Int($0.1) }.flatMap {
      PicturePath.widths.contains($0) ? $0 : nil
    }
  }
}

extension UTType {
  /// The media type for a header field. That of a dynamic type may be any text.
  fileprivate var safeMediaType: String { (isDeclared ? preferredMIMEType : nil) ?? "application/octet-stream" }
}
