public import Foundation
internal import Pictures

/// The picture in a file. On iOS it is in the module ImageIO.
public final class CGImageSource: Sendable {
  fileprivate let picture: Picture

  fileprivate init(_ picture: Picture) { self.picture = picture }
}

public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
public let kCGImagePropertyOrientation: CFString = "Orientation"

/// - Parameter options: No effect.
/// - Returns: nil for data that is no picture.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  Picture.of(data).map { CGImageSource($0) }
}

/// - Parameter options: No effect.
/// - Returns: nil if the file cannot be read, or is no picture.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  (try? Data(contentsOf: url)).flatMap { CGImageSourceCreateWithData($0, nil) }
}

/// Returns 1. Pictures that move are one here.
public func CGImageSourceGetCount(_ source: CGImageSource) -> Int { 1 }

/// Returns the picture as it is in the file.
public func CGImageSourceCreateImageAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { index == 0 ? CGImage(UIImage(source.picture, scale: 1)) : nil }

/// Returns the picture in a size of which no side is longer than that of the options.
public func CGImageSourceCreateThumbnailAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard let whole = CGImageSourceCreateImageAtIndex(source, index, nil) else { return nil }
  let isLying = options?[kCGImageSourceCreateThumbnailWithTransform] as? Bool != true
  let size = isLying ? CGSize(width: whole.width, height: whole.height) : whole.image.size
  let side = options?[kCGImageSourceThumbnailMaxPixelSize].flatMap { Double(any: $0) } ?? .infinity
  guard size.width > 0, size.height > 0, side >= 1 else { return nil }
  let scale = min(1, side / max(size.width, size.height))
  let small = CGSize(width: (size.width * scale).rounded(.up), height: (size.height * scale).rounded(.up))
  let drawing = DrawingStack.record(size: small, scale: 1) {
    whole.image.draw(in: CGRect(origin: .zero, size: small), context: $0, isLying: isLying)
  }
  return CGImage(UIImage(drawing: drawing, scale: 1))
}

/// Returns the size of the picture in its file, and how it is turned.
public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  let header = source.picture.header
  return index != 0
    ? nil
    : [
      kCGImagePropertyPixelWidth: Int(header.width), kCGImagePropertyPixelHeight: Int(header.height),
      kCGImagePropertyOrientation: header.orientation,
    ]
}
