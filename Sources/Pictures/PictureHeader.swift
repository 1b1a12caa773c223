package import Foundation

/// A format of picture files.
package enum PictureFormat: Sendable {
  case png, jpeg, gif, webp
  /// HEIC, which iPhones take, or AVIF: both are pictures of films in one container (ISO/IEC 23008-12).
  case heif
  /// What an app has drawn here, as SVG.
  case drawing

  /// How drawings begin. Other SVG files are refused, because they may contain anything.
  package static let drawingStart = "<svg xmlns=\"http://www.w3.org/2000/svg\" data-drawing=\"\""

  /// - Parameter data: The content of a file. Its first bytes say what it is.
  /// - Returns: nil for other files.
  package init?(_ data: Data) {
    let start = [UInt8](data.prefix(12))
    func has(_ bytes: some Collection<UInt8>, at offset: Int = 0) -> Bool {
      start.count >= offset + bytes.count && start[offset..<offset + bytes.count].elementsEqual(bytes)
    }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("GIF8".utf8) {
      self = .gif
    } else if has("RIFF".utf8), has("WEBP".utf8, at: 8) {
      self = .webp
    } else if has("ftyp".utf8, at: 4),
      ["heic", "heix", "heim", "heis", "mif1", "avif"].contains(where: { has($0.utf8, at: 8) })
    {
      self = .heif
    } else if data.starts(with: Self.drawingStart.utf8) {
      self = .drawing
    } else {
      return nil
    }
  }

  package var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .heif: "image/heif"
    case .drawing: "image/svg+xml"
    }
  }

  /// Whether all browsers show such files.
  package var isShownByBrowsers: Bool { self != .heif }
}

/// What a picture's file says of itself before its pixels.
package struct PictureHeader: Equatable, Sendable {
  package let format: PictureFormat
  /// In pixels, as they are in the file; in points for a drawing.
  package let width, height: Double
  /// The direction in which the camera was held, as in Exif: 1 to 8.
  package var orientation = 1

  /// - Parameter isOwn: Whether the server has written the file, which may be a drawing.
  /// - Returns: nil for a file that is no picture, or is broken where its size should be. A picture that is cut off later has a header.
  package init?(_ data: Data, isOwn: Bool = false) {
    guard let format = PictureFormat(data), isOwn || format != .drawing else { return nil }
    if Self.mayBeTurned(data, format), let made = try? PictureProcess.make(PictureRequest(.header), of: data) {
      (width, height, orientation) = (Double(made.width), Double(made.height), made.orientation)
    } else {
      guard let size = Self.size(of: data, format), size.width > 0, size.height > 0 else { return nil }
      (width, height) = size
      if format == .jpeg { orientation = JPEGHeader.orientation(of: data) ?? 1 }
    }
    self.format = format
  }

  package init(drawingOf size: (width: Double, height: Double)) {
    (format, width, height) = (.drawing, size.width, size.height)
  }

  /// Whether an upright picture is as wide as the file is high.
  package var isTurned: Bool { orientation > 4 }

  /// The size of the upright picture.
  package var uprightSize: CGSize {
    isTurned ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
  }

  /// Whether a file has Exif that only libvips reads. The boxes of a HEIF file may be anywhere.
  private static func mayBeTurned(_ data: Data, _ format: PictureFormat) -> Bool {
    switch format {
    case .heif: true
    // RFC 9649, section 2.7.
    case .webp: Bytes(data).big(12, 4) == 0x5650_3858 && Bytes(data).big(20, 1).map { $0 & 8 != 0 } == true
    // PNG Specification, section 11.3.4.5.
    case .png: data.prefix(1 << 16).range(of: Data("eXIf".utf8)) != nil
    case .jpeg, .gif, .drawing: false
    }
  }

  private static func size(of data: Data, _ format: PictureFormat) -> (width: Double, height: Double)? {
    let bytes = Bytes(data)
    func size(_ width: Int?, _ height: Int?) -> (width: Double, height: Double)? {
      width.flatMap { width in height.map { (Double(width), Double($0)) } }
    }
    switch format {
    // PNG Specification, section 11.2.1.
    case .png: return size(bytes.big(16, 4), bytes.big(20, 4))
    case .gif: return size(bytes.little(6, 2), bytes.little(8, 2))
    case .jpeg: return JPEGHeader.size(of: data)
    case .webp:
      // RFC 9649, sections 2.5 to 2.7.
      switch bytes.big(15, 1).map({ UInt8($0) }) {
      case UInt8(ascii: " "):
        return size(bytes.little(26, 2).map { $0 & 0x3FFF }, bytes.little(28, 2).map { $0 & 0x3FFF })
      case UInt8(ascii: "L"):
        return bytes.little(21, 4).flatMap { size(($0 & 0x3FFF) + 1, ($0 >> 14 & 0x3FFF) + 1) }
      case UInt8(ascii: "X"): return size(bytes.little(24, 3).map { $0 + 1 }, bytes.little(27, 3).map { $0 + 1 })
      default: return nil
      }
    case .heif: return nil
    case .drawing:
      let tag = String(decoding: data.prefix(512), as: UTF8.self)
      guard let match = tag.firstMatch(of: /width="([0-9.]+)" height="([0-9.]+)"/) else { return nil }
      return Double(match.1).flatMap { width in Double(match.2).map { (width, $0) } }
    }
  }
}

