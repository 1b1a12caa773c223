import Foundation
import Glibc
import TestSupport

/// nginx in front of a server, over TLS and HTTP/2, with the settings of `docs/deployment.md`.
final class Proxy {
  /// The flags with which curl speaks HTTP/2 and accepts the certificate.
  static let flags = ["--http2", "--insecure"]

  let url: String
  let program: Program
  private let folder: TemporaryFolder

  /// - Parameter basePath: Where the app is at its host; empty for the whole host.
  private init(_ server: Server, basePath: String) throws {
    folder = try TemporaryFolder()
    let certificate = try Program.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
        "-keyout", folder.path("key"), "-out", folder.path("certificate"),
      ])
    guard certificate.status == 0 else { throw TestError("openssl: \(certificate.errors)") }
    let port = try Self.freePort()
    url = "https://127.0.0.1:\(port)"
    let site = try Self.replacing(
      [
        "location / {": "location \(basePath)/ {", "127.0.0.1:8080": "127.0.0.1:\(server.port)",
        "listen 443": "listen 127.0.0.1:\(port)",
        "/etc/ssl/todo.example.pem": folder.path("certificate"),
        "/etc/ssl/private/todo.example.key": folder.path("key"),
      ], in: Self.documentedSite())
    try folder.write(Self.configuration(site, in: folder.path), to: "nginx.conf")
    program = try Program("/usr/sbin/nginx", ["-p", folder.path, "-c", folder.path("nginx.conf")])
    program.drain()
    try waitUntil {
      guard kill(program.id, 0) == 0, !program.errors.contains("[emerg]") else {
        throw TestError("nginx did not start: \(program.errors)")
      }
      return (try? RawClient(port: port)) != nil
    }
  }

  /// Runs a test with a proxy in front of a server, and stops it.
  static func running<Result>(
    before server: Server, basePath: String = "", _ body: (Proxy) throws -> Result
  ) throws -> Result {
    let proxy = try Proxy(server, basePath: basePath)
    defer {
      proxy.program.signal(SIGTERM)
      _ = proxy.program.wait()
    }
    return try body(proxy)
  }

  /// The block of settings in the documentation.
  private static func documentedSite() throws -> String {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/deployment.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    guard let block = text.firstMatch(of: /(?s)```nginx site\n(.*?)```/) else {
      throw TestError("docs/deployment.md has no settings of nginx")
    }
    return String(block.output.1)
  }

  private static func replacing(_ texts: [String: String], in site: String) throws -> String {
    try texts.reduce(into: site) { site, text in
      guard site.contains(text.key) else { throw TestError("docs/deployment.md does not contain \(text.key)") }
      site = site.replacing(text.key, with: text.value)
    }
  }

  /// The settings around those of a site, which write nothing outside of the folder.
  private static func configuration(_ site: String, in folder: String) -> String {
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
    return """
      daemon off;
      worker_processes 1;
      worker_shutdown_timeout 1s;
      pid \(folder)/pid;
      error_log stderr;
      \(geteuid() == 0 ? "user root;" : "")
      events { worker_connections 256; }
      http {
      access_log off;
      \(paths.joined(separator: "\n"))
      \(site)
      }

      """
  }

  /// A port that no program listens on.
  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
      }
    }
    guard result == 0 else { throw TestError("bind: \(String(cString: strerror(errno)))") }
    return UInt16(bigEndian: address.sin_port)
  }
}
