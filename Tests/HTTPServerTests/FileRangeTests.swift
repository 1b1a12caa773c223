import Foundation
import Testing

@testable import HTTPServer

struct FileRangeTests {
  private static let cases: [(field: String?, condition: String?, size: Int, range: FileRange)] = [
    (nil, nil, 10, .whole), ("bytes=0-", nil, 10, .part(0..<10)), ("bytes=2-4", nil, 10, .part(2..<5)),
    ("bytes=9-9", nil, 10, .part(9..<10)), ("bytes=8-99", nil, 10, .part(8..<10)),
    ("bytes=-3", nil, 10, .part(7..<10)), ("bytes=-99", nil, 10, .part(0..<10)),
    ("Bytes= 1-2 ", nil, 10, .part(1..<3)),
    ("bytes=0-99999999999999999999", nil, 10, .part(0..<10)), ("bytes=-99999999999999999999", nil, 10, .part(0..<10)),
    ("bytes=3000000000-3000000001", nil, 4_000_000_000, .part(3_000_000_000..<3_000_000_002)),
    ("bytes=10-", nil, 10, .unsatisfiable), ("bytes=99999999999999999999-", nil, 10, .unsatisfiable),
    ("bytes=-0", nil, 10, .unsatisfiable), ("bytes=0-", nil, 0, .unsatisfiable),
    ("bytes=-1", nil, 0, .whole),
    // Several, and malformed ones
    ("bytes=0-1,3-4", nil, 10, .whole), ("bytes=0-1,", nil, 10, .whole), ("bytes=4-2", nil, 10, .whole),
    ("bytes=", nil, 10, .whole), ("bytes=-", nil, 10, .whole), ("bytes=a-b", nil, 10, .whole),
    ("bytes=1", nil, 10, .whole), ("bytes=--1", nil, 10, .whole), ("bytes=+1-2", nil, 10, .whole),
    ("bytes=1-2-3", nil, 10, .whole), ("bytes 0-1", nil, 10, .whole), ("lines=0-1", nil, 10, .whole),
    ("", nil, 10, .whole), ("bytes=١-٢", nil, 10, .whole), ("bytes =0-1", nil, 10, .whole),
    // If-Range
    ("bytes=0-1", "\"tag\"", 10, .part(0..<2)),
    ("bytes=0-1", "\"other\"", 10, .whole), ("bytes=0-1", "W/\"tag\"", 10, .whole), ("bytes=0-1", "", 10, .whole),
    ("bytes=0-1", "Wed, 21 Oct 2015 07:28:00 GMT", 10, .whole), ("bytes=99-", "\"other\"", 10, .whole),
  ]

  @Test(arguments: cases)
  func aRangeIsChosen(field: String?, condition: String?, size: Int, range: FileRange) {
    #expect(FileRange(field, ifRange: condition, size: size, tag: "\"tag\"") == range)
  }

  /// As players of films do: curl asks for parts, of a file with more than 2 GB, too.
  @Test func aPlayerSeeksInAFile() throws {
    let folder = try StaticFilesTests.Folder()
    try folder.write((0..<1000).map { "line \($0)\n" }.joined(), "lines.txt")
    let film = folder.files.appending(path: "film.mp4")
    _ = FileManager.default.createFile(atPath: film.path, contents: nil)
    let handle = try FileHandle(forWritingTo: film)
    try handle.seek(toOffset: 3_000_000_000)
    try handle.write(contentsOf: Data("the end".utf8))
    try handle.close()
    let server = try StaticFilesTests.server(folder)
    let url = "http://127.0.0.1:\(server.port)"
    func ask(_ path: String, _ arguments: String...) throws -> [String] {
      let answer = try CurlTests.curl(["-i", url + path] + arguments)
      return answer.replacing("\r\n", with: "\n").components(separatedBy: "\n")
    }
    func has(_ line: String, _ answer: [String]) -> Bool { answer.contains(line) }

    let end = try ask("/film.mp4", "-r", "3000000004-")
    #expect(has("HTTP/1.1 206 Partial Content", end) && has("Content-Length: 3", end) && end.last == "end")
    #expect(has("Content-Range: bytes 3000000004-3000000006/3000000007", end) && has("Accept-Ranges: bytes", end))
    #expect(has("Content-Range: bytes */3000000007", try ask("/film.mp4", "-r", "3000000007-")))
    // The answer to a HEAD has no part.
    let head = try ask("/film.mp4", "-I", "-r", "0-1")
    #expect(has("HTTP/1.1 200 OK", head) && has("Content-Length: 3000000007", head))

    // A part is never one of a compressed file, and the whole file may be.
    let part = try ask("/lines.txt", "-r", "5-8", "-H", "Accept-Encoding: gzip")
    #expect(part.suffix(2) == ["0", "li"])
    #expect(!part.contains { $0.hasPrefix("Content-Encoding") } && has("Content-Range: bytes 5-8/8890", part))
    let whole = try CurlTests.curl([
      "-sD", "-", "-o", "/dev/null", "-r", "0-1,4-5", "-H", "Accept-Encoding: gzip", url + "/lines.txt",
    ])
    #expect(whole.contains("HTTP/1.1 200") && whole.contains("Content-Encoding: gzip"))
    #expect(!whole.contains("Accept-Ranges"))
    // A client that has the file needs no part of it (RFC 9110, section 13.2.2).
    let tag = try #require(part.first { $0.hasPrefix("ETag: ") }?.dropFirst(6))
    #expect(has("HTTP/1.1 304 Not Modified", try ask("/lines.txt", "-r", "0-1", "-H", "If-None-Match: \(tag)")))
    #expect(try ask("/lines.txt", "-r", "0-3", "-H", "If-Range: \(tag)").last == "line")
    #expect(try ask("/js/app.js", "-r", "6-").last == "in")
  }
}
