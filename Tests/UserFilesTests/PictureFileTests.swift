import Foundation
import TempuraUI
import Testing

@testable import UserFiles

struct PictureFileTests {
  @Test func whatACameraAddsIsRemoved() throws {
    let segment = exif([(0x112, [0, 6, 0, 0]), (0x8825, [0, 0, 0, 99])])
    let comment = Data([0xFF, 0xFE, 0, 8]) + Data("secret".utf8)
    let file = try PictureFile(
      Data.jpeg.prefix(2) + segment + comment + Data.jpeg.dropFirst(2) + Data("PK appended".utf8))
    #expect(file.type == .jpeg && file.size == CGSize(width: 8, height: 16), "it is upright")
    for text in ["Exif", "secret", "PK appended"] { #expect(file.data.range(of: Data(text.utf8)) == nil) }
    #expect(try PictureFile(.jpeg).size == CGSize(width: 16, height: 8))
  }

  @Test func whatIsAddedToAPNGFileIsRemoved() throws {
    let text = Data([0, 0, 0, 2]) + Data("tEXtab1234".utf8)
    let file = try PictureFile(Data.png.prefix(33) + text + Data.png.dropFirst(33) + Data("PK appended".utf8))
    #expect(file.type == .png && file.size == CGSize(width: 4, height: 2))
    for text in ["tEXt", "PK appended"] { #expect(file.data.range(of: Data(text.utf8)) == nil) }
  }

  @Test(arguments: [Data.png, .jpeg, Data.jpeg.prefix(2) + exif([(0x112, [0, 6, 0, 0])]) + Data.jpeg.dropFirst(2)])
  func aFileThatIsCutOffIsRefused(picture: Data) {
    // The last chunk of a PNG file has nothing of the picture.
    for count in 0..<picture.count - (picture == .png ? 12 : 0) {
      #expect(throws: PictureError.self) { try PictureFile(picture.prefix(count)) }
    }
  }

  @Test func noByteStopsTheServer() {
    for picture in [Data.png, .jpeg, Data.jpeg.prefix(2) + exif([(0x112, [0, 6, 0, 0])]) + Data.jpeg.dropFirst(2)] {
      for index in picture.indices {
        for byte in [0, 1, 0x7F, 0xFF] as [UInt8] {
          var changed = picture
          changed[index] = byte
          _ = try? PictureFile(changed)
        }
      }
    }
  }

  @Test(arguments: [(16_001, 1), (1, 16_001), (8000, 8000)])
  func aPictureWithTooManyPixelsIsRefused(width: Int, height: Int) {
    var bomb = Data.png
    for (offset, number) in [(16, width), (20, height)] {
      for byte in 0..<4 { bomb[offset + byte] = UInt8(number >> (24 - 8 * byte) & 0xFF) }
    }
    #expect(throws: PictureError.tooLarge) { try PictureFile(bomb) }
  }
}

/// A segment with the entries of a table, which are numbers of two bytes.
private func exif(_ entries: [(tag: Int, value: [UInt8])]) -> Data {
  let table = entries.map { [UInt8($0.tag >> 8), UInt8($0.tag & 0xFF), 0, 3, 0, 0, 0, 1] + $0.value }
  let content = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, UInt8(entries.count)] + table.joined() + [0, 0, 0, 0]
  return Data([0xFF, 0xE1, 0, UInt8(content.count + 2)] + content)
}

extension Data {
  /// A picture of 16 by 8 pixels.
  static let jpeg =
    Data(
      base64Encoded: """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0o
        MCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAIABAD
        ASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAME/8QAIRAAAgEEAAcAAAAAAAAAAAAAAgMAAQQFIQYSExQxUdH/xAAVAQEBAAAAAAAAAAAA
        AAAAAAAEBv/EABoRAQADAAMAAAAAAAAAAAAAAAEAAgMFEUH/2gAMAwEAAhEDEQA/AIZTO26bnpbOlNEQ+B+zHleIMfd9qi2QKTWvlNtK6aXuIksZ
        hR69IrlNLWVZ/9k=
        """, options: .ignoreUnknownCharacters) ?? Data()

  /// A picture of 4 by 2 pixels.
  static let png =
    Data(
      base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAALklEQVR4AQAiAN3/AoTcTv9pyVj/drCP/zKiav8C4tj5ANe+6QC818AA7eL1AAAA
        AP//HzBQLAAAAAZJREFUAwBfGBR0Tv/kIgAAAABJRU5ErkJggg==
        """, options: .ignoreUnknownCharacters) ?? Data()
}
