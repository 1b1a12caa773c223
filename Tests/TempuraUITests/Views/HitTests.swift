import Foundation
import Testing

@testable import TempuraUI

/// Which view is at a point.
@Suite(.app) struct HitTests {
  private final class Wide: UIView {
    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
      bounds.insetBy(dx: -20, dy: -20).contains(point)
    }
  }

  private func view(_ x: CGFloat, _ width: CGFloat) -> UIView {
    UIView(frame: CGRect(x: x, y: 0, width: width, height: 100))
  }

  @Test func theFrontmostViewAtAPointIsHit() {
    let (root, back, front, inner) = (view(0, 100), view(0, 60), view(40, 60), view(10, 10))
    root.addSubview(back)
    root.addSubview(front)
    front.addSubview(inner)
    #expect(root.hitTest(CGPoint(x: 10, y: 10), with: nil) === back)
    #expect(root.hitTest(CGPoint(x: 45, y: 10), with: nil) === front)
    #expect(root.hitTest(CGPoint(x: 55, y: 10), with: nil) === inner)
    #expect(root.hitTest(CGPoint(x: 101, y: 10), with: nil) == nil)
    #expect(root.hitTest(CGPoint(x: CGFloat.nan, y: .infinity), with: nil) == nil)
  }

  @Test func viewsThatTakeNoInputAreNotHit() {
    let (root, front) = (view(0, 100), view(0, 100))
    root.addSubview(front)
    let point = CGPoint(x: 5, y: 5)
    front.isUserInteractionEnabled = false
    #expect(root.hitTest(point, with: nil) === root)
    front.isUserInteractionEnabled = true
    front.isHidden = true
    #expect(root.hitTest(point, with: nil) === root)
    front.isHidden = false
    front.alpha = 0
    #expect(root.hitTest(point, with: nil) === root)
    front.alpha = 1
    #expect(root.hitTest(point, with: nil) === front)
  }

  @Test func aViewDecidesWhatIsInsideOfIt() {
    let root = view(0, 100)
    let small = Wide(frame: CGRect(x: 50, y: 50, width: 10, height: 10))
    root.addSubview(small)
    #expect(root.hitTest(CGPoint(x: 35, y: 45), with: nil) === small)
    #expect(root.hitTest(CGPoint(x: 25, y: 45), with: nil) === root)
  }
}
