internal import Basics
internal import Foundation
internal import HTTPServer
internal import TempuraUI

/// Answers on the port for plain HTTP of a server with TLS: it sends browsers to HTTPS, and takes nothing from them.
final class RedirectHandler: HTTPHandler {
  private let runtime: Runtime
  /// The port that it answers on.
  private let port: UInt16
  /// The port of the server with TLS; 0 if it has none.
  private let securePort: UInt16

  init(runtime: Runtime, port: UInt16, securePort: UInt16) {
    self.runtime = runtime
    self.port = port
    self.securePort = securePort
  }

  func handle(_ exchange: HTTPExchange) {
    guard exchange.method == .get || exchange.method == .head else {
      let methods = "GET, HEAD"
      return refuse(exchange, .methodNotAllowed, .errorMethodsAllowed(methods)) { $0.append("Allow", methods) }
    }
    let path = exchange.path
    if path == HealthCheck.healthPath { return exchange.answerHealth(isStopping: exchange.isServerStopping) }
    if path.hasPrefix(ChallengeFile.prefix) { return answerChallenge(exchange, path) }
    guard let host = exchange.host, Self.isHost(host) else {
      return refuse(exchange, .badRequest, RequestError.missingHost.text)
    }
    let query = exchange.rawQuery.map { "?\($0)" } ?? ""
    exchange.respond(
      HTTPResponse(
        status: .permanentRedirect, shared: SecurityHeaders.bare,
        headers: ["Location": "https://\(Self.secureHost(host, port: port, securePort: securePort))\(path)\(query)"]))
  }

  /// Whether a host can stand in a URL: a name or an address, with or without a port.
  static func isHost(_ text: String) -> Bool {
    guard let host = URLComponents(string: "http://\(text)")?.host, !host.isEmpty else { return false }
    return host.utf8.contains { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "%") }
      && host.filter { $0 == "[" }.count < 2
  }

  /// The host, and port if need be, of the server with TLS.
  ///
  /// A client that names no port came to port 80. If the server does not listen there, something in front of it maps ports,
  /// and maps 443, too.
  ///
  /// - Parameter host: The host that the client names.
  static func secureHost(_ host: String, port: UInt16, securePort: UInt16) -> String {
    // The last colon of an IPv6 address is inside of brackets.
    let colon = host.lastIndex(of: ":").flatMap { host[$0...].contains("]") ? nil : $0 }
    let name = host[..<(colon ?? host.endIndex)]
    let isMapped = colon == nil && port != 80
    return isMapped || securePort == 443 || securePort == 0 ? String(name) : "\(name):\(securePort)"
  }

  private func answerChallenge(_ exchange: HTTPExchange, _ path: String) {
    guard let data = ChallengeFile.contents(of: path, in: runtime.site.publicFolders) else {
      return refuse(exchange, .notFound, .errorNoSuchPage)
    }
    exchange.respond(
      HTTPResponse(
        shared: SecurityHeaders.bare, headers: ["Content-Type": "application/octet-stream"], body: .bytes([UInt8](data))
      ))
  }

  private func refuse(
    _ exchange: HTTPExchange, _ status: HTTPStatus, _ message: ServerText,
    addHeaders: (inout HTTPHeaders) -> Void = { _ in }
  ) {
    var response = runtime.site.pages.error(
      status, message: message, requestID: exchange.requestID, language: runtime.language(of: exchange))
    addHeaders(&response.headers)
    exchange.respond(response)
  }
}

/// The files by which an authority for certificates checks that a host is its operator's (RFC 8555, section 8.3). A client of
/// the authority writes them to a folder with public files.
enum ChallengeFile {
  static let prefix = "/.well-known/acme-challenge/"
  private static let maxBytes = 4096

  /// - Parameter path: The path of the request.
  /// - Returns: Nil if there is no such file, or if its name is not one that the protocol has.
  static func contents(of path: String, in folders: [String]) -> Data? {
    let token = path.dropFirst(prefix.count)
    // The alphabet of base64url: no dots, no slashes.
    let isToken = token.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isToken, (1...256).contains(token.utf8.count) else { return nil }
    for folder in folders {
      let file = folder + path
      let data = RegularFile.contents(atPath: file, limit: maxBytes + 1)
      if let data, data.count <= maxBytes { return data }
    }
    return nil
  }
}
