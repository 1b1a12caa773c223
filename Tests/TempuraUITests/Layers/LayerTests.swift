import Foundation
import Testing

@testable import TempuraUI

/// Layers in CSS and markup.
@Suite(.app) struct LayerTests {
  @Test func aViewAndItsLayerShareProperties() {
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
    let layer = view.layer
    #expect(layer.frame == view.frame && layer.delegate === view)
    layer.opacity = 0.5
    layer.isHidden = true
    layer.backgroundColor = UIColor.red.cgColor
    layer.masksToBounds = true
    layer.position = CGPoint(x: 100, y: 100)
    #expect(view.alpha == 0.5 && view.isHidden && view.backgroundColor == .red && view.clipsToBounds)
    #expect(view.center == CGPoint(x: 100, y: 100))
    view.transform = CGAffineTransform(scaleX: 2, y: 2)
    #expect(layer.affineTransform() == view.transform)
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    #expect(abs(view.transform.b - 1) < 1e-9)
  }

  @Test func numbersThatAreNoneAreNoDanger() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let layer = view.layer
    layer.cornerRadius = .nan
    layer.borderWidth = .infinity
    layer.shadowRadius = -.infinity
    layer.shadowOpacity = .nan
    layer.zPosition = .nan
    layer.transform = CATransform3DMakeScale(.nan, .infinity, 1)
    let sublayer = CAShapeLayer()
    sublayer.path = CGPath(rect: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), transform: nil)
    sublayer.frame = CGRect(x: CGFloat.nan, y: .infinity, width: -5, height: 1e300)
    layer.addSublayer(sublayer)
    let gradient = CAGradientLayer()
    gradient.colors = [UIColor.red.cgColor, UIColor.blue.cgColor, 7]
    gradient.endPoint = CGPoint(x: CGFloat.nan, y: .infinity)
    gradient.locations = [.init(value: Double.nan)]
    layer.addSublayer(gradient)
    let style = renderingFromScratch(view).styles.css
    #expect(!style.contains("nan") && !style.contains("inf"))
  }

  // MARK: - Sublayers

  @Test func sublayersAreBehindTheContentAndHiddenFromScreenReaders() {
    let label = UILabel()
    label.text = "Text"
    let layer = CALayer()
    layer.frame = CGRect(x: 16, y: 32, width: 48, height: 64)
    layer.backgroundColor = UIColor.red.cgColor
    label.layer.addSublayer(layer)
    #expect(
      renderingFromScratch(label).htmlWithStyles
        == #"<p id="uiLabel" class="UILabel {isolation:isolate;}">"#
        + #"<span class="layer {left:1rem;top:2rem;width:3rem;height:4rem;z-index:-1;background-color:#ff0000;}" "#
        + #"aria-hidden="true"></span>Text</p>"#)
  }

  @Test func aLayerThatFillsItsViewFollowsTheBrowser() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let layer = CALayer()
    layer.frame = view.bounds
    view.layer.addSublayer(layer)
    #expect(renderingFromScratch(view).styles.css.contains("inset:0;"))
  }

  @Test func layersAreInFrontOfTheSubviewsThatWereThereBefore() {
    let view = UIView()
    let (first, second) = (UILabel(), UILabel())
    let (behind, between, front) = (CALayer(), CALayer(), CALayer())
    view.layer.addSublayer(behind)
    view.addSubview(first)
    view.layer.addSublayer(between)
    view.addSubview(second)
    view.layer.addSublayer(front)
    #expect(view.layer.sublayers == [behind, first.layer, between, second.layer, front])
    let order = content(view).matches(of: /<(span|p)/).map { String($0.output.1) }
    #expect(order == ["span", "p", "span", "p", "span"])
    view.layer.insertSublayer(front, at: 0)
    #expect(view.layer.sublayers?.first === front)
    view.layer.insertSublayer(front, above: behind)
    #expect(view.layer.sublayers == [behind, front, first.layer, between, second.layer])
    view.layer.sublayers?.forEach { if !($0.delegate is UIView) { $0.removeFromSuperlayer() } }
    #expect(view.layer.sublayers?.count == 2)
    #expect(!content(view).contains("<span"))
  }

  @Test func anUnchangedSublayerIsKeptWhenASubviewChanges() {
    let view = UIView()
    let label = UILabel()
    view.addSubview(label)
    let layer = CALayer()
    view.layer.addSublayer(layer)
    let renderer = HTMLRenderer()
    renderer.update(view)
    label.text = "New"
    renderer.update(view)
    #expect(renderer.html.components(separatedBy: "class=\"layer").count == 2)
    layer.backgroundColor = UIColor.red.cgColor
    renderer.update(view)
    #expect(renderer.styles.css.contains("#ff0000"))
    layer.removeFromSuperlayer()
    renderer.update(view)
    #expect(!renderer.html.contains("layer"))
  }

  @Test func theLayerOfAnotherViewBringsTheView() {
    let (view, other) = (UIView(), UIView())
    view.layer.addSublayer(other.layer)
    #expect(other.superview === view)
    other.layer.removeFromSuperlayer()
    #expect(view.subviews.isEmpty)
  }

  @Test func aLayerCannotContainItself() {
    let (outer, inner) = (CALayer(), CALayer())
    outer.addSublayer(inner)
    inner.addSublayer(outer)
    #expect(outer.superlayer == nil && inner.superlayer === outer)
  }

  @Test func layersOfAViewHaveTheClassOfTheView() {
    final class Gradient: UIView {
      override class var layerClass: AnyClass { CAGradientLayer.self }
    }
    final class Custom: CALayer {
      override init() {
        super.init()
        backgroundColor = UIColor.red.cgColor
      }
      required init?(coder: NSCoder) { fatalError() }
    }
    final class CustomView: UIView {
      override class var layerClass: AnyClass { Custom.self }
    }
    let view = Gradient()
    (view.layer as? CAGradientLayer)?.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
    #expect(css(view) == "background-image:linear-gradient(180deg,#ff0000 0%,#0000ff 100%);")
    let custom = CustomView()
    #expect(custom.layer is Custom && custom.backgroundColor == .red)
  }

  @Test func sublayersAreLaidOutWithTheView() {
    final class Card: UIView {
      let gradient = CAGradientLayer()
      override init(frame: CGRect) {
        super.init(frame: frame)
        layer.insertSublayer(gradient, at: 0)
      }
      required init?(coder: NSCoder) { fatalError() }
      override func layoutSublayers(of layer: CALayer) {
        super.layoutSublayers(of: layer)
        gradient.frame = bounds
      }
    }
    let card = Card(frame: CGRect(x: 0, y: 0, width: 30, height: 40))
    card.layoutIfNeeded()
    #expect(card.gradient.frame.size == CGSize(width: 30, height: 40))
  }

  @Test func aFrameFollowsTheAnchorPointAndTheTransform() {
    let layer = CALayer()
    layer.frame = CGRect(x: 10, y: 10, width: 20, height: 40)
    #expect(layer.position == CGPoint(x: 20, y: 30))
    layer.anchorPoint = .zero
    #expect(layer.frame.origin == CGPoint(x: 20, y: 30))
    layer.transform = CATransform3DMakeScale(2, 2, 1)
    #expect(layer.frame == CGRect(x: 20, y: 30, width: 40, height: 80))
    #expect(layer.bounds.size == CGSize(width: 20, height: 40))
  }

  // MARK: - Animation

  @Test func anAnimationEndsAtOnceAndLeavesTheValue() {
    final class Delegate: CAAnimationDelegate {
      var ends: [Bool] = []
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { ends.append(flag) }
    }
    let delegate = Delegate()
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.toValue = 0
    animation.delegate = delegate
    let layer = CALayer()
    layer.add(animation, forKey: "fade")
    #expect(delegate.ends == [true] && layer.opacity == 1 && layer.animationKeys() == nil)
    animation.repeatCount = .infinity
    layer.add(animation, forKey: "pulse")
    #expect(delegate.ends == [true] && layer.animation(forKey: "pulse") != nil)
    layer.removeAllAnimations()
    #expect(layer.animation(forKey: "pulse") == nil)
  }

  @Test func valuesOfOtherTypesAreNoValues() {
    func style(_ path: String, _ value: Any) -> [String]? {
      LayerKeyPath.style(path, value, in: CALayer(), isAdditive: false)?.map { "\($0.0): \($0.1)" }
    }
    for value in [NSValue(cgSize: CGSize(width: 16, height: 32)), NSValue(cgPoint: CGPoint(x: 16, y: 32))] {
      #expect(style("transform.translation", value) == ["translate: 1rem 2rem"])
      #expect(style("bounds.size", value) == ["width: 1rem", "height: 2rem"])
    }
    #expect(
      style("bounds", NSValue(cgRect: CGRect(x: 1, y: 2, width: 16, height: 32))) == ["width: 1rem", "height: 2rem"])
    #expect(style("bounds.size", NSNumber(value: 1)) == nil && style("position", NSNumber(value: 1)) == nil)
  }

  @Test func valuesOfATransformReplaceThoseOfTheLayer() {
    let layer = CALayer()
    layer.transform = CATransform3D(CGAffineTransform(rotationAngle: 1).scaledBy(x: 2, y: 2))
    func style(_ path: String, _ value: Any) -> String? {
      LayerKeyPath.style(path, value, in: layer, isAdditive: false)?.map { "\($0.0): \($0.1)" }.joined()
    }
    #expect(style("transform.rotation.z", 1.5) == "rotate: 0.5rad" && style("transform.scale", 1) == "scale: 0.5")
    layer.transform = CATransform3D(CGAffineTransform(translationX: 16, y: 8))
    #expect(style("transform.translation.x", 32) == "translate: 1rem 0")
  }

  @Test func aLineThatShrinksToNothingIsSeenOnItsWay() {
    let page = Page(showing: UIViewController())
    let shape = CAShapeLayer()
    shape.path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10)).cgPath
    shape.strokeColor = UIColor.red.cgColor
    shape.strokeEnd = 0
    page.window.rootViewController?.view.layer.addSublayer(shape)
    func style() -> Substring? { page.html.firstMatch(of: /<path class="(s\d+)"/)?.1 }
    let unseen = style()
    let animation = CABasicAnimation(keyPath: "strokeEnd")
    animation.fromValue = 1
    animation.isRemovedOnCompletion = false
    shape.add(animation, forKey: nil)
    #expect(style() != unseen)
  }

  @Test func anAnimationThatStartsItselfAgainEnds() {
    final class Delegate: CAAnimationDelegate {
      let layer = CALayer()
      var ends = 0
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        ends += 1
        layer.add(anim, forKey: nil)
      }
    }
    let delegate = Delegate()
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.delegate = delegate
    delegate.layer.add(animation, forKey: nil)
    #expect(delegate.ends == 50)
  }

  @Test func aTransactionCompletesAtItsCommit() {
    var events: [String] = []
    CATransaction.begin()
    CATransaction.setAnimationDuration(3)
    CATransaction.setCompletionBlock { events.append("outer") }
    CATransaction.begin()
    CATransaction.setCompletionBlock { events.append("inner") }
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 3)
    events.append("between")
    CATransaction.commit()
    CATransaction.commit()
    #expect(events == ["inner", "between", "outer"])
  }
}
