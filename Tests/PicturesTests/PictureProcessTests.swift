import Foundation
import TestSupport
import Testing

@testable import Pictures

/// The process that decodes files of users.
@Suite(.serialized) struct PictureProcessTests {
  private let thumbnail = {
    var request = PictureRequest(.jpeg)
    request.width = 16
    return request
  }()

  /// The processes for pictures of this process, with what the kernel says of them.
  private func processes() throws -> [(id: pid_t, status: String)] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.compactMap { id in
      guard let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8),
        status.hasPrefix("Name:\tpictures\n"), status.contains("\nPPid:\t\(getpid())\n"),
        !status.contains("\nState:\tZ")
      else { return nil }
      return (id, status)
    }
  }

  @Test func theProcessHasNoFilesAndNoNetwork() throws {
    _ = try PictureProcess.make(thumbnail, of: try photo("turned.jpg"))
    let process = try #require(try processes().first)
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/task")
    for thread in threads {
      let status = try String(contentsOfFile: "/proc/\(process.id)/task/\(thread)/status", encoding: .utf8)
      #expect(status.contains("\nNoNewPrivs:\t1\n") && status.contains("\nSeccomp:\t2\n"))
    }
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/fd")
    #expect(Set(descriptors) == ["0", "1", "2", "3"])
    #expect(
      try String(contentsOfFile: "/proc/\(process.id)/limits", encoding: .utf8).contains(
        "Max address space         1610612736"))
    // This process does without the library.
    #expect(try !String(contentsOfFile: "/proc/self/maps", encoding: .utf8).contains("libvips"))
  }

  @Test func theEndOfTheProcessIsNotTheEnd() throws {
    for _ in 1...3 {
      for process in try processes() { kill(process.id, SIGKILL) }
      #expect(try PictureProcess.make(thumbnail, of: try photo("turned.jpg")).width == 16)
    }
  }

  @Test func aPictureWithTooManyPixelsIsRefused() throws {
    var bomb = try photo("half.png")
    for (offset, number) in [(16, 50_000), (20, 50_000)] {
      for byte in 0..<4 { bomb[offset + byte] = UInt8(number >> (24 - 8 * byte) & 0xFF) }
    }
    // The checksum of the header chunk.
    var checksum: UInt32 = .max
    for byte in bomb[12..<29] {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
    }
    for byte in 0..<4 { bomb[29 + byte] = UInt8(~checksum >> UInt32(24 - 8 * byte) & 0xFF) }
    #expect(throws: PictureError.unreadable("The picture has too many pixels.")) {
      try PictureProcess.make(thumbnail, of: bomb)
    }
    #expect(try PictureProcess.make(thumbnail, of: try photo("half.png")).width == 16)
  }

  @Test(arguments: PictureTests.names) func noByteOfAFileEndsTheServer(name: String) throws {
    var numbers = SeededNumbers(seed: 5)
    let file = try photo(name)
    for _ in 1...100 {
      var changed = file
      for _ in 1...Int.random(in: 1...20, using: &numbers) {
        changed[Int.random(in: 0..<file.count, using: &numbers)] = .random(in: 0...255, using: &numbers)
      }
      if Bool.random(using: &numbers) { changed = changed.prefix(Int.random(in: 0...file.count, using: &numbers)) }
      _ = Picture.of(changed)
      _ = try? PictureProcess.make(thumbnail, of: changed)
    }
    #expect(try PictureProcess.make(thumbnail, of: file).width == 16)
  }

  /// Entities that grow, and files of the server: librsvg reads neither.
  @Test(arguments: [
    "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;\"><!ENTITY e \"&d;&d;&d;&d;&d;&d;&d;&d;\"><!ENTITY f \"&e;&e;&e;&e;&e;&e;&e;&e;\"><!ENTITY g \"&f;&f;&f;&f;&f;&f;&f;\">]><svg><text>&g;</text></svg>",
    "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><svg width=\"9\" height=\"9\"><text>&x;</text></svg>",
    "<svg width=\"9\" height=\"9\"><image href=\"file:///etc/hostname\" width=\"9\" height=\"9\"/><script>x()</script></svg>",
  ])
  func aDrawingThatIsNotOursIsNoPicture(content: String) throws {
    #expect(Picture.of(Data(content.utf8)) == nil && Picture.of(Data("<?xml version=\"1.0\"?>\(content)".utf8)) == nil)
    _ = try? PictureProcess.make(thumbnail, of: Data(content.utf8))
    #expect(try PictureProcess.make(thumbnail, of: try photo("turned.jpg")).width == 16)
  }

  @Test func manyAtOnceAreMade() async throws {
    let file = try photo("turned.jpg")
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...40 { group.addTask { try PictureProcess.make(thumbnail, of: file).width } }
      for try await width in group { #expect(width == 16) }
    }
  }
}
