internal import Basics
public import Foundation
internal import Pictures

/// An image of Core Graphics: the pixels as they are in the file, which `UIImage.imageOrientation` turns.
public final class CGImage: Hashable, Sendable {
  package let image: UIImage

  init(_ image: UIImage) { self.image = image }

  /// In pixels; 0 if the size of the file is unknown.
  public var width: Int { Self.pixels((isTurned ? image.size.height : image.size.width) * image.scale) }

  /// In pixels; 0 if the size of the file is unknown.
  public var height: Int { Self.pixels((isTurned ? image.size.width : image.size.height) * image.scale) }

  private var isTurned: Bool { image.imageOrientation.isTurned }

  public var bitsPerComponent: Int { 8 }
  public var bitsPerPixel: Int { 32 }
  public var bytesPerRow: Int { 4 * width }
  public var alphaInfo: CGImageAlphaInfo { .premultipliedLast }
  public var bitmapInfo: CGBitmapInfo { CGBitmapInfo(rawValue: alphaInfo.rawValue) }
  public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }

  /// The pixels: red, green, blue and opacity.
  public var dataProvider: CGDataProvider? {
    let context = CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: alphaInfo.rawValue)
    context?.draw(self, in: CGRect(x: 0, y: 0, width: width, height: height))
    return withExtendedLifetime(context) {
      context?.data.map { CGDataProvider(data: Data(bytes: $0, count: bytesPerRow * height)) }
    }
  }

  private static func pixels(_ length: CGFloat) -> Int { length > 0 && length < 1e6 ? Int(length.rounded()) : 0 }

  /// Returns a part of the image.
  ///
  /// - Parameter rect: In pixels.
  /// - Returns: nil if nothing of the image is in the rectangle.
  public func cropping(to rect: CGRect) -> CGImage? {
    // Foundation traps for rectangles that are not finite.
    guard [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy(\.isFinite) else { return nil }
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    let part = rect.intersection(whole)
    guard !part.isNull, part.width > 0, part.height > 0 else { return nil }
    let drawing = DrawingStack.record(size: part.size, scale: 1) {
      image.draw(in: whole.offsetBy(dx: -part.minX, dy: -part.minY), context: $0, isLying: true)
    }
    return CGImage(UIImage(drawing: drawing, scale: 1))
  }

  public func copy() -> CGImage? { self }

  public static func == (left: CGImage, right: CGImage) -> Bool { left.image == right.image }

  public func hash(into hasher: inout Hasher) { hasher.combine(image) }
}

extension UIImage {
  /// Draws the image in its size.
  public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// Draws the image, scaled to fill a rectangle.
  public func draw(in rect: CGRect) {
    guard let context = DrawingStack.current else { return }
    draw(in: rect, context: context)
  }

  public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    DrawingStack.current?.blend(blendMode, alpha: alpha) { draw(in: rect, context: $0) }
  }

  /// Draws the image repeatedly.
  public func drawAsPattern(in rect: CGRect) {
    guard let context = DrawingStack.current, size.width >= 1, size.height >= 1, rect.width > 0, rect.height > 0 else {
      return
    }
    context.saveGState()
    context.clip(to: rect)
    // A rectangle that is much larger than the image would need a huge file.
    let columns = Int(min(max((rect.width / size.width).rounded(.up), 0), 100))
    let rows = Int(min(max((rect.height / size.height).rounded(.up), 0), 100))
    for row in 0..<rows {
      for column in 0..<columns {
        let origin = CGPoint(
          x: rect.minX + CGFloat(column) * size.width, y: rect.minY + CGFloat(row) * size.height)
        draw(in: CGRect(origin: origin, size: size), context: context)
      }
    }
    context.restoreGState()
  }

  /// - Parameter isLying: Whether the pixels are drawn as they are in the file.
  package func draw(in rect: CGRect, context: CGContext, isLying: Bool = false) {
    guard rect.width > 0, rect.height > 0, let url = drawnURL(in: rect, context, isLying) else { return }
    var attributes = ""
    if isShape {
      // Only the shape of the image is used.
      let color = properties.tint ?? .black
      let filter = context.define(
        "filter", "", "<feFlood flood-color=\"\(color.css)\"/><feComposite in2=\"SourceAlpha\" operator=\"in\"/>")
      attributes = " filter=\"url(#\(Drawing.idMark)\(filter))\""
    }
    let numbers = [rect.minX, rect.minY, rect.width, rect.height].map(CSS.number)
    context.append(
      "<image x=\"\(numbers[0])\" y=\"\(numbers[1])\" width=\"\(numbers[2])\" height=\"\(numbers[3])\" "
        + "preserveAspectRatio=\"none\" href=\"\(url)\"\(attributes)\(context.transformAttribute)/>")
  }

  /// The URL in a drawing, which may become a file of its own. Such a file can load no others.
  private func drawnURL(in rect: CGRect, _ context: CGContext, _ isLying: Bool) -> String? {
    if let picture, !picture.isDrawing {
      let (transform, header) = (context.ctm, picture.header)
      let isTurned = header.isTurned && !isLying
      let whole = header.format == .drawing ? 16_384 : isTurned ? header.height : header.width
      let width = rect.width * hypot(transform.a, transform.b) * context.scale
      let pixels = Int(min(width.isFinite ? Double(width.rounded(.up)) : 1, whole))
      return context.add(picture, width: max(pixels, 1), isLying: isLying && header.orientation != 1)
    }
    guard let url = embeddedURL else {
      Misuse.report(
        "\(url) cannot be drawn into another image, because its content is unknown or larger than 1 MB: show it in a "
          + "UIImageView.")
      return nil
    }
    return HTMLText.escaped(url)
  }
}

extension UIImage {
  /// The pixels as they are in a file, one for each point.
  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    let image = cgImage.image
    let scale = scale > 0 && scale.isFinite ? scale : 1
    let lying = CGSize(width: CGFloat(cgImage.width) / scale, height: CGFloat(cgImage.height) / scale)
    let size = orientation.isTurned ? CGSize(width: lying.height, height: lying.width) : lying
    var properties = image.properties
    if orientation != image.imageOrientation {
      let turned = DrawingStack.record(size: size, scale: scale) { context in
        context.concatenate(orientation.transform(lying))
        image.draw(in: CGRect(origin: .zero, size: lying), context: context, isLying: true)
      }
      properties = UIImage(drawing: turned, scale: scale).properties
    }
    properties.size = size
    properties.rare = properties.rare ?? Rare()
    properties.rare?.scale = scale
    properties.rare?.orientation = orientation
    self.init(properties)
  }

  /// The image for Core Graphics; nil for an empty image.
  public var cgImage: CGImage? {
    size == .zero && properties.rare == nil && url.hasPrefix("data:") ? nil : CGImage(self)
  }
}

/// - Returns: A pointer that is valid as long as the data.
public func CFDataGetBytePtr(_ data: CFData) -> UnsafePointer<UInt8>? {
  data.withUnsafeBytes { $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
public func CFDataGetLength(_ data: CFData) -> Int { data.count }

/// The bytes of an image.
public final class CGDataProvider {
  public let data: CFData?
  public init(data: CFData) { self.data = data }
  public init(data: NSData) { self.data = Data(referencing: data) }
}
