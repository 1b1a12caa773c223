public import Foundation

extension UIView {
  /// Returns a point of this view in the coordinates of another view, or of the window.
  ///
  /// Views in different trees, and a view without a window, are where their outermost superviews' frames put them.
  public final func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    if let view, view === superview { return pointInSuperview(point) }
    guard let view = view ?? window else { return pointInSpace(of: nil, point) }
    let top = root === view.root ? root : nil
    return view.pointFromSpace(of: top, pointInSpace(of: top, point))
  }

  /// Returns a point of another view, or of the window, in the coordinates of this view.
  public final func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    (view ?? window)?.convert(point, to: self) ?? pointFromSpace(of: nil, point)
  }

  /// Returns a rectangle of this view in the coordinates of another view, or of the window. If a view between them is
  /// rotated, it is the smallest rectangle that contains the rotated one.
  public final func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    Self.box(around: rect) { convert($0, to: view) }
  }

  /// Returns a rectangle of another view, or of the window, in the coordinates of this view.
  public final func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    Self.box(around: rect) { convert($0, from: view) }
  }

  private var root: UIView {
    var view = self
    while let superview = view.superview { view = superview }
    return view
  }

  /// Returns a point in the coordinates of the outermost superview; with nil in those in which that one has its frame.
  private func pointInSpace(of top: UIView?, _ point: CGPoint) -> CGPoint {
    if self === top { return point }
    let point = pointInSuperview(point)
    return superview?.pointInSpace(of: top, point) ?? point
  }

  private func pointFromSpace(of top: UIView?, _ point: CGPoint) -> CGPoint {
    if self === top { return point }
    return pointFromSuperview(superview?.pointFromSpace(of: top, point) ?? point)
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

  static func box(around rect: CGRect, _ convert: (CGPoint) -> CGPoint) -> CGRect {
    let corners = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.minX, y: rect.maxY),
      CGPoint(x: rect.maxX, y: rect.maxY),
    ].map(convert)
    let (xs, ys) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
    return CGRect(x: xs[0], y: ys[0], width: xs[3] - xs[0], height: ys[3] - ys[0])
  }
}
