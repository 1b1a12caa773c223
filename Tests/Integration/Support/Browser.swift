import Foundation
import TestSupport
import Testing

/// A browser without script, made with curl: keeps cookies, follows redirects, sends forms.
final class Browser {
  let server: Server
  /// The URL of the server, or of a proxy in front of it.
  let base: String
  private let flags: [String]
  private let folder: TemporaryFolder

  private var jar: String { folder.path("jar") }

  /// - Parameters:
  ///   - base: The URL of a proxy in front of the server. Nil for none.
  ///   - flags: Flags of curl for all requests.
  init(_ server: Server, at base: String? = nil, flags: [String] = []) throws {
    self.server = server
    self.base = base ?? server.url
    self.flags = flags
    folder = try TemporaryFolder()
  }

  /// The name of the session's cookie, without a proxy.
  private var cookieName: String { "session-\(server.port)" }

  /// The id of the session, from the cookie jar.
  var session: String? {
    let jar = String(decoding: folder.read("jar"), as: UTF8.self)
    for line in jar.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      if fields.count == 7, fields[5] == cookieName { return String(fields[6]) }
    }
    return nil
  }

  /// A browser with a copy of the cookies, perhaps for another server of this machine.
  func copy(at other: Server? = nil) throws -> Browser {
    let copy = try Browser(other ?? server)
    let cookies = String(decoding: folder.read("jar"), as: UTF8.self).replacing(cookieName, with: copy.cookieName)
    try Data(cookies.utf8).write(to: URL(fileURLWithPath: copy.jar))
    return copy
  }

  /// Sends a request to the server.
  ///
  /// - Parameter flags: Further flags of curl.
  func request(
    _ target: String, method: String? = nil, headers: [String] = [], body: [UInt8]? = nil, follow: Bool = true,
    flags: [String] = []
  ) throws -> Page {
    var arguments = [
      "--silent", "--show-error", "--max-time", "120", "--globoff", "--path-as-is", "--cookie", jar, "--cookie-jar",
      jar,
      "--output", folder.path("body"), "--dump-header", folder.path("head"),
      "--write-out", "%{http_code} %{num_redirects} %{url_effective}",
    ]
    if follow { arguments.append("--location") }
    if method == "HEAD" { arguments.append("--head") } else if let method { arguments += ["--request", method] }
    for header in headers { arguments += ["--header", header] }
    if body != nil { arguments += ["--data-binary", "@-"] }
    for name in ["body", "head"] { try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)") }
    let result = try Program.run(
      "curl", arguments + self.flags + flags + ["--url", target.hasPrefix("http") ? target : base + target],
      input: body ?? []
    )
    let report = result.output.split(separator: " ", maxSplits: 2)
    guard result.status == 0, report.count == 3, let status = Int(report[0]) else {
      throw TestError("curl \(target): \(result.status) \(result.output) \(result.errors)")
    }
    let page = Page(
      browser: self, url: String(report[2]), status: status, redirects: Int(report[1]) ?? 0,
      head: String(decoding: folder.read("head"), as: UTF8.self), body: method == "HEAD" ? [] : folder.read("body"))
    if page.isPage, method != "HEAD" { server.addPage(page.body) }
    return page
  }

  /// Opens a stream of events. The program prints them as they come, and ends with the stream.
  func stream(_ target: String) throws -> Program {
    let arguments = ["--silent", "--no-buffer", "--max-time", "120", "--cookie", jar]
    return try Program("curl", arguments + flags + ["--header", "Accept: text/event-stream", "--url", base + target])
  }

  func get(_ target: String, headers: [String] = [], follow: Bool = true) throws -> Page {
    try request(target, headers: headers, follow: follow)
  }

  func post(
    _ target: String, _ fields: [(String, String)], headers: [String] = [], follow: Bool = true
  ) throws -> Page {
    try request(target, headers: headers, body: Array(formEncoded(fields).utf8), follow: follow)
  }
}
