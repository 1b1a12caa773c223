import Foundation
import HTTPServer
import TestSupport
import Testing

struct StaticFilesTests {
  /// A folder that is removed after the test.
  final class Folder: Sendable {
    let root = FileManager.default.temporaryDirectory.appending(path: "static-\(UUID().uuidString)")
    var files: URL { root.appending(path: "Public") }

    init() throws {
      try FileManager.default.createDirectory(at: files.appending(path: "sub"), withIntermediateDirectories: true)
      try write("secret", "secret.txt", in: root)
      try write("body { }", "app.css")
      try write("hidden", ".env")
      try write("deep", "sub/deep.txt")
      try write("<svg/>", "sub/pic.SVG")
      try write("no type", "LICENSE")
      try write("", "empty.txt")
      for (name, destination) in [
        ("out.txt", "../secret.txt"), ("absolute.txt", root.path + "/secret.txt"), ("up", ".."),
        ("in.txt", "sub/deep.txt"),
      ] {
        try FileManager.default.createSymbolicLink(
          atPath: files.appending(path: name).path, withDestinationPath: destination)
      }
      mkfifo(files.appending(path: "pipe.txt").path, 0o600)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func write(_ text: String, _ name: String, in folder: URL? = nil) throws {
      try text.write(to: (folder ?? files).appending(path: name), atomically: true, encoding: .utf8)
    }
  }

  static func server(_ folder: Folder?) throws -> TestServer {
    let text: StaticString = "built in"
    let content = StaticFiles.Content(text)
    let files = StaticFiles(
      folders: folder.map { [$0.files.path] } ?? [], builtIn: ["app.css": content, "js/app.js": content])
    return try TestServer { exchange in
      exchange.respond(files.response(for: exchange) ?? HTTPResponse(status: .notFound))
    }
  }

  @Test(arguments: [
    ("/app.css", "body { }", "text/css; charset=utf-8"), ("/sub/deep.txt", "deep", "text/plain; charset=utf-8"),
    ("/sub/pic.SVG", "<svg/>", "image/svg+xml"), ("/LICENSE", "no type", "application/octet-stream"),
    ("/%61pp.css?v=1", "body { }", "text/css; charset=utf-8"),
    ("/js/app.js", "built in", "text/javascript; charset=utf-8"),
    ("/empty.txt", "", "text/plain; charset=utf-8"),
  ])
  func aFileIsServed(target: String, text: String, type: String) throws {
    let folder = try Folder()
    let answer = try Self.server(folder).get(target)
    #expect(answer.status == 200)
    #expect(answer.text == text)
    #expect(answer.header("Content-Type") == type)
    #expect(answer.header("X-Content-Type-Options") == "nosniff")
    #expect(answer.header("ETag")?.hasPrefix("\"") == true)
    #expect(answer.header("Cache-Control") == "no-cache")
  }

  private static let picture = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
  private static let page =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    + "form-action 'self'; frame-ancestors 'self'"

  private static let policies: [(String, String?)] = [
    ("a.svg", picture), ("a.SVG", picture), ("a.xml", picture), ("a.html", page), ("a.htm", page), ("a.css", nil),
    ("a.js", nil), ("a.png", nil), ("a.woff2", nil), ("a.pdf", nil), ("a.mp4", nil), ("a.txt", nil), ("a.json", nil),
    ("a", nil),
  ]

  /// Files that browsers show as documents, in which scripts could run, have a policy. Others need none.
  @Test(arguments: policies)
  func aDocumentHasItsPolicy(name: String, policy: String?) throws {
    let folder = try Folder()
    try folder.write("<a/>", name)
    #expect(try Self.server(folder).get("/\(name)").header("Content-Security-Policy") == policy)
  }

