internal import HTTPServer
internal import Pictures
internal import SessionKernel
internal import TempuraUI

/// The paths of pictures that an app has loaded, drawn or got from a user: `/tempura-pictures/DIGEST/MARK/WIDTH`. The mark allows one
/// session to read one picture. A URL stands for one content, so browsers keep it.
enum PicturePath {
  /// Answers a GET or HEAD request if its path is that of a picture.
  ///
  /// - Returns: Whether it is.
  static func answer(_ exchange: any Exchange, _ handler: RequestHandler) -> Bool {
    let (path, runtime) = (exchange.path, handler.runtime)
    guard path.hasPrefix(ServedApp.pictures) else { return false }
    exchange.note { $0.group = runtime.metrics.requests.files }
    let parts = path.dropFirst(ServedApp.pictures.count).split(separator: "/").map(String.init)
    guard parts.count == 3, let width = Int(parts[2]), (1...16_384).contains(width) else {
      exchange.respond(refusal(of: exchange, runtime))
      return true
    }
    let purpose = RequestContext.Purpose.other(
      answer: { context throws(Answer) in
        guard context.session.mark(ofPicture: parts[0]) == parts[1] else {
          return exchange.respond(refusal(of: exchange, runtime))
        }
        exchange.send(parts[0], width: width, headers, runtime) { () throws(PictureError) in
          guard let picture = Picture.named(parts[0]) else { throw .gone }
          return picture
        }
      }, withoutSession: { refusal(of: exchange, runtime) })
    RequestContext(exchange, handler, for: purpose).start()
    return true
  }

  private static let headers: HTTPHeaders = [
    "Cache-Control": "private, max-age=31536000, immutable",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  ]

  private static func refusal(of exchange: any Exchange, _ runtime: Runtime) -> HTTPResponse {
    runtime.refusal(of: exchange, .notFound, .errorNoSuchPage)
  }
}
