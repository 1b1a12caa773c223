import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import TempuraTesting

/// A server with TLS of its own.
struct SecureServerTests {
  /// Runs a test with a server whose certificate is in files of its folder.
  private func running(
    _ flags: [String] = [], files: [String: String] = [:], _ body: (Server) throws -> Void
  ) throws {
    let certificate = try TestCertificate.shared
    var files = files
    files["certificate.pem"] = String(decoding: certificate.folder.read("certificate.pem"), as: UTF8.self)
    files["key.pem"] = String(decoding: certificate.folder.read("key.pem"), as: UTF8.self)
    try Server.running(
      ["--port", "0", "--certificate", "certificate.pem", "--key", "key.pem"] + flags, files: files, body)
  }

  private func browser(_ server: Server) throws -> Browser { try Browser(server, flags: ["--insecure"]) }

  /// The address of the listener for plain HTTP.
  private func redirectAddress(of server: Server) throws -> String {
    var address: Substring?
    try waitUntil {
      address = server.program.printed.firstMatch(of: /redirects (\S+) to HTTPS/)?.output.1
      return address != nil
    }
    return try String(#require(address))
  }

  // MARK: - Pages

  @Test func thePagesOfAStoryAreSecure() throws {
    try running { server in
      #expect(server.greeting.contains(" serves https://127.0.0.1:"))
      let browser = try browser(server)
      let list = try browser.get("/")
      let cookie = try #require(list.heads.joined().firstMatch(of: /(?i)set-cookie: (.*)\r\n/)).output.1
      #expect(cookie.hasPrefix("__Host-session=") && cookie.hasSuffix("; Secure"))
      #expect(list.heads.allSatisfy { $0.contains("Strict-Transport-Security: max-age=86400") })
      let added = try list.add("Wash the car")
      #expect(added.texts.contains("Wash the car"))
      #expect(try browser.get("/list").texts.contains("Wash the car"))
      let form = [("page", list.nonce), ("tap", Page.add)]
      #expect(try browser.post("/list", form, headers: ["Origin: \(server.url)"], follow: false).status == 303)
      let plain = server.url.replacing("https", with: "http")
      #expect(try browser.post("/list", form, headers: ["Origin: \(plain)"]).status == 403)
    }
  }

  @Test func anOperatorChoosesTheTimeOfStrictTransport() throws {
    try running(["--hsts", "0"]) { server in
      let page = try browser(server).get("/list")
      #expect(page.header("Strict-Transport-Security") == "max-age=0")
    }
  }

  @Test func aStreamTellsOfChanges() throws {
    try running { server in
      let browser = try browser(server)
      let page = try browser.get("/list")
      let stream = try browser.stream("/live?stream=0123456789abcdef")
      #expect(event(of: stream) == "change")
      _ = try page.toggle(0)
      #expect(event(of: stream) == "change")
      server.program.signal(SIGTERM)
      #expect(server.program.wait() == 0)
      while stream.line() != nil {}
    }
  }

  private func event(of stream: Program) -> String? {
    while let line = stream.line() {
      if line.hasPrefix("event: ") { return String(line.dropFirst(7)) }
    }
    return nil
  }

  @Test func theHealthOfTheServerCanBeAsked() throws {
    try running { server in
      let folder = server.folder
      let flags = ["--certificate", folder.path("certificate.pem"), "--key", folder.path("key.pem")]
      let ask = ["--health-check", "--port", "\(server.port)"]
      let environment = Server.environment([:], in: folder)
      let program = try Server.executable()
      #expect(try Program.run(program, ask + flags, environment: environment).status == 0)
      #expect(try Program.run(program, ask, environment: environment).status == 1)
    }
  }

  // MARK: - Plain HTTP

  @Test func plainHTTPLeadsToHTTPS() throws {
    try running(["--redirect-port", "0"]) { server in
      let plain = try redirectAddress(of: server)
      let browser = try browser(server)
      for method in ["GET", "HEAD"] {
        let answer = try browser.request(plain + "/list/a%20b?c=d&e", method: method, follow: false)
        #expect(answer.status == 308)
        #expect(answer.header("Location") == "\(server.url)/list/a%20b?c=d&e")
        #expect(answer.header("Strict-Transport-Security") == nil)
        #expect(answer.header("Set-Cookie") == nil)
      }
      let page = try browser.get(plain + "/list")
      #expect(page.url == "\(server.url)/list" && page.texts == Page.seeds)
      #expect(try browser.get(plain + "/health", follow: false).text == "ok\n")
      let refused = try browser.request(plain + "/list", body: Array("tap=x".utf8), follow: false)
      #expect(refused.status == 405 && refused.header("Allow") == "GET, HEAD")
      let client = try RawClient(port: UInt16(plain.split(separator: ":").last ?? "") ?? 0)
      client.send("GET / HTTP/1.0\r\n\r\n")
      #expect(try client.response().status == 400)
    }
  }

  @Test func theChallengesOfAnAuthorityAreAnswered() throws {
    let folder = "Public/.well-known/acme-challenge"
    try running(["--redirect-port", "0"], files: ["\(folder)/To-ken_1": "To-ken_1.thumb", "\(folder)/a.b": "x"]) {
      server in
      let plain = try redirectAddress(of: server)
      let browser = try browser(server)
      func get(_ token: String) throws -> Page {
        try browser.get("\(plain)/.well-known/acme-challenge/\(token)", follow: false)
      }
      #expect(try get("To-ken_1").text == "To-ken_1.thumb")
      try server.folder.write("later", to: "\(folder)/2")
      #expect(try get("2").text == "later")
      for token in ["", "3", "a.b", "..%2f..%2f..%2fkey.pem", "../../../key.pem", "%2e%2e"] {
        #expect(try get(token).status == 404, "\(token)")
      }
    }
  }

  // MARK: - Certificates

  private func subject(of server: Server) throws -> String {
    let text = try TestCertificate.openssl(["s_client", "-connect", "127.0.0.1:\(server.port)"])
    return String(text.firstMatch(of: /subject=([^\n]*)/)?.output.1 ?? "")
  }

  @Test func aCertificateIsReplacedUnderLoadWithoutAFailedRequest() throws {
    let certificates = try (0..<2).map { try TestCertificate(for: "host\($0).example") }
    try running { server in
      let isOver = Atomic(false)
      let problems = Mutex<[String]>([])
      let count = Atomic(0)
      let clients = DispatchGroup()
      for number in 0..<3 {
        clients.enter()
        Thread.detachNewThread {
          do {
            while !isOver.load(ordering: .relaxed) {
              let client = try RawClient(port: server.port, isSecure: true)
              for _ in 0...number {
                client.send("GET /tempura.css HTTP/1.1\r\nHost: a\r\n\r\n")
                if try client.response().status != 200 { throw TestError("not 200") }
                count.add(1, ordering: .relaxed)
              }
            }
          } catch {
            problems.withLock { $0.append("\(error)") }
          }
          clients.leave()
        }
      }
      for number in 0..<20 {
        let files = certificates[number % 2]
        for name in ["certificate.pem", "key.pem"] {
          try Data(files.folder.read(name)).write(to: URL(fileURLWithPath: server.folder.path(name)))
        }
        try server.reload()
        #expect(try subject(of: server) == "CN = host\(number % 2).example")
      }
      isOver.store(true, ordering: .relaxed)
      clients.wait()
      #expect(problems.withLock { $0 } == [])
      #expect(count.load(ordering: .relaxed) > 20)
    }
  }

  @Test func aWrongCertificateLeavesTheOldOneInUse() throws {
    let other = try TestCertificate(for: "other.example")
    try running { server in
      for (text, problem) in [
        ("nonsense", "has no certificate in PEM format"),
        (String(decoding: other.folder.read("certificate.pem"), as: UTF8.self), "is not that of the first certificate"),
      ] {
        try server.folder.write(text, to: "certificate.pem")
        try server.reload(until: "the old ones stay in use")
        #expect(server.program.errors.contains(problem))
        #expect(try subject(of: server) == "CN = localhost")
      }
      try server.folder.write(String(decoding: other.folder.read("key.pem"), as: UTF8.self), to: "key.pem")
      try server.reload()
      #expect(try subject(of: server) == "CN = other.example")
    }
  }

  @Test(arguments: [
    (["--certificate", "c"], "--certificate needs --key as well."),
    (["--key", "k"], "--key needs --certificate as well."),
    (["--redirect-port", "80"], "--redirect-port needs --certificate and --key as well."),
    (["--hsts", "1"], "--hsts needs --certificate and --key as well."),
    (
      ["--certificate", "c", "--key", "k", "--port", "81", "--redirect-port", "81"],
      "--redirect-port 81 and --port 81 contradict each other."
    ),
    (["--certificate", "c", "--key", "k"], "The file c of --certificate cannot be read (No such file or directory)."),
  ])
  func contradictionsAreErrorsAtStart(flags: [String], sentence: String) throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(
      Server.executable(), flags, environment: Server.environment([:], in: folder), workingFolder: folder.path)
    #expect(result.status != 0)
    #expect(result.errors.hasPrefix("TodoServer: \(sentence)"), "\(result.errors)")
  }
}
