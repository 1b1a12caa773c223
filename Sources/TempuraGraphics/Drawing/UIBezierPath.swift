public import Foundation

/// The corners of a rectangle.
public struct UIRectCorner: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let topLeft = UIRectCorner(rawValue: 1 << 0)
  public static let topRight = UIRectCorner(rawValue: 1 << 1)
  public static let bottomLeft = UIRectCorner(rawValue: 1 << 2)
  public static let bottomRight = UIRectCorner(rawValue: 1 << 3)
  public static let allCorners = UIRectCorner(rawValue: .max)
}

/// Lines and curves, and how they are drawn.
open class UIBezierPath: NSObject, NSCopying {
  private final var path = CGMutablePath()
  private final var dashes: [CGFloat] = []
  private final var dashPhase: CGFloat = 0

  open var lineWidth: CGFloat = 1
  open var lineCapStyle: CGLineCap = .butt
  open var lineJoinStyle: CGLineJoin = .miter
  open var miterLimit: CGFloat = 10
  /// How exactly curves are drawn. Browsers decide that themselves.
  open var flatness: CGFloat = 0.6
  open var usesEvenOddFillRule = false

  public override init() { super.init() }

  /// Never called, because a server has no archives of paths.
  public required init?(coder: NSCoder) { super.init() }

  public convenience init(rect: CGRect) {
    self.init()
    path.addRect(rect)
  }

  public convenience init(ovalIn rect: CGRect) {
    self.init()
    path.addEllipse(in: rect)
  }

  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init()
    path.addRoundedRect(in: rect, cornerWidth: cornerRadius, cornerHeight: cornerRadius)
  }

  public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
    self.init()
    let order: [UIRectCorner] = [.topLeft, .topRight, .bottomRight, .bottomLeft]
    path.addRoundedRect(in: rect, radii: order.map { corners.contains($0) ? cornerRadii : .zero })
  }

  /// A part of a circle.
  ///
  /// - Parameters:
  ///   - startAngle: In radians, from the direction of the x axis.
  ///   - clockwise: Whether the part goes clockwise on a screen.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    self.init()
    addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }

  public convenience init(cgPath: CGPath) {
    self.init()
    path.addPath(cgPath)
  }

  open var cgPath: CGPath {
    get { path.copy() ?? path }
    set {
      path = CGMutablePath()
      path.addPath(newValue)
    }
  }

  open func move(to point: CGPoint) { path.move(to: point) }

  open func addLine(to point: CGPoint) { path.addLine(to: point) }

  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }

  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    path.addQuadCurve(to: endPoint, control: controlPoint)
  }

  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    path.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
  }

  open func close() { path.closeSubpath() }

  open func removeAllPoints() { path = CGMutablePath() }

  open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.path) }

  open func apply(_ transform: CGAffineTransform) {
    path.elements = path.elements.map { $0.applying(transform) }
  }

  /// Returns the path in the opposite direction.
  open func reversing() -> UIBezierPath {
    let reversed = copy() as? UIBezierPath ?? UIBezierPath()
    reversed.path.elements = path.reversedElements
    return reversed
  }

  open var isEmpty: Bool { path.isEmpty }

  /// The smallest rectangle around the lines and curves; the null rectangle for an empty path.
  open var bounds: CGRect { path.boundingBoxOfPath }

  open var currentPoint: CGPoint { path.currentPoint }

  /// Whether a point is inside.
  open func contains(_ point: CGPoint) -> Bool {
    path.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  /// Draws the line in dashes.
  ///
  /// - Parameters:
  ///   - pattern: The lengths of dashes and gaps in turn, in points; nil for a line without gaps.
  ///   - phase: How far into the pattern the line starts, in points.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dashes = pattern.map { Array(UnsafeBufferPointer(start: $0, count: max(0, count))) } ?? []
    dashPhase = phase
  }

  /// Reads the dashes of the line.
  open func getLineDash(
    _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?, phase: UnsafeMutablePointer<CGFloat>?
  ) {
    for (index, length) in dashes.enumerated() { pattern?[index] = length }
    count?.pointee = dashes.count
    phase?.pointee = dashPhase
  }

  // MARK: - Drawing

  private var line: CGContext.LineStyle {
    CGContext.LineStyle(
      width: lineWidth, cap: lineCapStyle, join: lineJoinStyle, miterLimit: miterLimit, dashes: dashes,
      dashPhase: dashPhase)
  }

  /// Fills the inside with the current fill colour.
  open func fill() {
    DrawingStack.current?.draw(path, usesEvenOddFillRule ? .eoFill : .fill, line: line)
  }

  /// Draws the line in the current stroke colour.
  open func stroke() { DrawingStack.current?.draw(path, .stroke, line: line) }

  open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
    DrawingStack.current?.blend(blendMode, alpha: alpha) { _ in fill() }
  }

  open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
    DrawingStack.current?.blend(blendMode, alpha: alpha) { _ in stroke() }
  }

  /// Restricts what is drawn from now on to the inside.
  open func addClip() { DrawingStack.current?.clip(to: path, usesEvenOddFillRule ? .evenOdd : .winding) }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIBezierPath(cgPath: path)
    copy.lineWidth = lineWidth
    copy.lineCapStyle = lineCapStyle
    copy.lineJoinStyle = lineJoinStyle
    copy.miterLimit = miterLimit
    copy.flatness = flatness
    copy.usesEvenOddFillRule = usesEvenOddFillRule
    (copy.dashes, copy.dashPhase) = (dashes, dashPhase)
    return copy
  }
}

extension CGPath {
  /// The elements of the path in the opposite direction.
  fileprivate final var reversedElements: [Element] {
    var result: [Element] = []
    var points: [CGPoint] = []
    var parts: [Element] = []
    var isClosed = false
    func finish() {
      defer { (points, parts, isClosed) = ([], [], false) }
      guard let last = points.last else { return }
      result.append(.move(last))
      for index in parts.indices.reversed() {
        let start = points[index]
        switch parts[index] {
        case .quad(let control, _): result.append(.quad(control, to: start))
        case .curve(let first, let second, _): result.append(.curve(second, first, to: start))
        default: result.append(.line(start))
        }
      }
      if isClosed { result.append(.close) }
    }
    for element in elements {
      switch element {
      case .move(let point):
        finish()
        points = [point]
      case .close:
        isClosed = true
        let start = points.first
        finish()
        points = start.map { [$0] } ?? []
      default:
        parts.append(element)
        if let end = element.end { points.append(end) }
      }
    }
    if !parts.isEmpty { finish() }
    return result
  }
}
