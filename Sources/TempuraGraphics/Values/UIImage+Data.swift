internal import Basics
public import Foundation

extension UIImage {
  /// The direction in which a camera was held. Browsers show pictures upright by themselves.
  public enum Orientation: Int, Sendable {
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  /// How the middle of an image fills a larger view.
  public enum ResizingMode: Int, Sendable { case tile, stretch }

  /// An empty image: one transparent pixel.
  public convenience init() {
    self.init(Properties(url: "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"))
  }

  /// The image of a file's content: PNG, JPEG, GIF, WebP, or a drawing that was made here.
  ///
  /// - Returns: nil for other data. SVG files that an app did not draw are refused, because they may contain anything.
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }

  /// The image of a file's content.
  ///
  /// - Parameter scale: The number of pixels per point.
  public convenience init?(data: Data, scale: CGFloat) {
    guard let format = ImageFormat(data), let pixels = format.size(of: data), pixels.width > 0, pixels.height > 0 else {
      return nil
    }
    let scale = scale > 0 && scale.isFinite ? scale : 1
    let properties = Properties(
      url: "data:\(format.mediaType);base64,\(data.base64EncodedString())",
      size: CGSize(width: pixels.width / scale, height: pixels.height / scale),
      rare: Rare(scale: scale, data: data))
    self.init(properties)
  }

  /// The image of a file.
  ///
  /// - Parameter path: The path of the file in the server's file system.
  /// - Returns: nil if the file cannot be read, or is no image.
  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let name = path.split(separator: "/").last ?? ""
    self.init(data: data, scale: name.contains("@3x.") ? 3 : name.contains("@2x.") ? 2 : 1)
  }

  /// What an app has drawn.
  convenience init(drawing: Drawing) {
    var url = Array("data:image/svg+xml;charset=utf-8,".utf8)
    for byte in drawing.file.utf8 {
      // These characters would end the URL, or a string of CSS.
      if byte < 0x20 || #"%#"<>\"#.utf8.contains(byte) {
        url += Array("%\(byte.hexadecimal.uppercased())".utf8)
      } else {
        url.append(byte)
      }
    }
    let text = String(decoding: url, as: UTF8.self)
    self.init(Properties(url: text, size: drawing.size, rare: Rare(drawing: drawing)))
  }

  /// The number of pixels per point.
  public var scale: CGFloat { properties.rare?.scale ?? 1 }

  public var imageOrientation: Orientation { properties.rare?.orientation ?? .up }
}

/// A format of image files.
enum ImageFormat {
  case png, jpeg, gif, webp
  /// What an app has drawn here.
  case drawing

  init?(_ data: Data) {
    let start = [UInt8](data.prefix(12))
    func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
      start.count >= offset + bytes.count && Array(start[offset..<offset + bytes.count]) == bytes
    }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has(Array("GIF8".utf8)) {
      self = .gif
    } else if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) {
      self = .webp
    } else if data.starts(with: Drawing.fileStart.utf8) {
      self = .drawing
    } else {
      return nil
    }
  }

  var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .drawing: "image/svg+xml"
    }
  }

  /// Returns the size in pixels; nil if the data is broken.
  func size(of data: Data) -> CGSize? {
    let bytes = [UInt8](data)
    func little(_ offset: Int, _ count: Int) -> Int? {
      guard bytes.count >= offset + count else { return nil }
      return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    switch self {
    case .png, .drawing: return ImageSize.read(data)
    case .gif:
      guard let width = little(6, 2), let height = little(8, 2) else { return nil }
      return CGSize(width: width, height: height)
    case .jpeg: return Self.jpegSize(bytes)
    case .webp:
      // RFC 9649, sections 2.5 to 2.7.
      guard bytes.count >= 30 else { return nil }
      switch bytes[15] {
      case UInt8(ascii: " "):
        guard let width = little(26, 2), let height = little(28, 2) else { return nil }
        return CGSize(width: width & 0x3FFF, height: height & 0x3FFF)
      case UInt8(ascii: "L"):
        guard let bits = little(21, 4) else { return nil }
        return CGSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
      case UInt8(ascii: "X"):
        guard let width = little(24, 3), let height = little(27, 3) else { return nil }
        return CGSize(width: width + 1, height: height + 1)
      default: return nil
      }
    }
  }

  /// Reads the first frame header (ITU T.81, section B.2.2). The orientation in Exif is not read.
  private static func jpegSize(_ bytes: [UInt8]) -> CGSize? {
    var index = 2
    while index + 9 < bytes.count {
      guard bytes[index] == 0xFF else { return nil }
      let marker = bytes[index + 1]
      if marker == 0xFF {
        index += 1
        continue
      }
      let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        let height = Int(bytes[index + 5]) << 8 | Int(bytes[index + 6])
        let width = Int(bytes[index + 7]) << 8 | Int(bytes[index + 8])
        return CGSize(width: width, height: height)
      }
      guard length >= 2 else { return nil }
      index += 2 + length
    }
    return nil
  }
}
