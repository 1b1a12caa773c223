internal import Foundation

extension CALayer {
  /// Appends a mask that is the layer's background, image and corners.
  final func appendImageMask(to css: inout CSSText) {
    var images: [String] = []
    appendImages(to: &images)
    if images.isEmpty {
      guard let color = ownBackground else { return css += "visibility:hidden;" }
      let path = CGMutablePath()
      path.addRoundedRect(in: ownGeometry.bounds, cornerWidth: cornerRadius, cornerHeight: cornerRadius)
      images = [Self.maskImage(path, box: ownGeometry.bounds, opacity: color.color.light.alpha)]
    }
    Self.append(masks: images, frame: ownGeometry.plainFrame, to: &css)
  }

  /// Appends images that are masks in a rectangle.
  static func append(masks: [String], frame: CGRect, to css: inout CSSText) {
    css += "mask:\(masks.map { "\($0) \(CSS.rem(frame.minX)) \(CSS.rem(frame.minY))" }.joined(separator: ","));"
    css += "mask-size:\(CSS.rem(frame.width)) \(CSS.rem(frame.height));mask-repeat:no-repeat;"
  }

  /// An SVG of a path, as an image in CSS.
  ///
  /// - Parameters:
  ///   - opacity: The opacity of the inside.
  ///   - line: The attributes of the line, with single quotes; empty for none.
  static func maskImage(
    _ path: CGPath, box: CGRect, rule: String = "nonzero", opacity: Double, line: String = ""
  ) -> String {
    let view = [box.minX, box.minY, box.width, box.height].map(CSS.number).joined(separator: " ")
    // Only letters, numbers and these characters, which need no escapes in a URL.
    return "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='\(view)' "
      + "preserveAspectRatio='none'%3E%3Cpath d='\(path.svg)' fill-rule='\(rule)' "
      + "fill-opacity='\(CSS.number(CGFloat(opacity)))'\(line)/%3E%3C/svg%3E\")"
  }
}
