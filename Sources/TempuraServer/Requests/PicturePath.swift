internal import Basics
internal import Foundation
internal import HTTPServer
internal import Pictures
internal import SessionKernel
internal import TempuraUI

/// The paths of what an app has loaded, drawn or got from a user: `/tempura-pictures/DIGEST/MARK/WIDTH` of a picture, with `.jpg` after it
/// for one to save, and `/tempura-pictures/DIGEST/MARK/file/NAME` of another file. The mark lets one session read one content. The content
/// of a URL never changes, so browsers cache pictures.
enum PicturePath {
  /// Answers a GET or HEAD request if its path is that of a picture.
  ///
  /// - Returns: Whether it is.
  static func answer(_ exchange: any Exchange, _ handler: RequestHandler) -> Bool {
    let (path, runtime) = (exchange.path, handler.runtime)
    guard path.hasPrefix(ServedApp.pictures) else { return false }
    exchange.note { $0.group = runtime.metrics.requests.files }
    let parts = path.dropFirst(ServedApp.pictures.count).split(separator: "/").map(String.init)
    let isFile = parts.count == 4 && parts[2] == "file" && parts[0].hasSuffix(PictureFolder.copyEnding)
    let isSaved = parts.count == 3 && parts[2].hasSuffix(".jpg")
    let width = parts.count == 3 ? Int(parts[2].dropLast(isSaved ? 4 : 0)) ?? 0 : 0
    guard isFile || widths.contains(width) else {
      exchange.respond(exchange.noSuchFile(runtime))
      return true
    }
    let purpose = RequestContext.Purpose.other(
      answer: { context, turn throws(Answer) in
        guard context.session.mark(ofContent: parts[0]) == parts[1] else {
          return exchange.respond(exchange.noSuchFile(runtime))
        }
        if !Picture.isKnown(parts[0]) { try await render(context, turn) }
        if isFile { return exchange.respond(file(parts[0], parts[3], exchange) ?? exchange.noSuchFile(runtime)) }
        exchange.send(parts[0], width: width, headers, runtime, takesWebP: isSaved ? false : nil) {
          () throws(PictureError) in
          guard let picture = Picture.named(parts[0]) else { throw .gone }
          return picture
        }
      }, withoutSession: { exchange.noSuchFile(runtime) })
    RequestContext(exchange, handler, for: purpose).start()
    return true
  }

  /// The widths that a client can ask for, in pixels.
  static let widths = 1...16_384

  private static let headers: HTTPHeaders = [
    "Cache-Control": "private, max-age=31536000, immutable",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  ]

  /// Renders the page that the request comes from. Another server may have made that page, and this one its content never yet.
  private static func render(_ context: RequestContext, _ turn: borrowing Turn) async throws(Answer) {
    let exchange = context.exchange
    guard let page = exchange.header("Referer")?.firstMatch(of: /^https?:\/\/[^\/]+(\/.*)$/)?.1,
      page.hasPrefix("\(exchange.basePath)/")
    else { return }
    try context.willRunCode()
    let position = context.position(at: String(page.dropFirst(exchange.basePath.count)))
    _ = try? await context.scene(turn, from: position).renderAnew()
  }

  private static func file(_ copy: String, _ name: String, _ exchange: any Exchange) -> HTTPResponse? {
    // A client may ask for any name.
    let type = MediaType.ofFile(name)
    return PictureFolder.shared.path(of: copy).flatMap { path in
      HTTPResponse.userFile(
        at: path, type: HTTPResponse.isShown(type) ? type : "application/octet-stream",
        name: name.removingPercentEncoding ?? "file", tag: "\"\(copy)\"",
        ifNoneMatch: exchange.header("If-None-Match"), range: exchange.range, ifRange: exchange.header("If-Range"))
    }?.response
  }
}