/// Numbers in the bytes of a file.
private struct Bytes {
  let data: Data
  init(_ data: Data) { self.data = data }

  func big(_ offset: Int, _ count: Int) -> Int? { part(offset, count)?.reduce(0) { $0 << 8 | Int($1) } }
  func little(_ offset: Int, _ count: Int) -> Int? { part(offset, count)?.reversed().reduce(0) { $0 << 8 | Int($1) } }

  private func part(_ offset: Int, _ count: Int) -> Data? {
    guard offset >= 0, offset + count <= data.count else { return nil }
    return data[data.startIndex + offset..<data.startIndex + offset + count]
  }
}

/// The segments before the pixels of a JPEG file (ITU T.81, annex B).
private enum JPEGHeader {
  static func size(of data: Data) -> (width: Double, height: Double)? {
    let bytes = Bytes(data)
    return first(in: bytes) { marker, start in
      guard (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker),
        let height = bytes.big(start + 3, 2), let width = bytes.big(start + 5, 2)
      else { return nil }
      return (Double(width), Double(height))
    }
  }

  /// The orientation in Exif (Exif 3.0, section 4.6.5); nil if there is none.
  static func orientation(of data: Data) -> Int? {
    let bytes = Bytes(data)
    return first(in: bytes) { marker, start in
      guard marker == 0xE1, bytes.big(start + 2, 4) == 0x4578_6966, let order = bytes.big(start + 8, 2) else {
        return nil
      }
      let tiff = start + 8
      func number(_ offset: Int, _ count: Int) -> Int? {
        order == 0x4949 ? bytes.little(tiff + offset, count) : bytes.big(tiff + offset, count)
      }
      guard let table = number(4, 4), let count = number(table, 2) else { return nil }
      for entry in 0..<count where number(table + 2 + entry * 12, 2) == 0x112 {
        return number(table + 10 + entry * 12, 2).flatMap { (1...8).contains($0) ? $0 : nil }
      }
      return nil
    }
  }

  /// Returns the first thing that is found in a segment.
  ///
  /// - Parameter find: Called with the segment's marker and where its length is.
  private static func first<Result>(in bytes: Bytes, _ find: (_ marker: Int, _ start: Int) -> Result?) -> Result? {
    var index = 2
    while bytes.big(index, 1) == 0xFF, let marker = bytes.big(index + 1, 1) {
      if marker == 0xFF {
        index += 1  // it fills
        continue
      }
      guard marker != 0xDA, let length = bytes.big(index + 2, 2), length >= 2 else { return nil }
      if let found = find(marker, index + 2) { return found }
      index += 2 + length
    }
    return nil
  }
}
