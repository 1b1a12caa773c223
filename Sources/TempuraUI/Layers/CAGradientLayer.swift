public import Foundation

/// The shape of a gradient.
public enum CAGradientLayerType: String, Sendable { case axial, radial, conic }

/// A layer that is filled with a gradient. On a page it is one of CSS.
open class CAGradientLayer: CALayer {
  /// The colours, each of them a `CGColor`. Others are ignored.
  open var colors: [Any]? { didSet { changed() } }

  /// The positions of the colours from 0, the start, to 1; nil for equal distances.
  open var locations: [NSNumber]? { didSet { changed() } }

  /// Where the gradient starts, in parts of the layer's size. The centre of a radial or conic one.
  open var startPoint = CGPoint(x: 0.5, y: 0) { didSet { if startPoint != oldValue { changed() } } }

  /// Where the gradient ends, in parts of the layer's size. For a radial gradient a corner of its box, for a conic gradient its direction.
  open var endPoint = CGPoint(x: 0.5, y: 1) { didSet { if endPoint != oldValue { changed() } } }

  open var type = CAGradientLayerType.axial { didSet { if type != oldValue { changed() } } }

  /// The gradient as an image of CSS; nil without colours.
  final var gradientCSS: String? {
    let colors = (colors ?? []).compactMap { ($0 as? CGColor)?.color.css ?? ($0 as? UIColor)?.css }
    guard let first = colors.first else { return nil }
    let locations = stopLocations(count: colors.count)
    // One colour fills the layer.
    let stops = colors.count == 1 ? [(first, 0.0), (first, 1.0)] : Array(zip(colors, locations))
    switch type {
    case .radial:
      func percent(_ part: CGFloat) -> String { "\(CSS.number(part * 100))%" }
      let width = max(abs(endPoint.x - startPoint.x), 0.0001)
      let height = max(abs(endPoint.y - startPoint.y), 0.0001)
      return
        "radial-gradient(\(percent(width)) \(percent(height)) at \(percent(startPoint.x)) \(percent(startPoint.y)),"
        + "\(css(of: stops)))"
    case .conic:
      let angle = Self.angle(dx: endPoint.x - startPoint.x, dy: endPoint.y - startPoint.y)
      let center = "\(CSS.number(startPoint.x * 100))% \(CSS.number(startPoint.y * 100))%"
      return "conic-gradient(from \(CSS.number(angle))deg at \(center),\(css(of: stops)))"
    default: return axialCSS(stops)
    }
  }

  private func stopLocations(count: Int) -> [Double] {
    guard let locations, !locations.isEmpty else {
      return (0..<count).map { Double($0) / Double(max(count - 1, 1)) }
    }
    return (0..<count).map { $0 < locations.count ? locations[$0].doubleValue : 1 }
  }

  private func css(of stops: [(color: String, location: Double)]) -> String {
    stops.enumerated().map { index, stop in
      let place = "\(CSS.number(CGFloat(stop.location * 100)))%"
      let isMoving = !animations.isEmpty && index < Self.maxMovingStops
      return "\(stop.color) \(isMoving ? "calc(\(place) + var(--stop-\(index)))" : place)"
    }.joined(separator: ",")
  }

  override final func stopShifts(_ path: String, _ value: Any) -> [Double]? {
    let own = stopLocations(count: min(colors?.count ?? 0, Self.maxMovingStops))
    if path == "locations" {
      let moved = (value as? [Any])?.compactMap { LayerKeyPath.number($0).map(Double.init) } ?? []
      return zip(own, moved).map { $1 - $0 }
    }
    guard let point = LayerKeyPath.point(value) else { return nil }
    let (dx, dy) = (Double(endPoint.x - startPoint.x), Double(endPoint.y - startPoint.y))
    let square = dx * dx + dy * dy
    guard square > 0 else { return nil }
    let origin = path == "startPoint" ? startPoint : endPoint
    let shift = (Double(point.x - origin.x) * dx + Double(point.y - origin.y) * dy) / square
    return own.map { shift * (path == "startPoint" ? 1 - $0 : $0) }
  }

  /// The style sheet declares as many properties.
  private static let maxMovingStops = 8

  /// The direction in CSS: 0 degrees are upwards, 90 degrees to the right.
  private static func angle(dx: CGFloat, dy: CGFloat) -> CGFloat {
    CGFloat(atan2(Double(dx), Double(-dy)) * 180 / .pi)
  }

  /// The line of a gradient in CSS goes through the centre, and is so long that the corners have the first and the last
  /// colour (CSS Images Module Level 3, section 3.1). The stops are moved to where the app's line is.
  private func axialCSS(_ stops: [(color: String, location: Double)]) -> String {
    let size = bounds.size
    let isKnown = size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite
    let (width, height) = isKnown ? (size.width, size.height) : (1, 1)
    let (dx, dy) = ((endPoint.x - startPoint.x) * width, (endPoint.y - startPoint.y) * height)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0, length.isFinite else {
      // As on iOS, the last colour fills the layer.
      return "linear-gradient(\(css(of: stops.suffix(1) + stops.suffix(1))))"
    }
    let (x, y) = (dx / length, dy / length)
    let lineLength = abs(x) * width + abs(y) * height
    let startFromCenter = ((startPoint.x - 0.5) * width * x + (startPoint.y - 0.5) * height * y)
    let start = Double(startFromCenter / lineLength + 0.5)
    let scale = Double(length / lineLength)
    let moved = stops.map { ($0.color, start + $0.location * scale) }
    return "linear-gradient(\(CSS.number(Self.angle(dx: dx, dy: dy)))deg,\(css(of: moved)))"
  }

  override func renderContent(in context: CGContext) {
    let locations = stopLocations(count: colors?.count ?? 0).map { CGFloat($0) }
    guard let gradient = CGGradient(colorsSpace: nil, colors: colors ?? [], locations: locations) else { return }
    let size = bounds.size
    func point(_ part: CGPoint) -> CGPoint { CGPoint(x: part.x * size.width, y: part.y * size.height) }
    context.saveGState()
    context.clip(to: bounds)
    let all: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    let (start, end) = (point(startPoint), point(endPoint))
    if type == .radial {
      context.drawRadialGradient(
        gradient, startCenter: start, startRadius: 0, endCenter: start,
        endRadius: hypot(end.x - start.x, end.y - start.y),
        options: all)
    } else {
      context.drawLinearGradient(gradient, start: start, end: end, options: all)
    }
    context.restoreGState()
  }

  override func appendImages(to images: inout [String]) {
    if let gradientCSS { images.append(gradientCSS) }
    super.appendImages(to: &images)
  }
}
