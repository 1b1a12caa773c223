/// How a server listens and what it allows.
package struct HTTPServerConfiguration: Sendable {
  /// An address or a name of this machine. `0.0.0.0` and `::` are all addresses.
  package var host = "127.0.0.1"
  /// 0 picks a free one.
  package var port: UInt16 = 8080
  /// Threads that serve requests; as many as there are cores where nil.
  package var threads: Int?
  package var limits = HTTPLimits()
  /// Where requests are noted; nowhere if nil.
  package var accessLog: AccessLog?
  /// Whether `X-Forwarded-For`, `-Proto`, `-Host` and `X-Request-Id` are the words of a trusted proxy. Without one in
  /// front of the server, any client could say in them what it likes.
  package var trustsForwardedHeaders = false
  /// Where uploaded files are kept while a request is answered.
  package var temporaryFolder = "/tmp"
  /// The HTML for a request that the server itself refuses.
  package var errorPage: @Sendable (_ status: HTTPStatus, _ message: String, _ requestID: String) -> ResponseBody =
    ErrorPage.plain
  /// Fields of such a response.
  package var errorHeaders: HTTPHeaders = [
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
  ]

  package init() {}
}
