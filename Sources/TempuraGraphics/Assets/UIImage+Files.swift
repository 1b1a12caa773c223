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

  /// The URL of a drawing or a symbol in an SVG file, which cannot load others; nil if the image's content is unknown or too large.
  var embeddedURL: String? {
    if url.hasPrefix("data:") { return url }
    // Files of the app itself are trusted.
    let data = properties.rare?.picture?.data ?? (url.hasSuffix(".svg") ? fileData : nil)
    return data.flatMap { $0.count <= 1 << 20 ? "data:image/svg+xml;base64,\($0.base64EncodedString())" : nil }
  }
}
