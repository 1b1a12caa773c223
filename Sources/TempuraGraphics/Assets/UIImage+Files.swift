internal import Foundation
package import Pictures

extension UIImage {
  /// The content of the file in `Public/` or in an asset catalogue.
  private var fileData: Data? { Graphics.host?.images?.contents(ofURL: url) ?? AssetLibrary.contents(ofURL: url) }

  /// The image as a file with pixels, or as a drawing of other images; nil if its content is unknown.
  package var picture: Picture? {
    if let picture = properties.rare?.picture { return picture }
    guard properties.rare?.drawing == nil, !url.hasPrefix("data:") else { return nil }
    return fileData.flatMap { Picture.of($0) }
  }

  /// The URL of the image in an SVG file, which cannot load others; nil if the image's content is unknown or too large.
  var embeddedURL: String? {
    if url.hasPrefix("data:") { return url }
    guard let data = properties.rare?.picture?.data ?? fileData, data.count <= 1 << 20 else { return nil }
    if let format = PictureFormat(data) { return "data:\(format.mediaType);base64,\(data.base64EncodedString())" }
    // Files of the app itself are trusted.
    return url.hasSuffix(".svg") ? "data:image/svg+xml;base64,\(data.base64EncodedString())" : nil
  }
}
