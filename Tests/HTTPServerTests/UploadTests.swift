import Dispatch
import Foundation
import Glibc
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Limits and costs of files in forms.
struct UploadTests {
  private static func part(_ name: String, _ bytes: Int) -> String {
    "--B\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(name)\"\r\n\r\n"
      + String(repeating: "x", count: bytes) + "\r\n"
  }

  private func server(_ limit: Int, excess: Int) throws -> TestServer {
    try TestServer(configure: {
      $0.limits.uploadBytes = limit
      $0.limits.uploadExcessBytes = excess
      $0.limits.bodyBytes = 1024
    }) { exchange in
      exchange.respond(
        text: exchange.form.map { field in
          guard let file = field.file else { return "\(field.name)=\(field.value)" }
          var status = stat()
          stat(file.path, &status)
          return "\(field.name):\(file.size),\(file.isComplete),\(status.st_size)"
        }.joined(separator: "|"))
    }
  }

  private let text = "--B\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nabc\r\n"

  @Test func filesOverTheLimitAreReadAndDropped() throws {
    let server = try server(1000, excess: 5000)
    let body = Self.part("a", 900) + Self.part("b", 200) + Self.part("c", 0) + text + "--B--\r\n"
    let answer = try server.post(body, type: "multipart/form-data; boundary=B")
    #expect(answer.text == "a:900,true,900|b:200,false,0|c:0,true,0|t=abc")
  }

  @Test func filesAsLargeAsTheLimitAreKept() throws {
    let server = try server(1000, excess: 5000)
    for (bytes, expected) in [(1000, "a:1000,true,1000"), (1001, "a:1001,false,0")] {
      let body = Self.part("a", bytes) + "--B--\r\n"
      #expect(try server.post(body, type: "multipart/form-data; boundary=B").text == expected)
    }
  }

  @Test func tooLargeFilesAreRemovedAtOnce() throws {
    let server = try server(400_000, excess: 400_000)
    let body = Self.part("a", 500_000) + "--B--\r\n"
    #expect(try server.post(body, type: "multipart/form-data; boundary=B").text == "a:500000,false,0")
  }

  @Test func droppedUploadBytesAreLimited() throws {
    let server = try server(1000, excess: 5000)
    let body = Self.part("a", 6001) + "--B--\r\n"
    #expect(try server.post(body, type: "multipart/form-data; boundary=B").status == 413)
    let declared = try server.send(
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 9999\r\n\r\n")
    #expect(declared.status == 413, "nobody reads what is known to be too much")
  }

  @Test func aFormIs503IfTheFolderTakesNoFiles() throws {
    let server = try TestServer(configure: { $0.temporaryFolder = "/nonexistent" }) { _ in
      Issue.record("The handler saw it")
    }
    let answer = try server.post(Self.part("a", 10) + "--B--\r\n", type: "multipart/form-data; boundary=B")
    #expect(answer.status == 503)
    #expect(answer.text.contains("could not be stored, so nothing was changed"))
  }

  @Test func anAppThatTakesNoFilesOpensNone() throws {
    let server = try server(0, excess: 0)
    let answer = try server.post(Self.part("a", 1) + "--B--\r\n", type: "multipart/form-data; boundary=B")
    #expect(answer.status == 413)
    #expect(answer.text.contains("This app takes no files."))
    #expect(try server.post(text + "--B--\r\n", type: "multipart/form-data; boundary=B").text == "t=abc")
  }

  @Test func emptyFilesDoNotCountForTheNumberOfFiles() throws {
    let server = try TestServer {
      $0.limits.formFiles = 2
    } handle: {
      $0.respondWithForm()
    }
    let none = String(
      repeating: "--B\r\nContent-Disposition: form-data; name=\"n\"; filename=\"\"\r\n\r\n\r\n", count: 30)
    func status(_ parts: String) throws -> Int {
      try server.post(parts + "--B--\r\n", type: "multipart/form-data; boundary=B").status
    }
    #expect(try status(none + Self.part("a", 1) + Self.part("b", 1)) == 200)
    #expect(try status(none + Self.part("a", 1) + Self.part("b", 0) + Self.part("c", 1)) == 413)
    #expect(try status(none) == 200)
  }

  @Test func filesOfAllRequestsAreLimited() throws {
    let waiting = Mutex<HTTPExchange?>(nil)
    let arrived = DispatchSemaphore(value: 0)
    let server = try TestServer {
      $0.limits.uploadedFiles = 2
    } handle: { exchange in
      if exchange.path != "/slow" { return exchange.respond(text: "ok") }
      waiting.withLock { $0 = exchange }
      arrived.signal()
    }
    let type = "multipart/form-data; boundary=B"
    let two = Self.part("a", 1) + Self.part("b", 1)
    let client = try server.connect()
    client.send(
      "POST /slow HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: \(two.utf8.count + 7)\r\n\r\n"
        + two + "--B--\r\n")
    arrived.wait()
    let refused = try server.post(Self.part("c", 1) + "--B--\r\n", type: type)
    #expect(refused.status == 503)
    #expect(refused.header("Retry-After") != nil)
    waiting.withLock { exchange in
      exchange?.respond(text: "ok")
      exchange = nil
    }
    #expect(try client.response().text == "ok")
    // A refused form gives its files back before all of it has arrived.
    let broken = try server.connect()
    broken.send(
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: 9999\r\n\r\n\(two)--B\r\nnonsense\r\n\r\n"
    )
    while try server.post(two + "--B--\r\n", type: type).status == 503 {}
    broken.close()
  }

  @Test func anEmptyFileWithANameIsKept() throws {
    let server = try TestServer { exchange in
      var status = stat()
      let isThere = exchange.form.map { field in
        field.file.map { stat($0.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG } ?? false
      }
      exchange.respond(text: "\(isThere)")
    }
    let none = "--B\r\nContent-Disposition: form-data; name=\"n\"; filename=\"\"\r\n\r\n\r\n"
    let answer = try server.post(Self.part("a", 0) + none + "--B--\r\n", type: "multipart/form-data; boundary=B")
    #expect(answer.text == "[true, false]")
  }

  @Test func aLargeFileIsNeverInMemoryAsAWhole() throws {
    let size = 64 << 20
    let server = try TestServer(configure: { $0.limits.uploadBytes = size }) { exchange in
      let file = exchange.form.first?.file
      exchange.respond(text: "\(file?.size ?? 0) \(file?.isComplete ?? false)")
    }
    let head =
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=B\r\n"
      + "Content-Length: \(Self.part("a", 0).utf8.count + size + 7)\r\n\r\n"
    let client = try server.connect()
    let block = [UInt8](repeating: 0x78, count: 1 << 16)
    let before = try Self.peakMemory(reset: true)
    client.send(head + Self.part("a", 0).dropLast(1))
    for _ in 0..<(size / block.count) { client.send(block) }
    client.send("\r\n--B--\r\n")
    let answer = try client.response()
    #expect(answer.status == 200, "\(answer.text)")
    let peak = try Self.peakMemory(reset: false)
    #expect(peak - before < 16 << 20, "\((peak - before) >> 20) MB more than before")
  }

  /// The peak memory of the process since the last reset, in bytes (proc(5), on clear_refs).
  private static func peakMemory(reset: Bool) throws -> Int {
    if reset { try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs")) }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.split(whereSeparator: \.isWhitespace)[1])) * 1024
  }
}
