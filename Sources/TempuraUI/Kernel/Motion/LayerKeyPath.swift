internal import Foundation
internal import TempuraGraphics

/// What the key paths of Core Animation mean in CSS.
enum LayerKeyPath {
  /// Whether values are written as a difference from the layer's own value.
  static func isRelative(_ path: String) -> Bool {
    path.hasPrefix("position") || ["locations", "startPoint", "endPoint"].contains(path)
  }

  /// Returns the declarations for a value of a property; none for nil, which is the layer's own value.
  ///
  /// - Returns: nil if pages cannot show that the property changes.
  static func style(
    _ path: String, _ value: Any?, in layer: CALayer, isAdditive: Bool
  ) -> [(String, String)]? {
    guard let value else { return [] }
    func css(_ property: String, _ text: String?) -> [(String, String)]? { text.map { [(property, $0)] } }
    let number = number(value)
    let text = number.map { CSS.number($0) }
    let length = number.map { CSS.rem($0) }
    let origin = isAdditive ? .zero : layer.position
    // In CSS, these are added to the transform of the element.
    let own = isAdditive ? .identity : layer.transform.affine
    func scale(_ own: CGFloat) -> String? { number.map { CSS.number($0 / max(own, 1e-3)) } }
    switch path {
    case "opacity": return css("opacity", text)
    case "backgroundColor": return css("background-color", color(value))
    case "cornerRadius": return css("border-radius", length)
    case "borderWidth":
      return css("box-shadow", length.map { "inset 0 0 0 \($0) \(layer.borderColor?.color.css ?? "#000")" })
    case "borderColor": return css("box-shadow", color(value).map { "inset 0 0 0 \(CSS.rem(layer.borderWidth)) \($0)" })
    case "transform.scale", "transform.scale.xy": return css("scale", scale(own.horizontalScale))
    case "transform.scale.x": return css("scale", scale(own.horizontalScale).map { "\($0) 1" })
    case "transform.scale.y": return css("scale", scale(own.verticalScale).map { "1 \($0)" })
    case "transform.rotation", "transform.rotation.z":
      return css("rotate", number.map { "\(CSS.number($0 - own.rotation))rad" })
    case "transform.rotation.x": return css("rotate", text.map { "x \($0)rad" })
    case "transform.rotation.y": return css("rotate", text.map { "y \($0)rad" })
    case "transform.translation.x": return css("translate", number.map { "\(CSS.rem($0 - own.tx)) 0" })
    case "transform.translation.y": return css("translate", number.map { "0 \(CSS.rem($0 - own.ty))" })
    case "transform.translation":
      return css("translate", point(value).map { translation(CGPoint(x: $0.x - own.tx, y: $0.y - own.ty)) })
    case "sublayerTransform.translation": return css("translate", point(value).map(translation))
    case "transform": return css("transform", transform(value)?.css)
    case "position.x": return css("translate", number.map { translation(CGPoint(x: $0 - origin.x, y: 0)) })
    case "position.y": return css("translate", number.map { translation(CGPoint(x: 0, y: $0 - origin.y)) })
    case "position":
      return css("translate", point(value).map { translation(CGPoint(x: $0.x - origin.x, y: $0.y - origin.y)) })
    case "bounds.size.width": return css("width", length)
    case "bounds.size.height": return css("height", length)
    case "bounds.size", "bounds":
      let size = point(value) ?? (value as? CGRect).map { CGPoint(x: $0.width, y: $0.height) }
      return size.map { [("width", CSS.rem($0.x)), ("height", CSS.rem($0.y))] }
    case "locations", "startPoint", "endPoint":
      return layer.stopShifts(path, value)?.enumerated().map {
        ("--stop-\($0)", "\(CSS.number(CGFloat($1 * 100)))%")
      }
    case "path": return css("d", (value as? CGPath).map { "path(\"\($0.svg)\")" })
    case "fillColor": return css("fill", color(value))
    case "strokeColor": return css("stroke", color(value))
    case "lineWidth": return css("stroke-width", text)
    case "lineDashPhase": return css("stroke-dashoffset", text)
    case "strokeEnd":
      let start = layer.shownStroke.lowerBound
      return css("stroke-dasharray", number.map { "\(CSS.number(max($0 - start, 0))) 2" })
    case "strokeStart":
      let end = layer.shownStroke.upperBound
      return number.map {
        [("stroke-dashoffset", CSS.number(-$0)), ("stroke-dasharray", "\(CSS.number(max(end - $0, 0))) 2")]
      }
    default: return nil
    }
  }

  /// Whether the element of a layer's shape shows the values.
  static func isOfShape(_ path: String) -> Bool {
    ["path", "fillColor", "strokeColor", "lineWidth", "lineDashPhase", "strokeEnd", "strokeStart"].contains(path)
  }

  /// The layer's own value, of the properties for which apps say only by how much they change.
  static func value(_ path: String, of layer: CALayer) -> Any {
    switch path {
    case "position": layer.position
    case "position.x": layer.position.x
    case "position.y": layer.position.y
    case "opacity": CGFloat(layer.opacity)
    case _ where path.hasPrefix("transform.scale"): layer.transform.affine.horizontalScale
    case "transform.rotation", "transform.rotation.z": layer.transform.affine.rotation
    case "transform.translation.x": layer.transform.affine.tx
    case "transform.translation.y": layer.transform.affine.ty
    default: CGFloat(0)
    }
  }

  static func combine(_ a: Any, _ b: Any, _ operation: (CGFloat, CGFloat) -> CGFloat) -> Any? {
    if let a = number(a), let b = number(b) { return operation(a, b) }
    if let a = point(a), let b = point(b) { return CGPoint(x: operation(a.x, b.x), y: operation(a.y, b.y)) }
    return nil
  }

  static func number(_ value: Any) -> CGFloat? {
    TextAttribute.anyNumber(value).flatMap { $0.isFinite ? CGFloat(min(max($0, -1e6), 1e6)) : nil }
  }

  static func point(_ value: Any) -> CGPoint? {
    if let point = value as? CGPoint { return point }
    if let size = value as? CGSize { return CGPoint(x: size.width, y: size.height) }
    if let vector = value as? CGVector { return CGPoint(x: vector.dx, y: vector.dy) }
    guard let value = value as? NSValue else { return nil }
    // Those of other types would trap.
    switch String(cString: value.objCType) {
    case "{CGPoint=dd}": return value.cgPointValue
    case "{CGSize=dd}": return CGPoint(x: value.cgSizeValue.width, y: value.cgSizeValue.height)
    default: return nil
    }
  }

  private static func color(_ value: Any) -> String? {
    (value as? CGColor)?.color.css ?? (value as? UIColor)?.css
  }

  private static func transform(_ value: Any) -> CATransform3D? {
    (value as? CATransform3D) ?? (value as? CGAffineTransform).map(CATransform3D.init)
  }

  private static func translation(_ point: CGPoint) -> String { "\(CSS.rem(point.x)) \(CSS.rem(point.y))" }
}

extension CGAffineTransform {
  fileprivate var rotation: CGFloat { atan2(b, a) }
  fileprivate var horizontalScale: CGFloat { hypot(a, b) }
  fileprivate var verticalScale: CGFloat { hypot(c, d) }
}

extension CGPath {
  /// Returns points along the path, at equal distances.
  func samples(_ count: Int) -> [CGPoint]? {
    let points = polygons.first ?? []
    var lengths: [CGFloat] = [0]
    for (a, b) in zip(points, points.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + hypot(b.x - a.x, b.y - a.y))
    }
    guard let total = lengths.last, total > 0, points.count > 1 else { return nil }
    return (0...count).map { step in
      let length = total * CGFloat(step) / CGFloat(count)
      let index = min(max(lengths.firstIndex { $0 >= length } ?? 1, 1), points.count - 1)
      let part = (length - lengths[index - 1]) / max(lengths[index] - lengths[index - 1], 1e-9)
      let (a, b) = (points[index - 1], points[index])
      return CGPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
    }
  }
}
