import Foundation
import Testing

@testable import TempuraUI

/// Paths and transformations.
@Suite struct DrawnPathTests {
  private func isClose(_ left: CGRect, _ right: CGRect) -> Bool {
    abs(left.minX - right.minX) < 0.01 && abs(left.minY - right.minY) < 0.01 && abs(left.width - right.width) < 0.01
      && abs(left.height - right.height) < 0.01
  }

  @Test func aPathKnowsItsBoundsAndItsInside() {
    let circle = UIBezierPath(ovalIn: CGRect(x: 10, y: 10, width: 20, height: 20))
    #expect(isClose(circle.bounds, CGRect(x: 10, y: 10, width: 20, height: 20)))
    #expect(circle.contains(CGPoint(x: 20, y: 20)) && !circle.contains(CGPoint(x: 11, y: 11)))
    #expect(UIBezierPath().bounds.isNull && UIBezierPath().isEmpty)
  }

  @Test func aHoleIsOutsideWithTheEvenOddRule() {
    let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 30, height: 30))
    path.append(UIBezierPath(rect: CGRect(x: 10, y: 10, width: 10, height: 10)))
    #expect(path.contains(CGPoint(x: 15, y: 15)))
    path.usesEvenOddFillRule = true
    #expect(!path.contains(CGPoint(x: 15, y: 15)) && path.contains(CGPoint(x: 5, y: 5)))
  }

  @Test func arcsGoInTheirDirection() {
    let arc = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    #expect(isClose(arc.bounds, CGRect(x: 0, y: 0, width: 10, height: 10)))
    let rest = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    #expect(isClose(rest.bounds, CGRect(x: -10, y: -10, width: 20, height: 20)))
    let whole = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: -.pi / 2, endAngle: 1.5 * .pi, clockwise: true)
    #expect(isClose(whole.bounds, CGRect(x: -10, y: -10, width: 20, height: 20)))
    let endless = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 1e300, endAngle: .infinity, clockwise: true)
    #expect(endless.isEmpty)
  }

  @Test func someCornersOfARectangleAreRound() {
    let path = UIBezierPath(
      roundedRect: CGRect(x: 0, y: 0, width: 40, height: 40), byRoundingCorners: [.topLeft, .bottomRight],
      cornerRadii: CGSize(width: 10, height: 10))
    #expect(!path.contains(CGPoint(x: 1, y: 1)) && path.contains(CGPoint(x: 39, y: 1)))
    #expect(!path.contains(CGPoint(x: 39, y: 39)) && path.contains(CGPoint(x: 1, y: 39)))
  }

  @Test func aReversedPathHasTheSameInside() {
    let path = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 10, height: 10)).reversing()
    #expect(path.contains(CGPoint(x: 5, y: 5)) && isClose(path.bounds, CGRect(x: 0, y: 0, width: 10, height: 10)))
  }

  @Test func tangentsRoundACorner() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addArc(tangent1End: CGPoint(x: 20, y: 0), tangent2End: CGPoint(x: 20, y: 20), radius: 5)
    #expect(abs(path.currentPoint.x - 20) < 0.01 && abs(path.currentPoint.y - 5) < 0.01)
    #expect(isClose(path.boundingBoxOfPath, CGRect(x: 0, y: 0, width: 20, height: 5)))
  }

  @Test func transformationsAreAppliedFromTheInside() {
    let move = CGAffineTransform(translationX: 10, y: 0)
    #expect(CGPoint(x: 1, y: 1).applying(move.scaledBy(x: 2, y: 2)) == CGPoint(x: 12, y: 2))
    #expect(
      CGPoint(x: 1, y: 1).applying(move.concatenating(CGAffineTransform(scaleX: 2, y: 2))) == CGPoint(x: 22, y: 2))
    let turned = CGRect(x: 0, y: 0, width: 10, height: 20).applying(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(isClose(turned, CGRect(x: -20, y: 0, width: 20, height: 10)))
    let there = CGAffineTransform(a: 2, b: 1, c: 0, d: 3, tx: 5, ty: 7)
    let back = CGPoint(x: 3, y: 4).applying(there).applying(there.inverted())
    #expect(abs(back.x - 3) < 1e-9 && abs(back.y - 4) < 1e-9)
    #expect(CGAffineTransform(scaleX: 0, y: 1).inverted() == CGAffineTransform(scaleX: 0, y: 1))
    #expect(CGSize(width: 1, height: 2).applying(move) == CGSize(width: 1, height: 2))
  }

  @Test func transformationsInSpaceHaveOpposites() {
    let there = CATransform3DTranslate(CATransform3DMakeRotation(1, 1, 2, 3), 4, 5, 6)
    let both = CATransform3DConcat(there, CATransform3DInvert(there))
    #expect(abs(both.m11 - 1) < 1e-9 && abs(both.m42) < 1e-9 && abs(both.m23) < 1e-9)
    #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, 0, 0, 0)))
    #expect(
      CATransform3DGetAffineTransform(CATransform3DMakeTranslation(1, 2, 0))
        == CGAffineTransform(translationX: 1, y: 2))
  }
}
