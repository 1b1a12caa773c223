import Foundation
import Glibc

/// An answer of the server.
struct Answer {
  let status: Int
  let headers: [(name: String, value: String)]
  let body: String

  func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

  /// What the first match of a pattern has in its group.
  func first(_ pattern: Regex<(Substring, Substring)>) -> String? {
    body.firstMatch(of: pattern).map { String($0.output.1) }
  }

  var nonce: String? { first(/name="page" value="([^"]+)"/) }
  /// The page as every other one that shows the same.
  var withoutNonces: String { body.replacing(/(nonce|value)="[0-9a-v]{13,32}"/, with: "") }
  var notice: String? { first(/<div class="notice" role="alert"><p>([^<]*)</) }
  var isWorking: Bool { header("Refresh") != nil }

  /// The text of a label by the last part of its id.
  func text(_ name: String) -> String? {
    guard let start = body.range(of: "\(name)\" class=\""), let open = body[start.upperBound...].firstIndex(of: ">")
    else { return nil }
    return String(body[body.index(after: open)...].prefix { $0 != "<" })
  }
}

struct BrowserError: Error { let what: String }

/// A browser without script: a connection for each request, cookies, and forms.
final class Browser {
  private let port: UInt16
  private(set) var cookie: String?
  private(set) var page = Answer(status: 0, headers: [], body: "")
  private(set) var path = "/"
  /// Header fields that it sends with each request.
  var headers: [String: String] = [:]

  init(port: UInt16, cookie: String? = nil) {
    self.port = port
    self.cookie = cookie
  }

  /// A window of the same browser.
  func newTab() -> Browser { Browser(port: port, cookie: cookie) }

  /// Goes to an address, through all redirects.
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
    throw BrowserError(what: "redirected for ever from \(path)")
  }

  /// Presses a button of the page, and goes where that leads.
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
    let body = fields.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
    return try send("POST", target ?? path, body: body)
  }

  /// A field of a form that can send files: text if there is no name of a file.
  struct Part {
    var name: String
    var filename: String?
    var type = "application/octet-stream"
    var content = ""
  }

  /// Sends a form as browsers do that has files (RFC 7578).
  func post(multipart parts: [Part], to target: String? = nil) throws -> Answer {
    let body = parts.map { part in
      let file = part.filename.map { "; filename=\"\($0)\"\r\nContent-Type: \(part.type)" } ?? ""
      return "--BOUNDARY\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n\(part.content)\r\n"
    }.joined()
    return try send(
      "POST", target ?? path, body: body + "--BOUNDARY--\r\n", type: "multipart/form-data; boundary=BOUNDARY")
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      byte < 128 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
        ? String(Unicode.Scalar(byte)) : String(format: "%%%02X", byte)
    }.joined()
  }

  private func send(
    _ method: String, _ target: String, body: String?, type: String = "application/x-www-form-urlencoded"
  ) throws -> Answer {
    var request = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    for (name, value) in headers { request += "\(name): \(value)\r\n" }
    if let cookie { request += "Cookie: session=\(cookie)\r\n" }
    if let body {
      request += "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    } else {
      request += "\r\n"
    }
    let text = String(decoding: try exchange(Array(request.utf8)), as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { throw BrowserError(what: "no answer: \(text)") }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.range(of: ": ") else { return nil }
      return (String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
    }
    let answer = Answer(
      status: Int(lines[0].split(separator: " ")[1]) ?? 0, headers: headers, body: String(text[end.upperBound...]))
    if let cookie = answer.header("Set-Cookie"), cookie.hasPrefix("session=") {
      self.cookie = String(cookie.dropFirst("session=".count).prefix { $0 != ";" })
    }
    return answer
  }

  private func exchange(_ request: [UInt8]) throws -> [UInt8] {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    // So that a test of a server that does not answer fails instead of hanging.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw BrowserError(what: "no connection: \(String(cString: strerror(errno)))") }
    guard Glibc.send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      throw BrowserError(what: "could not send")
    }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count >= 0 else { throw BrowserError(what: "no answer: \(String(cString: strerror(errno)))") }
      guard count > 0 else { return received }
      received += buffer[..<count]
    }
  }
}
