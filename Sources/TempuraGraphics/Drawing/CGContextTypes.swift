public import Foundation

/// On iOS the types of Core Foundation; here those of Swift, so that `as CFArray` compiles.
public typealias CFArray = [Any]
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFURL = URL
public typealias CFData = Data

/// Which parts of a path are painted.
public enum CGPathDrawingMode: Int32, Sendable { case fill, eoFill, stroke, fillStroke, eoFillStroke }

/// How an image is scaled. Browsers decide that themselves.
public enum CGInterpolationQuality: Int32, Sendable { case `default`, none, low, high, medium }

/// How the colours of a drawing are mixed with those below.
public enum CGBlendMode: Int32, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference,
    exclusion, hue, saturation, color, luminosity, clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver,
    destinationIn, destinationOut, destinationAtop, xor, plusDarker, plusLighter

  /// The mode in CSS; nil for `normal` and for modes that CSS does not have.
  var css: String? {
    self == .normal || self.rawValue >= Self.clear.rawValue ? nil : Drawing.blendModes[Int(rawValue) - 1]
  }
}

/// How far a gradient is painted.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1 << 0)
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 1 << 1)
}

/// Colours, and their locations from 0 to 1.
public final class CGGradient: Sendable {
  let stops: [Stop]

  struct Stop: Sendable {
    var color: UIColor
    var location: CGFloat
  }

  /// - Parameters:
  ///   - colors: Each of them a `CGColor`. Others are ignored.
  ///   - locations: As many numbers as colours, from 0 to 1; nil for equal distances.
  /// - Returns: nil without colours.
  public init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
    let colors = colors.compactMap { ($0 as? CGColor)?.color }
    guard !colors.isEmpty else { return nil }
    let step = 1 / CGFloat(max(colors.count - 1, 1))
    stops = colors.enumerated().map { Stop(color: $1, location: locations?[$0] ?? CGFloat($0) * step) }
  }

  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    let length = space.numberOfComponents + 1
    let colors = (0..<max(0, count)).compactMap { CGColor(colorSpace: space, components: components + $0 * length) }
    self.init(colorsSpace: space, colors: colors, locations: locations)
  }

  fileprivate func svg(_ options: CGGradientDrawingOptions) -> String {
    func stop(_ stop: Stop, isClear: Bool = false) -> String {
      "<stop offset=\"\(CSS.number(stop.location))\" stop-color=\"\(stop.color.css)\"\(isClear ? " stop-opacity=\"0\"" : "")/>"
    }
    var markup = stops.map { stop($0) }.joined()
    if let first = stops.first, !options.contains(.drawsBeforeStartLocation) {
      markup = stop(Stop(color: first.color, location: 0), isClear: true) + markup
    }
    if let last = stops.last, !options.contains(.drawsAfterEndLocation) {
      markup += stop(Stop(color: last.color, location: 1), isClear: true)
    }
    return markup
  }
}

extension CGContext {
  /// Paints a gradient from a point to another one.
  public func drawLinearGradient(
    _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
  ) {
    let numbers = [startPoint.x, startPoint.y, endPoint.x, endPoint.y].map(CSS.number)
    paint(
      define(
        "linearGradient",
        " gradientUnits=\"userSpaceOnUse\" x1=\"\(numbers[0])\" y1=\"\(numbers[1])\" x2=\"\(numbers[2])\" "
          + "y2=\"\(numbers[3])\"\(gradientTransform)", gradient.svg(options)))
  }

  /// Paints a gradient from a circle to another one.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    let numbers = [startCenter.x, startCenter.y, max(0, startRadius), endCenter.x, endCenter.y, max(0, endRadius)]
      .map(CSS.number)
    paint(
      define(
        "radialGradient",
        " gradientUnits=\"userSpaceOnUse\" fx=\"\(numbers[0])\" fy=\"\(numbers[1])\" fr=\"\(numbers[2])\" "
          + "cx=\"\(numbers[3])\" cy=\"\(numbers[4])\" r=\"\(numbers[5])\"\(gradientTransform)",
        gradient.svg(options)))
  }

  private var gradientTransform: String {
    transformAttribute.replacing(" transform=", with: " gradientTransform=")
  }

  /// Fills the drawing with a definition.
  private func paint(_ definition: Int) {
    append("<rect width=\"100%\" height=\"100%\" fill=\"url(#\(Drawing.idMark)\(definition))\"/>")
  }
}
