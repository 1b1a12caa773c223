internal import Basics
public import Foundation

/// An image of Core Graphics.
public final class CGImage: Hashable, Sendable {
  package let image: UIImage

  init(_ image: UIImage) { self.image = image }

  /// In pixels; 0 if the size of the file is unknown.
  public var width: Int { Self.pixels(image.size.width * image.scale) }

  /// In pixels; 0 if the size of the file is unknown.
  public var height: Int { Self.pixels(image.size.height * image.scale) }

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
    let context = CGContext(size: part.size)
    image.draw(in: CGRect(origin: CGPoint(x: -part.minX, y: -part.minY), size: whole.size), context: context)
    return CGImage(UIImage(drawing: context.finish()))
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

  package func draw(in rect: CGRect, context: CGContext) {
    guard rect.width > 0, rect.height > 0, let url = drawnURL else { return }
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
  private var drawnURL: String? {
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
  public convenience init(cgImage: CGImage) { self.init(cgImage.image) }

  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    let image = cgImage.image
    let pixels = CGSize(width: image.size.width * image.scale, height: image.size.height * image.scale)
    let scale = scale > 0 && scale.isFinite ? scale : 1
    var properties = image.properties
    properties.size = CGSize(width: pixels.width / scale, height: pixels.height / scale)
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
