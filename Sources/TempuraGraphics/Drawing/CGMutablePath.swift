public import Foundation

/// A path that can grow.
public final class CGMutablePath: CGPath {
  public init() { super.init(elements: []) }

  /// Adds an element, unless one of its points is not a finite number.
  private func add(_ element: Element, _ transform: CGAffineTransform) {
    let element = element.applying(transform)
    guard element.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
    if elements.isEmpty {
      // A path starts with a point.
      switch element {
      case .move: break
      case .close: return
      default: elements.append(.move(element.points[0]))
      }
    }
    elements.append(element)
  }

  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) { add(.move(point), transform) }

  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) { add(.line(point), transform) }

  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    for (index, point) in points.enumerated() { add(index == 0 ? .move(point) : .line(point), transform) }
  }

  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    add(.quad(control, to: end), transform)
  }

  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) { add(.curve(control1, control2, to: end), transform) }

  public func closeSubpath() { add(.close, .identity) }

  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    guard !rect.isNull else { return }
    add(.move(CGPoint(x: rect.minX, y: rect.minY)), transform)
    add(.line(CGPoint(x: rect.maxX, y: rect.minY)), transform)
    add(.line(CGPoint(x: rect.maxX, y: rect.maxY)), transform)
    add(.line(CGPoint(x: rect.minX, y: rect.maxY)), transform)
    add(.close, transform)
  }

  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    addRoundedRect(
      in: rect, radii: .init(repeating: CGSize(width: rect.width / 2, height: rect.height / 2), count: 4), transform)
  }

  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    addRoundedRect(
      in: rect, radii: .init(repeating: CGSize(width: cornerWidth, height: cornerHeight), count: 4), transform)
  }

  /// The distance of a control point from the end of a quarter of a circle, in radii.
  private static let quarter: CGFloat = 0.552_284_75

  /// Adds a rectangle with rounded corners.
  ///
  /// - Parameter radii: Those of the corners, clockwise from the top left one. They are at most half the size.
  func addRoundedRect(in rect: CGRect, radii: [CGSize], _ transform: CGAffineTransform = .identity) {
    guard !rect.isNull else { return }
    let sizes = radii.map { radius in
      CGSize(
        width: max(0, min(radius.width, rect.width / 2)), height: max(0, min(radius.height, rect.height / 2)))
    }
    func corner(_ index: Int, from start: (CGFloat, CGFloat), _ x: CGFloat, _ y: CGFloat, to end: (CGFloat, CGFloat)) {
      let size = sizes[index]
      let from = CGPoint(x: x + start.0 * size.width, y: y + start.1 * size.height)
      let to = CGPoint(x: x + end.0 * size.width, y: y + end.1 * size.height)
      add(index == 0 ? .move(from) : .line(from), transform)
      guard size.width > 0, size.height > 0 else { return }
      let rest = 1 - Self.quarter
      let first = CGPoint(x: x + start.0 * rest * size.width, y: y + start.1 * rest * size.height)
      let second = CGPoint(x: x + end.0 * rest * size.width, y: y + end.1 * rest * size.height)
      add(.curve(first, second, to: to), transform)
    }
    corner(0, from: (0, 1), rect.minX, rect.minY, to: (1, 0))
    corner(1, from: (-1, 0), rect.maxX, rect.minY, to: (0, 1))
    corner(2, from: (0, -1), rect.maxX, rect.maxY, to: (-1, 0))
    corner(3, from: (1, 0), rect.minX, rect.maxY, to: (0, -1))
    add(.close, transform)
  }

  /// Adds a part of a circle, and a line to its start if there is a current point.
  ///
  /// - Parameters:
  ///   - startAngle: In radians, from the direction of the x axis.
  ///   - clockwise: As on iOS, true is counterclockwise on a screen, where y grows downwards.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    guard startAngle.isFinite, endAngle.isFinite else { return }
    let turn = 2 * CGFloat.pi
    var delta = clockwise ? startAngle - endAngle : endAngle - startAngle
    if abs(delta) >= turn - 1e-9 {
      delta = turn
    } else if delta < 0 {
      delta += turn
    }
    addRelativeArc(
      center: center, radius: radius, startAngle: startAngle, delta: clockwise ? -delta : delta, transform: transform)
  }

  /// Adds a part of a circle, and a line to its start if there is a current point.
  ///
  /// - Parameter delta: The angle of the part in radians. A positive one is clockwise on a screen.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) {
    guard startAngle.isFinite, delta.isFinite, radius.isFinite, radius >= 0 else { return }
    let turn = 2 * CGFloat.pi
    let delta = max(-turn, min(delta, turn))
    let start = startAngle.truncatingRemainder(dividingBy: turn)
    func point(_ angle: CGFloat, _ tangent: CGFloat = 0) -> CGPoint {
      let (sine, cosine) = (CGFloat(sin(Double(angle))), CGFloat(cos(Double(angle))))
      return CGPoint(
        x: center.x + radius * (cosine - tangent * sine), y: center.y + radius * (sine + tangent * cosine))
    }
    add(elements.isEmpty ? .move(point(start)) : .line(point(start)), transform)
    let parts = Int((abs(delta) / (.pi / 2) - 1e-9).rounded(.up))
    guard parts > 0 else { return }
    let step = delta / CGFloat(parts)
    let tangent = CGFloat(4.0 / 3 * tan(Double(step) / 4))
    for part in 0..<parts {
      let angle = start + CGFloat(part) * step
      add(.curve(point(angle, tangent), point(angle + step, -tangent), to: point(angle + step)), transform)
    }
  }

  /// Adds a part of a circle that touches the lines from the current point to one point and from there to another one.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) {
    let start = elements.isEmpty ? tangent1End : currentPoint
    let (ax, ay) = (start.x - tangent1End.x, start.y - tangent1End.y)
    let (bx, by) = (tangent2End.x - tangent1End.x, tangent2End.y - tangent1End.y)
    let (lengthA, lengthB) = ((ax * ax + ay * ay).squareRoot(), (bx * bx + by * by).squareRoot())
    let cross = ax * by - ay * bx
    guard radius > 0, lengthA > 0, lengthB > 0, abs(cross) > 1e-9 else { return addLine(to: tangent1End) }
    let half = CGFloat(acos(Double(max(-1, min(1, (ax * bx + ay * by) / (lengthA * lengthB)))))) / 2
    let distance = radius / CGFloat(tan(Double(half)))
    let toCenter = radius / CGFloat(sin(Double(half)))
    let (mx, my) = (ax / lengthA + bx / lengthB, ay / lengthA + by / lengthB)
    let middle = (mx * mx + my * my).squareRoot()
    let center = CGPoint(x: tangent1End.x + mx / middle * toCenter, y: tangent1End.y + my / middle * toCenter)
    let first = CGPoint(x: tangent1End.x + ax / lengthA * distance, y: tangent1End.y + ay / lengthA * distance)
    let second = CGPoint(x: tangent1End.x + bx / lengthB * distance, y: tangent1End.y + by / lengthB * distance)
    func angle(_ point: CGPoint) -> CGFloat {
      CGFloat(atan2(Double(point.y - center.y), Double(point.x - center.x)))
    }
    addArc(
      center: center, radius: radius, startAngle: angle(first), endAngle: angle(second), clockwise: cross > 0,
      transform: transform)
  }

  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    for element in path.elements { add(element, transform) }
  }
}
