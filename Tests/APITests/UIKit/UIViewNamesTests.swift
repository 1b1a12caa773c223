import Testing
import UIKit

/// Names of views as apps written for phones use them.
@MainActor @Suite struct UIViewNamesTests {
  final class CardView: UIView {
    var log: [String] = []

    override var isHidden: Bool { didSet { log.append("hidden") } }
    override var alpha: CGFloat { didSet { log.append("alpha") } }
    override var backgroundColor: UIColor? { didSet { log.append("background") } }
    override var tintColor: UIColor! { didSet { log.append("tint") } }
    override var isUserInteractionEnabled: Bool { didSet { log.append("interaction") } }
    override var contentMode: UIView.ContentMode { didSet { log.append("mode") } }
    override var clipsToBounds: Bool { didSet { log.append("clips") } }
    override var tag: Int { didSet { log.append("tag") } }
    override var accessibilityLabel: String? {
      get { "Card" }
      set { super.accessibilityLabel = newValue }
    }
    override var accessibilityValue: String? {
      get { super.accessibilityValue }
      set { super.accessibilityValue = newValue }
    }
    override var accessibilityTraits: UIAccessibilityTraits {
      get { [.button] }
      set { super.accessibilityTraits = newValue }
    }
    override var isAccessibilityElement: Bool {
      get { true }
      set { super.isAccessibilityElement = newValue }
    }
    override var accessibilityElements: [Any]? {
      get { subviews }
      set { super.accessibilityElements = newValue }
    }
    override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1) }

    override func willMove(toSuperview newSuperview: UIView?) { super.willMove(toSuperview: newSuperview) }
    override func didMoveToSuperview() { super.didMoveToSuperview() }
    override func willMove(toWindow newWindow: UIWindow?) { super.willMove(toWindow: newWindow) }
    override func didMoveToWindow() { super.didMoveToWindow() }
    override func tintColorDidChange() { super.tintColorDidChange() }
    override func bringSubviewToFront(_ view: UIView) { super.bringSubviewToFront(view) }
    override func accessibilityActivate() -> Bool { super.accessibilityActivate() }
  }

  @Test func anAppOverridesPropertiesOfViews() {
    let view = CardView()
    view.isHidden = true
    view.alpha = 0.5
    view.backgroundColor = .red
    view.tintColor = .blue
    view.isUserInteractionEnabled = false
    view.contentMode = .center
    view.clipsToBounds = true
    view.tag = 3
    #expect(view.log == ["hidden", "alpha", "background", "tint", "interaction", "mode", "clips", "tag"])
    #expect(view.alignmentRect(forFrame: CGRect(x: 0, y: 0, width: 10, height: 10)).width == 8)
    #expect(view.frame(forAlignmentRect: CGRect(x: 1, y: 1, width: 8, height: 8)).width == 10)
    #expect(!view.accessibilityActivate())
  }

  @Test func viewsHaveUIKitsProperties() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
    view.accessibilityElementsHidden = true
    view.accessibilityViewIsModal = false
    view.shouldGroupAccessibilityChildren = true
    view.accessibilityLanguage = "it"
    view.accessibilityTextualContext = .messaging
    view.accessibilityElements = nil
    view.accessibilityFrame = CGRect(x: 0, y: 0, width: 20, height: 10)
    #expect(view.accessibilityActivationPoint == CGPoint(x: 10, y: 5))
    view.isExclusiveTouch = true
    view.isMultipleTouchEnabled = true
    view.preservesSuperviewLayoutMargins = true
    view.insetsLayoutMarginsFromSafeArea = false
    view.tintAdjustmentMode = .dimmed
    view.contentScaleFactor = 2
    view.restorationIdentifier = "view"
    #expect(view.isExclusiveTouch && view.tintAdjustmentMode == .dimmed && view.contentScaleFactor == 2)
    #expect(view.restorationIdentifier == "view" && view.isMultipleTouchEnabled)
    #expect(view.preservesSuperviewLayoutMargins && !view.insetsLayoutMarginsFromSafeArea)
    let effect = UIInterpolatingMotionEffect(keyPath: "center.x", type: .tiltAlongHorizontalAxis)
    effect.minimumRelativeValue = -10
    effect.maximumRelativeValue = 10
    let group = UIMotionEffectGroup()
    group.motionEffects = [effect]
    view.addMotionEffect(group)
    #expect(view.motionEffects.count == 1)
    view.removeMotionEffect(group)
    #expect(view.snapshotView(afterScreenUpdates: false)?.frame.size == view.bounds.size)
    let space: UICoordinateSpace = view
    #expect(space.bounds.width == 20 && view.convert(CGPoint.zero, to: space) == .zero)
    #expect(view.endEditing(true) && view.viewWithTag(0) === view)
    view.exchangeSubview(at: 0, withSubviewAt: 1)
  }

  @Test func animationsRunAtOnce() {
    let view = UIView()
    var log: [Int] = []
    UIView.setAnimationsEnabled(false)
    UIView.animateKeyframes(withDuration: 1, delay: 0, options: [.calculationModeCubic]) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { log.append(1) }
    } completion: { _ in
      log.append(2)
    }
    UIView.animate(
      withDuration: 1, delay: 0, options: [.allowAnimatedContent, .overrideInheritedCurve, .curveEaseIn],
      animations: { log.append(3) })
    UIView.transition(with: view, duration: 1, options: .transitionCrossDissolve, animations: { log.append(4) })
    UIView.animate(springDuration: 0.3, bounce: 0.2) { log.append(5) }
    UIView.beginAnimations(nil, context: nil)
    UIView.setAnimationDuration(0.3)
    log.append(6)
    UIView.commitAnimations()
    UIView.performWithoutAnimation { log.append(7) }
    UIView.perform(.delete, on: [view], options: [], animations: { log.append(8) })
    #expect(log == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(UIView.areAnimationsEnabled && UIView.inheritedAnimationDuration == 0)
    UIView.setAnimationsEnabled(true)
  }

  @Test func aTabBarHasItemPositions() {
    let bar = UITabBar()
    bar.itemPositioning = .centered
    bar.itemWidth = 80
    bar.itemSpacing = 10
    #expect(bar.itemPositioning == .centered && bar.itemWidth == 80 && bar.itemSpacing == 10)
  }
}
