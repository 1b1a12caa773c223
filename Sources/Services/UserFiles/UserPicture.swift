internal import Foundation
public import TempuraUI

/// A picture in a `FileFolder`, as the state keeps it.
public struct UserPicture: Codable, Hashable, Identifiable, Sendable {
  /// The name of the file.
  public let id: String
  /// Whether it is a PNG file. Otherwise it is a JPEG file.
  public let isPNG: Bool
  /// In pixels.
  public let width, height: Double

  public init(id: String, isPNG: Bool, width: Double, height: Double) {
    self.id = id
    self.isPNG = isPNG
    self.width = width
    self.height = height
  }

  /// The image at the picture's URL, `/files/ID`. Browsers get it if the app's `FileGuard` returns the file.
  public var image: UIImage { UIImage(userFile: id, size: CGSize(width: width, height: height)) }
}
