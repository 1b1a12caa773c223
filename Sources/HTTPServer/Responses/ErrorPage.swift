/// The page for refused requests, unless the configuration has another.
enum ErrorPage {
  static let plain: @Sendable (RefusedRequest) -> ResponseBody = { refused in
    // The sentence is the server's own and the characters of the id are safe, so nothing needs escaping.
    .text(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>\(refused.problem.status)</title></head>
      <body><h1>\(refused.problem.status)</h1><p>\(refused.problem.message)</p><p><small>Request \(refused.requestID)</small></p></body>
      </html>

      """)
  }
}
