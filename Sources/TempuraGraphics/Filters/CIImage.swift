public import Foundation
internal import Pictures

/// A picture for filters. It is drawn when its pixels are needed: see `CIContext`.
public final class CIImage: @unchecked Sendable {
  // Safe because all properties are constants.

  /// Where the picture is, in pixels. Its origin is at the bottom left, and y grows upwards.
  public let extent: CGRect
  let drawing: Drawing
  /// Whether the pixels at its edges go on outside of it.
  let isClamped: Bool
  /// How many filters it has.
  private let depth: Int

  init(_ drawing: Drawing, at origin: CGPoint = .zero, isClamped: Bool = false, depth: Int = 0) {
    (self.drawing, self.isClamped, self.depth) = (drawing, isClamped, depth)
    extent = CGRect(origin: origin, size: drawing.size)
  }

  /// The upright picture of an image.
  ///
  /// - Returns: nil for an empty image.
  public convenience init?(image: UIImage) {
    let size = CGSize(width: image.size.width * image.scale, height: image.size.height * image.scale)
    guard size.width >= 1, size.height >= 1 else { return nil }
    self.init(
      DrawingStack.record(size: size, scale: 1) { image.draw(in: CGRect(origin: .zero, size: size), context: $0) })
  }

  public convenience init(cgImage: CGImage) {
    let size = CGSize(width: cgImage.width, height: cgImage.height)
    self.init(
      DrawingStack.record(size: size, scale: 1) {
        cgImage.image.draw(in: CGRect(origin: .zero, size: size), context: $0, isLying: true)
      })
  }

  public convenience init?(data: Data) {
    guard let image = UIImage(data: data) else { return nil }
    self.init(image: image)
  }

  public convenience init?(contentsOf url: URL) {
    guard let image = UIImage(contentsOfFile: url.path) else { return nil }
    self.init(image: image)
  }

  // MARK: - Places

  /// Returns what is in a rectangle.
  public func cropped(to rect: CGRect) -> CIImage {
    // Foundation traps for rectangles that are not finite.
    guard [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy(\.isFinite) else { return self }
    return placed(in: rect.intersection(extent))
  }

  /// Returns the picture with pixels in a rectangle, which may be larger.
  func placed(in rect: CGRect) -> CIImage {
    guard rect.width > 0, rect.height > 0, rect != extent else { return self }
    let (x, y) = (extent.minX - rect.minX, rect.maxY - extent.maxY)
    return wrapped(in: "g", " transform=\"translate(\(CSS.number(x)) \(CSS.number(y)))\"", to: rect)
  }

  /// Returns the picture turned, scaled or moved.
  public func transformed(by matrix: CGAffineTransform) -> CIImage {
    let new = extent.applying(matrix)
    // From the top left corner to the corner that is the origin, and back.
    let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: extent.minX, ty: extent.maxY)
    let back = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: -new.minX, ty: new.maxY)
    let sum = flip.concatenating(matrix).concatenating(back)
    let numbers = [sum.a, sum.b, sum.c, sum.d, sum.tx, sum.ty].map(CSS.number).joined(separator: " ")
    return wrapped(in: "g", " transform=\"matrix(\(numbers))\"", to: new)
  }

  /// Returns the picture whose pixels at the edges go on outside of it, so that a blur does not fade there.
  public func clampedToExtent() -> CIImage { CIImage(drawing, at: extent.origin, isClamped: true, depth: depth) }

  public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
    let image = UIImage(cgImage: CGImage(UIImage(drawing: drawing, scale: 1)), scale: 1, orientation: orientation.image)
    return CIImage(image: image) ?? self
  }

  // MARK: - Filters

  public func applyingFilter(_ filterName: String, parameters: [String: Any] = [:]) -> CIImage {
    let filter = CIFilter(name: filterName, parameters: parameters)
    filter?.inputImage = self
    return filter?.outputImage ?? self
  }

  public func applyingGaussianBlur(sigma: Double) -> CIImage {
    applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: sigma])
  }

  /// Returns the picture with SVG filter primitives (Filter Effects Module Level 1).
  ///
  /// - Parameter margin: How far the filter reaches beyond the picture, in pixels.
  func filtered(by primitives: String, margin: CGFloat = 0) -> CIImage {
    let outer = placed(in: isClamped ? extent : extent.insetBy(dx: -margin, dy: -margin))
    let id = "\(Drawing.idMark)f\(depth)"
    var new = outer.drawing
    new.definitions +=
      "<filter id=\"\(id)\" x=\"0\" y=\"0\" width=\"1\" height=\"1\" color-interpolation-filters=\"sRGB\">\(primitives)</filter>"
    // The region of a filter is that of what is filtered.
    let size = "width=\"\(CSS.number(new.size.width))\" height=\"\(CSS.number(new.size.height))\""
    new.markup = "<g filter=\"url(#\(id))\"><rect \(size) fill=\"none\" stroke=\"none\"/>\(new.markup)</g>"
    return CIImage(new, at: outer.extent.origin, isClamped: isClamped, depth: depth + 1)
  }

  private func wrapped(in element: String, _ attributes: String, to rect: CGRect) -> CIImage {
    var new = drawing
    new.size = rect.size.sane
    new.markup = "<\(element)\(attributes)>\(drawing.markup)</\(element)>"
    return CIImage(new, at: rect.origin, isClamped: isClamped, depth: depth + 1)
  }
}

