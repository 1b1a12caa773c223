public import Foundation

extension UIImage {
  /// Returns the content of the image's file in its own format, because a server does not convert images. A drawing is an SVG
  /// file.
  ///
  /// - Returns: nil for an empty image, and for a file that cannot be read.
  public func pngData() -> Data? { fileData }

  /// Returns the content of the image's file in its own format: see `pngData()`.
  public func jpegData(compressionQuality: CGFloat) -> Data? { fileData }

  private var fileData: Data? {
    if let data = properties.rare?.data { return data }
    if let drawing = properties.rare?.drawing { return Data(drawing.file.utf8) }
    return Graphics.host?.images?.contents(ofURL: url) ?? AssetLibrary.contents(ofURL: url)
  }

  /// The URL of the image in an SVG file, which cannot load others; nil if the image's content is unknown or too large.
  var embeddedURL: String? {
    if url.hasPrefix("data:") { return url }
    guard let data = fileData, data.count <= 1 << 20 else { return nil }
    if let format = ImageFormat(data) { return "data:\(format.mediaType);base64,\(data.base64EncodedString())" }
    // Files of the app itself are trusted.
    return url.hasSuffix(".svg") ? "data:image/svg+xml;base64,\(data.base64EncodedString())" : nil
  }
}
