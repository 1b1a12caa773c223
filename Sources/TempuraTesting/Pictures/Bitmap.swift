internal import CPNG
internal import Foundation

/// A picture as pixels.
package struct Bitmap: Equatable, Sendable {
  package let width, height: Int
  /// Red, green and blue of each pixel, row by row from the top, from 0 to 255.
  package var bytes: [UInt8]

  /// A black picture.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    bytes = [UInt8](repeating: 0, count: width * height * 3)
  }

  // MARK: - Files

  /// The most pixels of a file: enough for a long page on a screen of high resolution.
  private static let mostPixels = 200_000_000

  /// Reads a PNG (libpng's simplified API, libpng(3)).
  ///
  /// - Throws: `PictureError.notPNG` with libpng's message.
  package init(png: Data) throws(PictureError) {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    let begins = png.withUnsafeBytes { png_image_begin_read_from_memory(&image, $0.baseAddress, $0.count) }
    guard begins != 0 else { throw .notPNG(Self.message(of: image)) }
    image.format = Self.format
    let (width, height) = (Int(image.width), Int(image.height))
    guard width * height <= Self.mostPixels else { throw .notPNG("It has too many pixels.") }
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    // The colour behind transparent pixels. Pictures of pages have none.
    var background = png_color(red: 255, green: 255, blue: 255)
    let isRead = png.withUnsafeBytes { _ in png_image_finish_read(&image, &background, &bytes, 0, nil) }
    guard isRead != 0 else { throw .notPNG(Self.message(of: image)) }
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  private static let format = png_uint_32(PNG_FORMAT_FLAG_COLOR)  // three bytes a pixel

  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  package func png() throws(PictureError) -> Data {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = Self.format
    var size = png_alloc_size_t(0)
    guard png_image_write_to_memory(&image, nil, &size, 0, bytes, 0, nil) != 0 else {
      throw .notWritten(Self.message(of: image))
    }
    var data = Data(count: Int(size))
    let isWritten = data.withUnsafeMutableBytes {
      png_image_write_to_memory(&image, $0.baseAddress, &size, 0, bytes, 0, nil)
    }
    guard isWritten != 0 else { throw .notWritten(Self.message(of: image)) }
    return data.prefix(Int(size))
  }
}

/// An error while a picture is read or written.
package enum PictureError: Error, Equatable, CustomStringConvertible {
  case notPNG(String)
  case notWritten(String)

  package var description: String {
    switch self {
    case .notPNG(let reason): "It is not a readable PNG: \(reason)"
    case .notWritten(let reason): "The picture could not be written as a PNG: \(reason)"
    }
  }
}
