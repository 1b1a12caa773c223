import Foundation
import Glibc
import HTTPServer
import Testing

/// Lines that can be written late or never.
struct LineWriterTests {
  private static func pipe() -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    Glibc.pipe(&ends)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)  // or processes that other tests start keep it open
    return (ends[0], ends[1])
  }

  /// Reads up to a line with these words, or the end.
  private static func read(_ descriptor: Int32, until words: String) -> String {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var seen = 0
    while !String(decoding: text[max(0, seen - words.utf8.count)...], as: UTF8.self).contains(words) {
      seen = text.count
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count <= 0 { break }
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }

  @Test func linesAreWrittenInTheirOrder() {
    let (reader, writer) = Self.pipe()
    defer { close(reader) }
    let lines = LineWriter(descriptor: writer)
    for number in 0..<1000 { lines.add("line \(number)") }
    lines.flush()
    close(writer)
    #expect(Self.read(reader, until: "no such line") == (0..<1000).map { "line \($0)\n" }.joined())
  }

  /// An app can take them all.
  @Test func noSharedThreadIsNeeded() {
    let (reader, writer) = Self.pipe()
    defer { close(reader) }
    let gate = DispatchSemaphore(value: 0)
    let left = DispatchGroup()
    for quality in [DispatchQoS.QoSClass.userInteractive, .userInitiated, .default, .utility, .background] {
      for number in 0..<300 {
        DispatchQueue(label: "\(number)", target: .global(qos: quality)).async(group: left) { gate.wait() }
      }
    }
    defer {
      for _ in 0..<1500 { gate.signal() }
      left.wait()
    }
    let lines = LineWriter(descriptor: writer, delay: 1)
    lines.add("a line")
    lines.flush()
    close(writer)
    #expect(Self.read(reader, until: "no such line") == "a line\n")
  }

  @Test func aReaderThatDoesNotReadBlocksNothing() {
    let (reader, writer) = Self.pipe()
    defer {
      close(reader)
      close(writer)
    }
    let lines = LineWriter(descriptor: writer)
    // More than a pipe keeps. As soon as a part of it can be read, the writer waits in the middle of it, and takes no more.
    lines.add(String(repeating: "x", count: 100_000))
    var readable = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    poll(&readable, 1, -1)
    let line = String(repeating: "x", count: 1000)
    for _ in 0..<10_000 { lines.add(line) }
    lines.flush()
    #expect(Self.read(reader, until: " lines were dropped").contains(" lines were dropped"))
    lines.add("at last")
    #expect(Self.read(reader, until: "at last\n").hasSuffix("at last\n"))
  }

  @Test func aFullDiskLeavesObjects() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let lines = LineWriter(descriptor: full, format: .json)
    lines.add("\"message\":\"no room\"}")
    lines.flush()
    let (reader, writer) = Self.pipe()
    defer { close(reader) }
    dup2(writer, full)
    close(writer)
    lines.add("\"message\":\"room\"}")
    lines.flush()
    let read = Self.read(reader, until: "\"room\"}\n").split(separator: "\n")
    let messages = try read.map { line in
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
      #expect(object["time"]?.hasSuffix("Z") == true)
      return object["message"]
    }
    #expect(messages == ["1 lines were dropped: they could not be written.", "room"])
  }

  @Test func aFullDiskDropsOnlyLines() {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let lines = LineWriter(descriptor: full)
    for _ in 0..<3 {
      lines.add("no room")
      lines.flush()
    }
    let (reader, writer) = Self.pipe()
    defer { close(reader) }
    // There is room again.
    dup2(writer, full)
    close(writer)
    lines.add("room")
    lines.flush()
    #expect(Self.read(reader, until: "room\n") == "3 lines were dropped: they could not be written.\nroom\n")
  }
}
