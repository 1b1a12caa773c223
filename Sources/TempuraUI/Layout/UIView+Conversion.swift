public import Foundation

extension UIView {
  /// Returns a point of this view in the coordinates of another view, or of the window.
  public final func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    if let view, view === superview { return pointInSuperview(point) }
    return (view ?? root).pointFromRoot(pointInRoot(point))
  }

  /// Returns a point of another view, or of the window, in the coordinates of this view.
  public final func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { (view ?? root).convert(point, to: self) }

  /// Returns a rectangle of this view in the coordinates of another view, or of the window. If a view between them is
  /// rotated, it is the smallest rectangle that contains the rotated one.
  public final func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    Self.box(around: rect) { convert($0, to: view) }
  }

  /// Returns a rectangle of another view, or of the window, in the coordinates of this view.
  public final func convert(_ rect: CGRect, from view: UIView?) -> CGRect { (view ?? root).convert(rect, to: self) }

  private var root: UIView {
    var view = self
    while let superview = view.superview { view = superview }
    return view
  }

  private func pointInRoot(_ point: CGPoint) -> CGPoint {
    var (point, view) = (point, self)
    while let superview = view.superview {
      point = view.pointInSuperview(point)
      view = superview
    }
    return point
  }

  private func pointFromRoot(_ point: CGPoint) -> CGPoint {
    guard let superview else { return point }
    return pointFromSuperview(superview.pointFromRoot(point))
  }

  private func pointInSuperview(_ point: CGPoint) -> CGPoint {
    let (frame, origin, matrix) = (untransformedFrame, bounds.origin, transform)
    if matrix == .identity { return CGPoint(x: point.x - origin.x + frame.minX, y: point.y - origin.y + frame.minY) }
    let anchor = layerAnchorPoint
    let position = CGPoint(x: frame.minX + anchor.x * frame.width, y: frame.minY + anchor.y * frame.height)
    let x = point.x - origin.x - anchor.x * frame.width
    let y = point.y - origin.y - anchor.y * frame.height
    return CGPoint(
      x: matrix.a * x + matrix.c * y + matrix.tx + position.x, y: matrix.b * x + matrix.d * y + matrix.ty + position.y)
  }

  private func pointFromSuperview(_ point: CGPoint) -> CGPoint {
    let (frame, origin, matrix) = (untransformedFrame, bounds.origin, transform)
    if matrix == .identity { return CGPoint(x: point.x + origin.x - frame.minX, y: point.y + origin.y - frame.minY) }
    let determinant = matrix.a * matrix.d - matrix.b * matrix.c
    let anchor = layerAnchorPoint
    guard determinant != 0 else { return origin }
    let x = point.x - frame.minX - anchor.x * frame.width - matrix.tx
    let y = point.y - frame.minY - anchor.y * frame.height - matrix.ty
    return CGPoint(
      x: (matrix.d * x - matrix.c * y) / determinant + origin.x + anchor.x * frame.width,
      y: (matrix.a * y - matrix.b * x) / determinant + origin.y + anchor.y * frame.height)
  }

  /// The frame after the transform: the smallest rectangle around the transformed view.
  final var transformedFrame: CGRect {
    let bounds = bounds
    return Self.box(around: bounds, pointInSuperview)
  }

  private static func box(around rect: CGRect, _ convert: (CGPoint) -> CGPoint) -> CGRect {
    let corners = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.minX, y: rect.maxY),
      CGPoint(x: rect.maxX, y: rect.maxY),
    ].map(convert)
    let (xs, ys) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
    return CGRect(x: xs[0], y: ys[0], width: xs[3] - xs[0], height: ys[3] - ys[0])
  }
}