extension UIImage {
  public convenience init(ciImage: CIImage) { self.init(ciImage: ciImage, scale: 1, orientation: .up) }

  public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
    self.init(cgImage: CGImage(UIImage(drawing: ciImage.drawing, scale: 1)), scale: scale, orientation: orientation)
  }
}

/// How a picture is turned, as in Exif.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  case up = 1
  case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  var image: UIImage.Orientation { UIImage.Orientation(exif: Int(rawValue)) }
}

/// Makes pixels of filtered pictures.
public final class CIContext: Sendable {
  public init(options: [CIContextOption: Any]? = nil) {}

  /// Returns what is in a rectangle of a picture.
  public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
    guard fromRect.width >= 1, fromRect.height >= 1, !fromRect.isInfinite else { return nil }
    return CGImage(UIImage(drawing: image.placed(in: fromRect).drawing, scale: 1))
  }

  /// Writes the pixels of a rectangle.
  public func render(
    _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    guard bounds.width >= 1, bounds.height >= 1, bounds.width <= 20_000, bounds.height <= 20_000 else { return }
    let info: CGImageAlphaInfo = format == .ARGB8 ? .premultipliedFirst : .premultipliedLast
    let order =
      format == .BGRA8
      ? CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue : info.rawValue
    let bitmap = Bitmap(
      data, width: Int(bounds.width), height: Int(bounds.height), bytesPerRow: rowBytes, bytesPerPixel: 4, info: order)
    bitmap?.didDraw(image.placed(in: bounds).drawing)
  }

  public func jpegRepresentation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? { UIImage(ciImage: image).jpegData(compressionQuality: 0.9) }

  public func pngRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? { UIImage(ciImage: image).pngData() }
}

/// An option of a context. None has an effect.
public struct CIContextOption: Hashable, Sendable {
  let name: String
  public static let useSoftwareRenderer = CIContextOption(name: "useSoftwareRenderer")
  public static let workingColorSpace = CIContextOption(name: "workingColorSpace")
  public static let outputColorSpace = CIContextOption(name: "outputColorSpace")
}

/// An option of a file. None has an effect.
public struct CIImageRepresentationOption: Hashable, Sendable {}

/// How the colours of a pixel follow one another.
public struct CIFormat: Hashable, Sendable {
  let number: Int
  public static let RGBA8 = CIFormat(number: 0)
  public static let ARGB8 = CIFormat(number: 1)
  public static let BGRA8 = CIFormat(number: 2)
}
