import Foundation
import TestSupport
import Testing

@testable import HTTPServer

struct CompressionTests {
  // MARK: - What clients take

  @Test(arguments: [
    ("gzip", true), ("gzip, deflate, br, zstd", true), ("x-gzip", true), ("GZip;Q=1.0", true),
    ("br;q=1, gzip;q=0.8", true), ("gzip;q=0.001", true), ("*", true), ("br, *;q=0.1", true), ("gzip ; q=0.5", true),
    ("identity;q=0.5, gzip", true), ("", false), ("br", false), ("identity", false), ("gzip;q=0", false),
    ("gzip;q=0.000", false), ("*, gzip;q=0", false),
    ("gzip;q=0.3, identity", false), ("gzipped", false), ("gzip gzip", false),
    // Malformed.
    ("gzip;q=2", false), ("gzip;q=1.5", false), ("gzip;q=0.1234", false), ("gzip;q=", false), ("gzip;q=-1", false),
    ("gzip;q=abc", false), ("gzip;q=0,5", false), ("gzip;level=9", false), ("gzip;", false), (";;;,,,=", false),
    ("\"gzip", false),
  ])
  func gzipIsUsedIfTheClientPrefersIt(field: String, isTaken: Bool) {
    var codings = AcceptedCodings()
    Array(field.utf8).withUnsafeBytes { codings.add($0) }
    #expect(codings.takeGzip == isTaken)
  }

  @Test func severalFieldsAreOneList() throws {
    let server = try TestServer { $0.respond(text: "\($0.coding)") }
    #expect(try server.get("/", headers: "Accept-Encoding: br\r\nAccept-Encoding: gzip\r\n").text == "gzip(level: 1)")
    #expect(try server.get("/", headers: "Accept-Encoding: gzip\r\nAccept-Encoding: gzip;q=0\r\n").text == "identity")
    #expect(try server.get("/").text == "identity")
  }

  @Test func compressionCanBeSwitchedOff() throws {
    let server = try TestServer(configure: { $0.compression = 0 }, handle: { $0.respond(text: "\($0.coding)") })
    #expect(try server.get("/", headers: "Accept-Encoding: gzip\r\n").text == "identity")
  }

  @Test(arguments: [
    String(repeating: "x", count: 9000), String(repeating: ",", count: 9000),
    String(repeating: "gzip;q=0,", count: 900), "\u{e9}\u{1F600}", "gzip\u{e9}", "q=1;gzip", "\t",
  ])
  func aStrangeFieldDoesNoHarm(field: String) throws {
    let server = try TestServer { $0.respond(text: "\($0.coding)") }
    let answer = try server.get("/", headers: "Accept-Encoding: \(field)\r\n")
    #expect(answer.status == 200)
    #expect(answer.text == "identity")
  }

  // MARK: - Texts

  private static func content(of body: ResponseBody?) throws -> [UInt8] {
    let body = try #require(body)
    defer { body.discard() }
    return try #require(body.copiedBytes)
  }

  /// - Parameter values: What is left out of the text, each wherever it is.
  private static func prepared(_ text: String, _ values: [String] = [], level: Int32? = 1) throws -> PreparedText {
    var (rest, gaps, bytes) = (Array(text.utf8)[...], [PreparedText.Gap](), [UInt8]())
    while let byte = rest.first {
      guard let index = values.firstIndex(where: { rest.starts(with: $0.utf8) }) else {
        bytes.append(byte)
        rest = rest.dropFirst()
        continue
      }
      gaps.append(PreparedText.Gap(index, at: bytes.count))
      rest = rest.dropFirst(values[index].utf8.count)
    }
    let sizes = values.map(\.utf8.count)
    return try #require(bytes.withUnsafeBytes { PreparedText($0, gaps: gaps, valueSizes: sizes, level: level) })
  }

  /// A text that hardly becomes smaller.
  private static func noise(_ count: Int) -> String {
    var numbers = SeededNumbers(seed: 1)
    return String(decoding: (0..<count).map { _ in UInt8.random(in: 33...126, using: &numbers) }, as: UTF8.self)
  }

  @Test(
    arguments: ["", "a", String(repeating: "abc ", count: 5000), noise(100), noise(300_000)], [1, 6, 9] as [Int32])
  func aTextIsTheSameAfterwards(text: String, level: Int32) throws {
    let compressed = try Self.prepared(text, level: level)
    for padding in [0, 1, 200] {
      let bytes = try Self.content(of: compressed.body(padding: padding))
      #expect(bytes.gunzipped == Array(text.utf8))
      #expect(bytes.count == compressed.size + (padding > 0 ? padding + 1 : 0))
    }
  }

