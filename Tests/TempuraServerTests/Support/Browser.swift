import Foundation
import TestSupport

/// An answer of the server.
struct Answer {
  private let response: RawResponse
  let body: String

  init(_ response: RawResponse) {
    self.response = response
    let isCompressed = response.header("Content-Encoding") == "gzip"
    body = isCompressed ? response.body.gunzipped.map { String(decoding: $0, as: UTF8.self) } ?? "" : response.text
  }

  /// The number of bytes that were sent, without the head.
  var size: Int { response.body.count }

  var status: Int { response.status }

  func header(_ name: String) -> String? { response.header(name) }

  /// The values of the cookies that the answer sets, by their names.
  var cookies: [String: String] {
    let pairs = response.headers("Set-Cookie").map { field in
      let pair = field.prefix { $0 != ";" }
      let name = pair.prefix { $0 != "=" }
      return (String(name), String(pair.dropFirst(name.count + 1)))
    }
    return Dictionary(pairs) { $1 }
  }

  /// The first group of a pattern's first match.
  func first(_ pattern: Regex<(Substring, Substring)>) -> String? {
    body.firstMatch(of: pattern).map { String($0.output.1) }
  }

  var nonce: String? { first(/name="page" value="([^"]+)"/) }
  /// The page without its nonces, so that two pages of the same screen are equal.
  var withoutNonces: String { body.replacing(/(nonce|value|data-version)="[0-9a-v.]{13,36}"/, with: "") }
  var notice: String? { first(/<div class="notice"><p>([^<]*)</) }
  var isWorking: Bool { body.contains("http-equiv=\"refresh\"") }

  /// The text of the label whose id ends with a name.
  func text(_ name: String) -> String? {
    guard let start = body.range(of: "\(name)\" class=\""), let open = body[start.upperBound...].firstIndex(of: ">")
    else { return nil }
    return String(body[body.index(after: open)...].prefix { $0 != "<" })
  }
}

/// A browser without script: it has a cookie, follows redirects and sends forms. Each request is a new connection.
final class Browser {
  let port: UInt16
  /// The server, which runs as long as it has a browser.
  let server: TestServer?
  private(set) var cookie: String?
  /// The version of the session that it has seen, as a server told it.
  var version: String?
  /// Cookies with claims of its forms.
  var claims: [String: String] = [:]
  private(set) var page = Answer(RawResponse(head: "", body: []))
  private(set) var path = "/"
  /// The header fields of each request.
  var headers: [String: String] = [:]

  init(port: UInt16, cookie: String? = nil, server: TestServer? = nil) {
    (self.port, self.server) = (port, server)
    self.cookie = cookie
  }

  /// Opens another tab of the same browser.
  func newTab() -> Browser {
    let tab = Browser(port: port, cookie: cookie, server: server)
    tab.claims = claims
    return tab
  }

  /// Opens a URL and follows redirects.
  @discardableResult func open(_ path: String) throws -> Answer {
    var target = path
    for _ in 0..<8 {
      let answer = try get(target)
      guard answer.status == 303, let location = answer.header("Location") else {
        self.path = target
        page = answer
        return answer
      }
      target = location
    }
    throw TestError("\(path) redirects without end")
  }

  /// Presses a button of the page, and follows redirects.
  @discardableResult func tap(_ id: String, _ texts: [String: String] = [:]) throws -> Answer {
    let answer = try post(form(tap: id, texts))
    guard answer.status == 303, let location = answer.header("Location") else {
      page = answer
      return answer
    }
    return try open(location)
  }

  /// The fields of the page's form.
  func form(tap id: String, _ texts: [String: String] = [:]) -> [(String, String)] {
    texts.sorted { $0.key < $1.key } + [("page", page.nonce ?? ""), ("tap", id)]
  }

  func get(_ target: String) throws -> Answer { try send("GET", target, body: nil) }

  func post(_ fields: [(String, String)], to target: String? = nil) throws -> Answer {
    try send("POST", target ?? path, body: formEncoded(fields))
  }

  /// A part of a multipart form: a file if it has a file name, else a text field.
  struct Part {
    var name: String
    var filename: String?
    var type = "application/octet-stream"
    var content = ""
  }

  /// Sends a multipart form, as browsers do (RFC 7578).
  func post(multipart parts: [Part], to target: String? = nil) throws -> Answer {
    let body = parts.map { part in
      let file = part.filename.map { "; filename=\"\($0)\"\r\nContent-Type: \(part.type)" } ?? ""
      return "--BOUNDARY\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n\(part.content)\r\n"
    }.joined()
    return try send(
      "POST", target ?? path, body: body + "--BOUNDARY--\r\n", type: "multipart/form-data; boundary=BOUNDARY")
  }

  func send(
    _ method: String, _ target: String, body: String? = nil, type: String = "application/x-www-form-urlencoded"
  ) throws -> Answer {
    var request = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    for (name, value) in headers { request += "\(name): \(value)\r\n" }
    if let cookie {
      let version = version.map { "; session-version=\($0)" } ?? ""
      let claims = claims.map { "; \($0)=\($1)" }.joined()
      request += "Cookie: session=\(cookie)\(version)\(claims)\r\n"
    }
    if let body {
      request += "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    } else {
      request += "\r\n"
    }
    let client = try RawClient(port: port)
    client.send(request)
    let answer = Answer(try client.response())
    cookie = answer.cookies["session"] ?? cookie
    version = answer.cookies["session-version"] ?? version
    for (name, value) in answer.cookies where name.hasPrefix("session-claim-") {
      claims[name] = value.isEmpty ? nil : value
    }
    TestServer.waitForTurn(of: cookie, at: port)
    return answer
  }
}
