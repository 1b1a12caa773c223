public import Foundation

/// Which parts are inside of a path that crosses itself.
public enum CGPathFillRule: Int, Sendable {
  case winding, evenOdd

  /// The value in SVG and CSS.
  var svg: String { self == .evenOdd ? "evenodd" : "nonzero" }
}

/// The end of a line.
public enum CGLineCap: Int32, Sendable {
  case butt, round, square

  var svg: String { ["butt", "round", "square"][Int(rawValue)] }
}

/// The corner between two lines.
public enum CGLineJoin: Int32, Sendable {
  case miter, round, bevel

  var svg: String { ["miter", "round", "bevel"][Int(rawValue)] }
}

/// The kind of a path's element.
public enum CGPathElementType: Int32, Sendable {
  case moveToPoint, addLineToPoint, addQuadCurveToPoint, addCurveToPoint, closeSubpath
}

/// Lines and curves.
public class CGPath: Hashable {
  package enum Element: Hashable, Sendable {
    case move(CGPoint)
    case line(CGPoint)
    case quad(CGPoint, to: CGPoint)
    case curve(CGPoint, CGPoint, to: CGPoint)
    case close
  }

  package final var elements: [Element] = []

  init(elements: [Element]) { self.elements = elements }

  fileprivate convenience init(_ transform: UnsafePointer<CGAffineTransform>?, _ build: (CGMutablePath) -> Void) {
    let path = CGMutablePath()
    build(path)
    self.init(elements: path.elements.map { $0.applying(transform?.pointee ?? .identity) })
  }

  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(transform) { $0.addRect(rect) }
  }

  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(transform) { $0.addEllipse(in: rect) }
  }

  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: UnsafePointer<CGAffineTransform>?
  ) {
    self.init(transform) { $0.addRoundedRect(in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight) }
  }

  public final func copy() -> CGPath? { CGPath(elements: elements) }

  public final func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(elements: elements.map { $0.applying(transform?.pointee ?? .identity) })
  }

  public final func mutableCopy() -> CGMutablePath? {
    let path = CGMutablePath()
    path.elements = elements
    return path
  }

  public final func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    let path = CGMutablePath()
    path.elements = elements.map { $0.applying(transform?.pointee ?? .identity) }
    return path
  }

  public final var isEmpty: Bool { elements.isEmpty }

  /// The point where the next element starts; zero for an empty path.
  public final var currentPoint: CGPoint {
    guard case .close? = elements.last else { return elements.last?.end ?? .zero }
    for case .move(let start) in elements.reversed() { return start }
    return .zero
  }

  /// The smallest rectangle around all points, control points of curves included; the null rectangle for an empty path.
  public final var boundingBox: CGRect { CGRect(around: elements.flatMap(\.points)) }

  /// The smallest rectangle around the lines and curves; the null rectangle for an empty path.
  public final var boundingBoxOfPath: CGRect { CGRect(around: polygons.flatMap(\.self)) }

  /// Whether a point is inside.
  public final func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    let point = transform.isIdentity ? point : point.applying(transform)
    var windings = 0
    for polygon in polygons {
      guard var previous = polygon.last else { continue }
      for next in polygon {
        if (previous.y <= point.y) != (next.y <= point.y) {
          let x = previous.x + (point.y - previous.y) / (next.y - previous.y) * (next.x - previous.x)
          if x > point.x { windings += previous.y < next.y ? 1 : -1 }
        }
        previous = next
      }
    }
    return rule == .evenOdd ? windings % 2 != 0 : windings != 0
  }

  /// Calls a closure for each element.
  public final func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    for element in elements {
      var points = element.points
      points.withUnsafeMutableBufferPointer { points in
        var none = CGPoint.zero
        withUnsafeMutablePointer(to: &none) { none in
          var value = CGPathElement(type: element.type, points: points.baseAddress ?? none)
          block(&value)
        }
      }
    }
  }

  public static func == (left: CGPath, right: CGPath) -> Bool { left === right || left.elements == right.elements }

  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

/// An element of a path, with up to three points: those of a curve are its control points and then its end.
public struct CGPathElement {
  public let type: CGPathElementType
  public let points: UnsafeMutablePointer<CGPoint>
}

extension CGPath.Element {
  var type: CGPathElementType {
    switch self {
    case .move: .moveToPoint
    case .line: .addLineToPoint
    case .quad: .addQuadCurveToPoint
    case .curve: .addCurveToPoint
    case .close: .closeSubpath
    }
  }

  var points: [CGPoint] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .quad(let control, let end): [control, end]
    case .curve(let first, let second, let end): [first, second, end]
    case .close: []
    }
  }

  var end: CGPoint? { points.last }

  func applying(_ transform: CGAffineTransform) -> Self {
    guard !transform.isIdentity else { return self }
    return switch self {
    case .move(let point): .move(point.applying(transform))
    case .line(let point): .line(point.applying(transform))
    case .quad(let control, let end): .quad(control.applying(transform), to: end.applying(transform))
    case .curve(let first, let second, let end):
      .curve(first.applying(transform), second.applying(transform), to: end.applying(transform))
    case .close: .close
    }
  }
}

extension CGPath {
  /// The path data in SVG.
  package final var svg: String {
    let letters = ["M", "L", "Q", "C", "Z"]
    return elements.map { element in
      letters[Int(element.type.rawValue)]
        + element.points.map { "\(CSS.number($0.x)) \(CSS.number($0.y))" }.joined(separator: " ")
    }.joined()
  }

  /// The number of lines by which a curve is approximated for tests and boxes.
  private static let linesPerCurve = 32

  /// The subpaths as polygons.
  package final var polygons: [[CGPoint]] {
    var polygons: [[CGPoint]] = []
    var current: [CGPoint] = []
    func add(_ steps: Int, _ point: (CGFloat) -> CGPoint) {
      for step in 1...steps { current.append(point(CGFloat(step) / CGFloat(steps))) }
    }
    for element in elements {
      switch element {
      case .move(let point):
        if current.count > 1 { polygons.append(current) }
        current = [point]
      case .line(let point): current.append(point)
      case .quad(let control, let end):
        let start = current.last ?? control
        add(Self.linesPerCurve) { t in
          let (u, v) = ((1 - t) * (1 - t), 2 * t * (1 - t))
          return CGPoint(
            x: u * start.x + v * control.x + t * t * end.x, y: u * start.y + v * control.y + t * t * end.y)
        }
      case .curve(let first, let second, let end):
        let start = current.last ?? first
        add(Self.linesPerCurve) { t in
          let s = 1 - t
          let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          return CGPoint(
            x: a * start.x + b * first.x + c * second.x + d * end.x,
            y: a * start.y + b * first.y + c * second.y + d * end.y)
        }
      case .close:
        if let start = current.first {
          polygons.append(current)
          current = [start]
        }
      }
    }
    if current.count > 1 || polygons.isEmpty, !current.isEmpty { polygons.append(current) }
    return polygons
  }
}
