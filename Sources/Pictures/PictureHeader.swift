package import Foundation

/// A format of picture files, by its media type.
package enum PictureFormat: String, Sendable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case webp = "image/webp"
  /// HEIC, which iPhones take, or AVIF: both are pictures of films in one container (ISO/IEC 23008-12).
  case heif = "image/heif"
  /// What an app has drawn here, as SVG.
  case drawing = "image/svg+xml"

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

  package var mediaType: String { rawValue }

  /// Whether all browsers show such files.
  package var isShownByBrowsers: Bool { self != .heif }
}

/// What a picture's file says of itself before its pixels.
package struct PictureHeader: Equatable, Sendable {
  package let format: PictureFormat
  /// In pixels, as they are in the file; in points for a drawing.
  package private(set) var width = 0.0, height = 0.0
  /// The direction in which the camera was held, as in Exif: 1 to 8.
  package private(set) var orientation = 1

  /// - Parameter isOwn: Whether the server has written the file, which may be a drawing.
  /// - Returns: nil for a file that is no picture, or is broken where its size should be. A picture that is cut off later has a header.
  package init?(_ data: Data, isOwn: Bool = false) {
    guard let format = PictureFormat(data), isOwn || format != .drawing else { return nil }
    self.format = format
    switch format {
    // PNG Specification, section 11.2.1.
    case .png: size = (data.big(16, 4), data.big(20, 4))
    case .gif: size = (data.little(6, 2), data.little(8, 2))
    case .jpeg: readSegments(data)
    case .webp where data.count >= 30:
      // RFC 9649, sections 2.5 to 2.7.
      switch UInt8(data.big(15, 1)) {
      case UInt8(ascii: " "): size = (data.little(26, 2) & 0x3FFF, data.little(28, 2) & 0x3FFF)
      case UInt8(ascii: "L"): size = (data.little(21, 4) & 0x3FFF + 1, data.little(21, 4) >> 14 & 0x3FFF + 1)
      case UInt8(ascii: "X"): size = (data.little(24, 3) + 1, data.little(27, 3) + 1)
      default: return nil
      }
    case .webp: return nil
    case .heif: break
    case .drawing: (width, height) = Self.sizeOfSVG(data.prefix(512)) ?? (0, 0)
    }
    if Self.mayBeTurned(data, format), let made = try? PictureProcess.make(PictureRequest(.header), of: data) {
      (size, orientation) = ((made.width, made.height), made.orientation)
    }
    if width <= 0 || height <= 0 { return nil }
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
    case .webp: data.big(12, 4) == 0x5650_3858 && data.big(20, 1) & 8 != 0
    // PNG Specification, section 11.3.4.5.
    case .png: data.prefix(1 << 16).range(of: Data("eXIf".utf8)) != nil
    case .jpeg, .gif, .drawing: false
    }
  }

  private var size: (width: Int, height: Int) {
    get { (Int(width), Int(height)) }
    set { (width, height) = (Double(newValue.width), Double(newValue.height)) }
  }

  /// The size of the root element of an SVG file, or else of its view box (SVG 2, section 8.2); nil if it has none.
  package static func sizeOfSVG(_ data: Data) -> (width: Double, height: Double)? {
    guard let tag = String(decoding: data, as: UTF8.self).firstMatch(of: /<svg[^>]*>/)?.output else { return nil }
    let width = tag.firstMatch(of: /\swidth="([^"]*?)(?:px)?"/).flatMap { Double($0.1) }
    let height = tag.firstMatch(of: /\sheight="([^"]*?)(?:px)?"/).flatMap { Double($0.1) }
    if let width, let height { return (width, height) }
    let box = tag.firstMatch(of: /\sviewBox="([^"]*)"/)?.1.split { $0 == " " || $0 == "," }.compactMap { Double($0) }
    return box.flatMap { $0.count == 4 ? ($0[2], $0[3]) : nil }
  }

  /// Reads the segments before the pixels of a JPEG file (ITU T.81, annex B).
  private mutating func readSegments(_ data: Data) {
    var index = 2
    while data.big(index, 1) == 0xFF, data.big(index + 1, 1) != 0xDA {
      let (marker, length) = (data.big(index + 1, 1), data.big(index + 2, 2))
      if marker == 0xFF {
        index += 1  // it fills
        continue
      }
      if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
        size = (data.big(index + 7, 2), data.big(index + 5, 2))
      } else if marker == 0xE1, data.big(index + 4, 4) == 0x4578_6966 {
        readExif(data.dropFirst(index + 10).prefix(max(length - 8, 0)))
      }
      if length < 2 { return }
      index += 2 + length
    }
  }

  /// Reads the orientation (Exif 3.0, section 4.6.5).
  private mutating func readExif(_ data: Data) {
    let number = data.big(0, 2) == 0x4949 ? data.little : data.big
    let table = number(4, 4)
    for entry in 0..<min(number(table, 2), data.count / 12) where number(table + 2 + entry * 12, 2) == 0x112 {
      orientation = max(number(table + 10 + entry * 12, 2), 1)
    }
    if orientation > 8 { orientation = 1 }
  }
}

/// Numbers in the bytes of a file; 0 behind its end.
extension Data {
  fileprivate func big(_ offset: Int, _ count: Int) -> Int { part(offset, count).reduce(0) { $0 << 8 | Int($1) } }
  fileprivate func little(_ offset: Int, _ count: Int) -> Int {
    part(offset, count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func part(_ offset: Int, _ count: Int) -> Data {
    offset + count <= self.count ? dropFirst(offset).prefix(count) : Data()
  }
}
