public import Foundation
internal import Pictures
public import TempuraUI

/// A checked picture of a user: a PNG or JPEG file of a sensible size, upright, with nothing but the picture.
///
/// The file that the user has sent is decoded, in a process of its own, and encoded again. So what it has besides the picture is gone, such
/// as the place and the time, and so is what only looks like a picture.
public struct PictureFile: Sendable {
  /// Pixels of a side.
  public static let maxSide: CGFloat = 16_000
  public static let maxPixels: CGFloat = 50_000_000

  /// `.png` or `.jpeg`: a PNG file stays one, and others become JPEG files.
  public let type: UTType
  /// In pixels.
  public let size: CGSize
  public let data: Data

  /// - Parameter file: The content of a file: JPEG, HEIC, AVIF, PNG, WebP or GIF, of which the first picture counts.
  /// - Throws: `.noPicture` for other files, also those that are cut off; `.tooLarge` for too many pixels; `.unavailable` if libvips is
  ///   not installed, or the server has too many others to decode.
  public init(_ file: Data) throws(PictureError) {
    guard let picture = Picture.of(file), picture.header.format != .drawing else { throw .noPicture }
    // A small file can have so many pixels that no memory suffices.
    let header = picture.header
    guard max(header.width, header.height) <= Double(Self.maxSide),
      header.width * header.height <= Double(Self.maxPixels)
    else { throw .tooLarge }
    var request = PictureRequest(header.format == .png ? .png : .jpeg)
    request.quality = 88
    let made: MadePicture
    do throws(Pictures.PictureError) { made = try picture.made(request) } catch {
      switch error {
      case .busy, .noProcess: throw .unavailable
      case .unreadable, .tooDemanding, .gone: throw .noPicture
      }
    }
    (type, data) = (request.format == .png ? .png : .jpeg, made.data)
    size = CGSize(width: made.width, height: made.height)
  }
}

/// Why a picture is refused. The description is a sentence for the user.
public enum PictureError: Error, Equatable, CustomStringConvertible {
  case noPicture, tooLarge, unavailable

  public var description: String {
    switch self {
    case .noPicture: "This file is not a picture, or it is damaged."
    case .tooLarge: "This picture has too many pixels. 50 million are allowed."
    case .unavailable: "Pictures cannot be taken at the moment. Try again later."
    }
  }
}
