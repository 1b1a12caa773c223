/// The page of last resort.
enum ErrorPage {
  static let plain: @Sendable (HTTPStatus, String, String) -> ResponseBody = { status, message, requestID in
    // The words are the server's own and the id's characters are safe, so nothing needs escaping.
    .text(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>\(status)</title></head>
      <body><h1>\(status)</h1><p>\(message)</p><p><small>Request \(requestID)</small></p></body>
      </html>

      """)
  }
}