  @Test func aSingleFileMayLieAnywhere() throws {
    let folder = try Folder()
    let files = StaticFiles(
      folders: [folder.files.path], builtIn: [:],
      single: [
        "assets/Big Cat.txt": folder.root.path + "/secret.txt", "assets/gone.txt": "/nowhere", "assets/up": "/",
        "app.css": folder.root.path + "/secret.txt",
      ])
    let server = try TestServer { exchange in
      exchange.respond(files.response(for: exchange) ?? HTTPResponse(status: .notFound))
    }
    #expect(try server.get("/assets/Big%20Cat.txt").text == "secret")
    #expect(try server.get("/app.css").text == "body { }")
    for path in ["/assets/gone.txt", "/assets/up", "/assets", "/assets/"] {
      #expect(try server.get(path).status == 404, "\(path)")
    }
  }

  @Test func hasFileTellsWhichFilesExist() throws {
    let folder = try Folder()
    let text: StaticString = "built in"
    let files = StaticFiles(folders: [folder.files.path], builtIn: ["js/app.js": StaticFiles.Content(text)])
    for path in ["/app.css", "/%61pp.css", "/sub/deep.txt", "/js/app.js"] {
      #expect(files.hasFile(at: path), "\(path)")
    }
    for path in ["/", "/sub", "/none.txt", "/../secret.txt", "/js"] { #expect(!files.hasFile(at: path), "\(path)") }
  }

  @Test(arguments: [
    "/", "/sub", "/sub/", "/none.txt", "/../secret.txt", "/sub/../../secret.txt", "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/sub%2fdeep.txt", "/sub%5cdeep.txt", "/.env", "/sub/./deep.txt", "//app.css", "/app.css/", "/out.txt",
    "/absolute.txt",
    "/up/secret.txt", "/pipe.txt", "/app.css%0a", "/APP.css", "/" + String(repeating: "a/", count: 600),
  ])
  func otherPathsAreNotFound(target: String) throws {
    let folder = try Folder()
    let answer = try Self.server(folder).get(target)
    #expect(answer.status == 404)
    #expect(answer.body.isEmpty)
  }

  @Test func aFileThatTheClientHasIs304() throws {
    let folder = try Folder()
    let server = try Self.server(folder)
    for target in ["/app.css", "/js/app.js"] {
      let tag = try #require(try server.get(target).header("ETag"))
      for field in [tag, "W/\(tag)", "\"x\", \(tag)", "\"a,b\" , W/\"c\",\(tag),\"d\"", "*", " * "] {
        let answer = try server.get(target, headers: "If-None-Match: \(field)\r\n")
        #expect(answer.status == 304, "\(field)")
        #expect(answer.header("ETag") == tag)
        #expect(answer.body.isEmpty)
      }
      for field in ["\"x\"", "", "\(tag.dropLast())", "\"\(tag)", "x"] {
        #expect(try server.get(target, headers: "If-None-Match: \(field)\r\n").status == 200, "\(field)")
      }
    }
  }

  @Test func aChangedFileIsSentAgain() throws {
    let folder = try Folder()
    let server = try Self.server(folder)
    let tag = try #require(try server.get("/app.css").header("ETag"))
    try folder.write("body { } ", "app.css")
    let answer = try server.get("/app.css", headers: "If-None-Match: \(tag)\r\n")
    #expect(answer.text == "body { } ")
    try FileManager.default.removeItem(at: folder.files.appending(path: "app.css"))
    #expect(try server.get("/app.css").text == "built in")
  }

  @Test func filesAllowGetAndHeadOnly() throws {
    let server = try Self.server(nil)
    let client = try server.connect()
    client.send("HEAD /app.css HTTP/1.1\r\nHost: a\r\n\r\n")
    let head = try client.response(toHead: true)
    #expect(head.header("Content-Length") == "8")
    client.send("POST /app.css HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
    let post = try client.response()
    #expect(post.status == 405)
    #expect(post.header("Allow") == "GET, HEAD")
  }

  @Test func aLinkThatStaysInsideIsFollowedWhereTheKernelCanTell() throws {
    let folder = try Folder()
    let answer = try Self.server(folder).get("/in.txt")
    #expect(answer.status == 404 || answer.text == "deep")
  }
}

extension StaticFiles.Content {
  convenience init(_ text: StaticString) {
    self.init(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
