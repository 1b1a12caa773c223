public import Foundation

/// A transformation in space: a matrix by which row vectors are multiplied.
public struct CATransform3D: Hashable, Sendable {
  public var m11, m12, m13, m14: CGFloat
  public var m21, m22, m23, m24: CGFloat
  public var m31, m32, m33, m34: CGFloat
  public var m41, m42, m43, m44: CGFloat

  public init() { self.init(rows: [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]) }

  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat, m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }

  private init(rows: [[CGFloat]]) {
    let (a, b, c, d) = (rows[0], rows[1], rows[2], rows[3])
    self.init(
      m11: a[0], m12: a[1], m13: a[2], m14: a[3], m21: b[0], m22: b[1], m23: b[2], m24: b[3],
      m31: c[0], m32: c[1], m33: c[2], m34: c[3], m41: d[0], m42: d[1], m43: d[2], m44: d[3])
  }

  private var rows: [[CGFloat]] {
    [[m11, m12, m13, m14], [m21, m22, m23, m24], [m31, m32, m33, m34], [m41, m42, m43, m44]]
  }

  static let identity = CATransform3D(rows: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])

  init(_ affine: CGAffineTransform) {
    self.init(
      rows: [
        [affine.a, affine.b, 0, 0], [affine.c, affine.d, 0, 0], [0, 0, 1, 0], [affine.tx, affine.ty, 0, 1],
      ])
  }

  /// Whether the transformation stays in the plane.
  var isAffine: Bool {
    [m13, m14, m23, m24, m31, m32, m34, m43].allSatisfy { $0 == 0 } && m33 == 1 && m44 == 1
  }

  var affine: CGAffineTransform { CGAffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42) }

  func multiplied(by other: CATransform3D) -> CATransform3D {
    let (left, right) = (rows, other.rows)
    return CATransform3D(
      rows: (0..<4).map { row in
        (0..<4).map { column in (0..<4).reduce(0) { $0 + left[row][$1] * right[$1][column] } }
      })
  }

  /// The inverse transformation, by Gauss-Jordan elimination; the transformation itself if there is no inverse.
  var inverted: CATransform3D {
    var left = rows
    var right = Self.identity.rows
    for column in 0..<4 {
      guard let pivot = (column..<4).max(by: { abs(left[$0][column]) < abs(left[$1][column]) }),
        left[pivot][column] != 0, left[pivot][column].isFinite
      else { return self }
      left.swapAt(column, pivot)
      right.swapAt(column, pivot)
      let factor = left[column][column]
      for index in 0..<4 {
        left[column][index] /= factor
        right[column][index] /= factor
      }
      for row in 0..<4 where row != column {
        let factor = left[row][column]
        for index in 0..<4 {
          left[row][index] -= factor * left[column][index]
          right[row][index] -= factor * right[column][index]
        }
      }
    }
    return CATransform3D(rows: right)
  }

  /// The transformation in CSS.
  var css: String {
    if isAffine { return affine.css }
    return "matrix3d(\(rows.joined().map(CSS.number).joined(separator: ",")))"
  }
}

/// The transformation that changes nothing.
public let CATransform3DIdentity = CATransform3D.identity

public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == .identity }

public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
  var transform = CATransform3D.identity
  (transform.m41, transform.m42, transform.m43) = (tx, ty, tz)
  return transform
}

public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  var transform = CATransform3D.identity
  (transform.m11, transform.m22, transform.m33) = (sx, sy, sz)
  return transform
}

/// Returns a rotation around an axis; the identity for an axis without a length.
///
/// - Parameter angle: In radians.
public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  let length = (x * x + y * y + z * z).squareRoot()
  guard length > 0, length.isFinite, angle.isFinite else { return .identity }
  let (x, y, z) = (x / length, y / length, z / length)
  let (s, c) = (CGFloat(sin(Double(angle))), CGFloat(cos(Double(angle))))
  let rest = 1 - c
  var transform = CATransform3D.identity
  (transform.m11, transform.m12, transform.m13) = (x * x * rest + c, x * y * rest + z * s, x * z * rest - y * s)
  (transform.m21, transform.m22, transform.m23) = (x * y * rest - z * s, y * y * rest + c, y * z * rest + x * s)
  (transform.m31, transform.m32, transform.m33) = (x * z * rest + y * s, y * z * rest - x * s, z * z * rest + c)
  return transform
}

public func CATransform3DTranslate(_ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
  CATransform3DMakeTranslation(tx, ty, tz).multiplied(by: t)
}

public func CATransform3DScale(_ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  CATransform3DMakeScale(sx, sy, sz).multiplied(by: t)
}

public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D { CATransform3DMakeRotation(angle, x, y, z).multiplied(by: t) }

/// Returns a transformation followed by another one.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D { a.multiplied(by: b) }

public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D { t.inverted }

public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D { CATransform3D(m) }

public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool { t.isAffine }

public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform { t.affine }