  @Test func valuesAreReplaced() throws {
    let (one, two) = ("0123456789abcdef", "UVWXYZ")
    for rest in ["", "the end", Self.noise(100_000)] {
      func text(_ one: String, _ two: String) -> String {
        "\(String(repeating: "<p>", count: 1000))\(one)<b>\(two)</b>\(one), \(rest)"
      }
      let compressed = try Self.prepared(text(one, two), [one, two])
      for (newOne, newTwo) in [(one, two), ("fedcba9876543210", "111111"), ("                ", "\u{e9}\u{e9}\u{e9}")] {
        let bytes = try Self.content(of: compressed.body(values: [newOne, newTwo], padding: 7))
        #expect(bytes.gunzipped == Array(text(newOne, newTwo).utf8))
        // They are stored as they are.
        #expect(String(decoding: bytes, as: UTF8.self).contains(newOne))
        let plain = try Self.prepared(text(one, two), [one, two], level: nil)
        #expect(try Self.content(of: plain.body(values: [newOne, newTwo])) == Array(text(newOne, newTwo).utf8))
      }
    }
  }

  @Test func aValueCanBeAtTheStartAndAtTheEnd() throws {
    let compressed = try Self.prepared("0123 - 0123", ["0123"])
    #expect(try Self.content(of: compressed.body(values: ["abcd"])).gunzipped == Array("abcd - abcd".utf8))
  }

  @Test func aLargeTextIsSharedByAnswers() throws {
    let compressed = try Self.prepared("0123\(Self.noise(200_000))", ["0123"])
    let body = try #require(compressed.body(values: ["abcd"]))
    defer { body.discard() }
    #expect(body.ownCount < 1000)
    #expect(body.sharedPart?.owner === compressed)
    let server = try TestServer { exchange in
      var headers = HTTPHeaders()
      headers.append("Content-Encoding", "gzip")
      exchange.respond(HTTPResponse(headers: headers, body: compressed.body(values: ["wxyz"]) ?? .none))
    }
    #expect(try server.get("/").body.gunzipped?.starts(with: Array("wxyz".utf8)) == true)
  }

  // MARK: - Files

  private static let style = String(repeating: "body { color: red }\n", count: 200)

  private static func server(_ files: StaticFiles) throws -> TestServer {
    try TestServer { $0.respond(files.response(for: $0) ?? HTTPResponse(status: .notFound)) }
  }

  private static let accept = "Accept-Encoding: gzip\r\n"

  @Test func aFileIsSentCompressed() throws {
    let folder = try StaticFilesTests.Folder()
    try folder.write(Self.style, "large.css")
    let server = try Self.server(StaticFiles(folders: [folder.files.path], builtIn: [:]))
    let plain = try server.get("/large.css")
    #expect(plain.text == Self.style)
    #expect(plain.header("Vary") == "Accept-Encoding" && plain.header("Content-Encoding") == nil)
    for _ in 0..<2 {
      let answer = try server.get("/large.css", headers: Self.accept)
      #expect(answer.header("Content-Encoding") == "gzip" && answer.header("Vary") == "Accept-Encoding")
      #expect(answer.header("Content-Type") == "text/css; charset=utf-8")
      #expect(answer.body.count < 300)
      #expect(answer.body.gunzipped == Array(Self.style.utf8))
      let tag = try #require(answer.header("ETag"))
      #expect(tag != plain.header("ETag"))
      #expect(try server.get("/large.css", headers: "\(Self.accept)If-None-Match: \(tag)\r\n").status == 304)
      #expect(try server.get("/large.css", headers: "If-None-Match: \(tag)\r\n").status == 200)
    }
    let plainTag = try #require(plain.header("ETag"))
    #expect(try server.get("/large.css", headers: "If-None-Match: \(plainTag)\r\n").status == 304)
    #expect(try server.get("/large.css", headers: "\(Self.accept)If-None-Match: \(plainTag)\r\n").status == 200)
  }

  @Test func aHeadOfACompressedFileSaysItsSize() throws {
    let folder = try StaticFilesTests.Folder()
    try folder.write(Self.style, "large.css")
    let server = try Self.server(StaticFiles(folders: [folder.files.path], builtIn: [:]))
    let client = try server.connect()
    client.send("HEAD /large.css HTTP/1.1\r\nHost: a\r\n\(Self.accept)\r\n")
    let answer = try client.response(toHead: true)
    #expect(answer.header("Content-Encoding") == "gzip")
    #expect(answer.header("Content-Length") == "\(try server.get("/large.css", headers: Self.accept).body.count)")
  }

