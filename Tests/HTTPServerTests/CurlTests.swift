import Foundation
import HTTPServer
import Testing

/// curl as an independent client.
struct CurlTests {
  static func curl(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["curl", "-sS", "--max-time", "20"] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  @Test func curlSendsFormsAndFiles() throws {
    let server = try TestServer { $0.method == .get ? $0.respond(text: $0.path) : $0.respondWithForm() }
    let url = "http://127.0.0.1:\(server.port)"
    #expect(try Self.curl(["\(url)/a%20b?c"]) == "/a%20b")
    #expect(try Self.curl(["--data-urlencode", "a=é &", "-d", "b=2", url]) == "a=é &|b=2")
    let file = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString).bin")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }).write(to: file)
    #expect(
      try Self.curl(["-F", "a=1", "-F", "f=@\(file.path);type=image/x-y;filename=n.bin", url])
        == "a=1|f=file(n.bin,image/x-y,3000000)")
    #expect(
      try Self.curl(["-H", "Transfer-Encoding: chunked", "-F", "f=@\(file.path);type=image/x-y;filename=n.bin", url])
        == "f=file(n.bin,image/x-y,3000000)")
    #expect(
      try Self.curl(["-o", "/dev/null", "-w", "%{http_code}", "-d", "@\(file.path)", url]) == "413")
  }

  @Test func aServerListensOnIPv6() throws {
    let server = try TestServer {
      $0.address = .tcp(host: "::1", port: 0)
    } handle: {
      $0.respond(text: $0.clientAddress)
    }
    #expect(try Self.curl(["http://[::1]:\(server.port)/"]) == "::1")
  }
}
