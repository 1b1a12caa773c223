internal import Foundation

/// JPEG files (ITU T.81, annex B).
enum JPEG {
  /// Returns the segments of the picture itself, and the orientation of the camera; nil if the file is no JPEG file.
  static func cleaned(_ file: Data) -> Data? {
    let bytes = [UInt8](file)
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var result: [UInt8] = [0xFF, 0xD8]
    var index = 2
    while let marker = marker(&index, in: bytes) {
      if marker == 0xD9 { return Data(result + [0xFF, 0xD9]) }
      guard index + 4 <= bytes.count else { return nil }
      let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      guard length >= 2, index + 2 + length <= bytes.count else { return nil }
      let segment = bytes[index..<index + 2 + length]
      if marker == 0xE1, let orientation = orientation(in: Array(segment)) { result += exif(orientation) }
      if isKept(marker, segment.dropFirst(4)) { result += segment }
      index += 2 + length
      if marker == 0xDA { result += scan(&index, in: bytes) }
    }
    return nil
  }

  /// The marker at an index. Moves the index behind bytes that fill.
  private static func marker(_ index: inout Int, in bytes: [UInt8]) -> UInt8? {
    while index + 1 < bytes.count, bytes[index] == 0xFF {
      if bytes[index + 1] != 0xFF { return bytes[index + 1] }
      index += 1
    }
    return nil
  }

  /// All but comments and most segments of applications. APP0 and APP2 may also have a smaller picture.
  private static func isKept(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
    switch marker {
    case 0xC0...0xDF, 0xEE: true
    case 0xE0: content.starts(with: "JFIF\0".utf8)
    case 0xE2: content.starts(with: "ICC_PROFILE\0".utf8)
    default: false
    }
  }

  /// The bytes of a scan: up to the next marker that is not a part of it.
  private static func scan(_ index: inout Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
    let start = index
    while index + 1 < bytes.count {
      if bytes[index] == 0xFF, bytes[index + 1] != 0, !(0xD0...0xD7).contains(bytes[index + 1]) { break }
      index += 1
    }
    return bytes[start..<index]
  }

  // MARK: - The orientation of the camera

  /// The orientation in a segment of Exif (Exif 3.0, section 4.6.5); nil if it has none.
  private static func orientation(in segment: [UInt8]) -> UInt8? {
    guard segment.count >= 18, Array(segment[4..<10]) == Array("Exif\0\0".utf8) else { return nil }
    let tiff = Array(segment[10...])
    let isLittle = tiff[0] == 0x49
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= tiff.count else { return nil }
      let bytes = tiff[offset..<offset + count]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let table = number(4, 4), let count = number(table, 2) else { return nil }
    for entry in 0..<count {
      let offset = table + 2 + entry * 12
      guard let tag = number(offset, 2) else { return nil }
      if tag == 0x112, let value = number(offset + 8, 2), (1...8).contains(value) { return UInt8(value) }
    }
    return nil
  }

  /// A segment of Exif with nothing but an orientation.
  private static func exif(_ orientation: UInt8) -> [UInt8] {
    [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
  }
}