  @Test func aFileIsSentWithBrotliToClientsThatTakeIt() throws {
    let folder = try StaticFilesTests.Folder()
    try folder.write(Self.style, "own.css")
    try folder.write(String(repeating: "x", count: 200_000), "large.txt")
    let server = try Self.server(StaticFiles(folders: [folder.files.path], builtIn: [:]))
    var tags: Set<String> = []
    for (accepted, coding) in [
      ("gzip, deflate, br, zstd", "br"), ("br;q=0, gzip", "gzip"), ("identity, br;q=0.5", nil),
    ] {
      let answer = try server.get("/own.css", headers: "Accept-Encoding: \(accepted)\r\n")
      #expect(answer.header("Content-Encoding") == coding && answer.header("Vary") == "Accept-Encoding")
      #expect((answer.body.count < 300) == (coding != nil))
      let tag = try #require(answer.header("ETag"))
      #expect(tags.insert(tag).inserted)
      let again = try server.get("/own.css", headers: "Accept-Encoding: \(accepted)\r\nIf-None-Match: \(tag)\r\n")
      #expect(again.status == 304)
    }
    // curl has Brotli's decoder.
    let curl = Process()
    let output = Pipe()
    curl.executableURL = URL(filePath: "/usr/bin/curl")
    curl.arguments = ["-s", "--compressed", "http://localhost:\(server.port)/own.css", "-H", "Accept-Encoding: br"]
    curl.standardOutput = output
    try curl.run()
    #expect(try output.fileHandleForReading.readToEnd() == Data(Self.style.utf8))
    curl.waitUntilExit()
    let large = try server.get("/large.txt", headers: "Accept-Encoding: br, gzip\r\n")
    #expect(large.header("Content-Encoding") == "gzip", "Brotli takes too long")
  }

  @Test func aChangedFileIsCompressedAnew() throws {
    let folder = try StaticFilesTests.Folder()
    let server = try Self.server(StaticFiles(folders: [folder.files.path], builtIn: [:]))
    var tags: Set<String> = []
    for number in 1...3 {
      let text = String(repeating: "line \(number)\n", count: 400 + number)
      try folder.write(text, "changing.txt")
      let answer = try server.get("/changing.txt", headers: Self.accept)
      #expect(answer.body.gunzipped == Array(text.utf8))
      tags.insert(try #require(answer.header("ETag")))
    }
    #expect(tags.count == 3)
  }

  @Test(arguments: ["small.css", "noise.txt", "picture.png", "font.woff2", "huge.txt"])
  func aFileThatGainsNothingIsSentAsItIs(name: String) throws {
    let texts = [
      "small.css": "body { }", "noise.txt": String(repeating: "\u{fffd}", count: 0) + Self.noise(1200),
      "picture.png": Self.style, "font.woff2": Self.style, "huge.txt": String(repeating: "x", count: 600_000),
    ]
    let folder = try StaticFilesTests.Folder()
    try folder.write(texts[name] ?? "", name)
    let server = try Self.server(StaticFiles(folders: [folder.files.path], builtIn: [:]))
    let answer = try server.get("/\(name)", headers: Self.accept)
    if name == "noise.txt" { return #expect(answer.body.count <= 1200) }
    #expect(answer.header("Content-Encoding") == nil)
    #expect(answer.text == texts[name])
  }

  @Test func filesOfTheProgramAreSentCompressed() throws {
    let text: StaticString =
      "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
    let bytes = UnsafeRawBufferPointer.allocate(text, times: 20)
    defer { bytes.deallocate() }
    let server = try Self.server(
      StaticFiles(
        folders: [], builtIn: ["app.js": StaticFiles.Content(bytes)],
        hashed: ["app.1234.js": StaticFiles.Content(bytes)]))
    for path in ["/app.js", "/app.1234.js"] {
      let answer = try server.get(path, headers: Self.accept)
      #expect(answer.header("Content-Encoding") == "gzip")
      #expect(answer.body.gunzipped == Array(bytes))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// A text several times.
  fileprivate static func allocate(_ text: StaticString, times: Int) -> UnsafeRawBufferPointer {
    let bytes = Array(String(repeating: text.description, count: times).utf8)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    memory.copyBytes(from: bytes)
    return UnsafeRawBufferPointer(memory)
  }
}
