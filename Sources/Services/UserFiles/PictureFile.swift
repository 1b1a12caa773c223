public import Foundation
public import TempuraUI

/// A checked picture of a user: a PNG or JPEG file of a sensible size, with nothing but the picture.
public struct PictureFile: Sendable {
  /// Pixels of a side.
  public static let maxSide: CGFloat = 8000
  public static let maxPixels: CGFloat = 24_000_000

  /// `.png` or `.jpeg`, which the content says. The file's name proves nothing.
  public let type: UTType
  /// In pixels.
  public let size: CGSize
  /// The file without the place and the time of the picture, without comments, and without data after its end.
  public let data: Data

  /// - Parameter file: The content of a file.
  /// - Throws: `.noPicture` for other files, also those that are cut off; `.tooLarge` for too many pixels.
  public init(_ file: Data) throws(PictureError) {
    if let data = PNG.cleaned(file) {
      (self.type, self.data) = (.png, data)
    } else if let data = JPEG.cleaned(file) {
      (self.type, self.data) = (.jpeg, data)
    } else {
      throw .noPicture
    }
    // A small file can have so many pixels that browsers run out of memory.
    guard let size = UIImage(data: data)?.size, size.width <= Self.maxSide, size.height <= Self.maxSide,
      size.width * size.height <= Self.maxPixels
    else { throw .tooLarge }
    self.size = size
  }
}

/// Why a picture is refused. The description is a sentence for the user.
public enum PictureError: Error, Equatable, CustomStringConvertible {
  case noPicture, tooLarge

  public var description: String {
    switch self {
    case .noPicture: "This file is not a PNG or JPEG picture."
    case .tooLarge: "This picture has too many pixels. 24 million are allowed."
    }
  }
}

/// PNG files (PNG Specification, section 5).
enum PNG {
  private static let kept: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD", "pHYs",
  ]

  /// Returns the chunks of the picture itself; nil if the file is no PNG file.
  static func cleaned(_ file: Data) -> Data? {
    let bytes = [UInt8](file)
    var result: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.starts(with: result) else { return nil }
    var index = result.count
    while index + 12 <= bytes.count {
      let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - index - 12 else { return nil }
      let type = String(decoding: bytes[index + 4..<index + 8], as: UTF8.self)
      guard (type == "IHDR") == (index == 8) else { return nil }
      if kept.contains(type) { result += bytes[index..<index + length + 12] }
      if type == "IEND" { return Data(result) }
      index += length + 12
    }
    return nil
  }
}
