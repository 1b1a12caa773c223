package import Foundation
internal import Pictures

/// Reads the size of an image from the first bytes of its file.
package enum ImageSize {
  /// Nil for a size that no image has.
  package static func read(_ bytes: Data) -> CGSize? {
    let header = PictureFormat(bytes) == .heif ? nil : PictureHeader(bytes)
    let size = header?.uprightSize ?? PictureHeader.sizeOfSVG(bytes).map { CGSize(width: $0, height: $1) }
    guard let size, lengths.contains(size.width), lengths.contains(size.height) else { return nil }
    return size
  }

  /// In points. Browsers show no larger ones.
  private static let lengths: ClosedRange<CGFloat> = 0...65_535
}
