import Foundation
import Testing

@testable import TempuraUI

/// Layers in CSS and markup.
@Suite(.app) struct LayerTests {
  private func layered(_ change: (CALayer) -> Void) -> String {
    let view = UIView()
    view.backgroundColor = .white
    change(view.layer)
    return css(view).replacing("background-color:#ffffff;", with: "")
  }

  // MARK: - Looks

  @Test func aShadowIsABoxShadowWithTwiceTheRadius() {
    let style = layered {
      $0.shadowOpacity = 0.5
      $0.shadowRadius = 8
      $0.shadowOffset = CGSize(width: 0, height: 4)
    }
    #expect(style == "box-shadow:0 0.25rem 1rem #00000080;")
  }

  @Test func aClippingLayerHasNoShadow() {
    let style = layered {
      $0.shadowOpacity = 1
      $0.masksToBounds = true
    }
    #expect(style == "overflow:clip;")
  }

  @Test func withoutABackgroundTheContentCastsTheShadow() {
    let view = UIView()
    view.layer.shadowOpacity = 1
    view.layer.shadowOffset = .zero
    view.layer.shadowRadius = 1
    #expect(css(view) == "filter:drop-shadow(0 0 0.125rem #000000);")
    view.layer.shadowPath = CGPath(rect: .zero, transform: nil)
    #expect(css(view) == "box-shadow:0 0 0.125rem #000000;")
  }

  @Test func aShadowPathMovesAndResizesTheShadow() {
    let view = UIView()
    view.setFlowingFrame(CGRect(x: 0, y: 0, width: 100, height: 100))
    view.layer.shadowOpacity = 1
    view.layer.shadowOffset = .zero
    view.layer.shadowRadius = 0
    view.layer.shadowPath = UIBezierPath(rect: CGRect(x: -16, y: 0, width: 132, height: 132)).cgPath
    #expect(css(view) == "box-shadow:0 1rem 0 1rem #000000;")
  }

  @Test func aBorderTakesNoRoom() {
    let style = layered {
      $0.borderWidth = 2
      $0.borderColor = UIColor.red.cgColor
    }
    #expect(style == "box-shadow:inset 0 0 0 0.125rem #ff0000;")
    let image = UIImageView(image: UIImage(url: "/a.png"))
    image.layer.borderWidth = 2
    #expect(css(image).contains("outline:0.125rem solid #000000;outline-offset:-0.125rem;"))
  }

  @Test func aBorderIsInFrontOfSubviews() {
    let view = UIView()
    view.addSubview(UIView())
    view.layer.borderWidth = 2
    let markup = renderingFromScratch(view).htmlWithStyles
    #expect(
      markup.hasSuffix(
        #"</div><span class="layer {inset:0;border-radius:inherit;box-shadow:inset 0 0 0 0.125rem #000000;}" "#
          + #"aria-hidden="true"></span></div>"#))
  }

  @Test func someCornersAreRound() {
    let style = layered {
      $0.cornerRadius = 16
      $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    }
    #expect(style == "border-radius:1rem 1rem 0 0;")
  }

  @Test func aDynamicColourStaysDynamic() {
    let style = layered {
      $0.borderWidth = 16
      $0.borderColor = UIColor.systemRed.cgColor
    }
    #expect(style.contains("light-dark(#ff3b30,#ff453a)"))
  }

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

  @Test func aRotationInSpaceIsAMatrix() {
    let view = UIView()
    view.layer.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(css(view) == "transform:matrix3d(-1,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,1);")
    view.layer.transform = CATransform3DIdentity
    #expect(css(view) == "")
  }

  @Test func depthCountsAmongSiblings() {
    let view = UIView()
    let subview = UIView()
    view.addSubview(subview)
    subview.layer.zPosition = -1
    #expect(css(subview) == "position:relative;z-index:-1;")
    #expect(css(view) == "isolation:isolate;")
    let other = UIView()
    other.addSubview(subview)
    #expect(css(other) == "isolation:isolate;")
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

  // MARK: - Gradients, shapes, masks, text

  private func gradient(_ start: CGPoint, _ end: CGPoint, _ size: CGSize) -> String? {
    let layer = CAGradientLayer()
    layer.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
    (layer.startPoint, layer.endPoint) = (start, end)
    layer.bounds.size = size
    return layer.gradientCSS
  }

  @Test func aGradientHasTheAngleOfItsLine() {
    let wide = CGSize(width: 200, height: 100)
    #expect(
      gradient(CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5), wide) == "linear-gradient(90deg,#ff0000 0%,#0000ff 100%)")
    #expect(
      gradient(.zero, CGPoint(x: 1, y: 1), CGSize(width: 100, height: 100))
        == "linear-gradient(135deg,#ff0000 0%,#0000ff 100%)")
    // From corner to corner, both corners have the pure colours in CSS, too.
    #expect(
      gradient(.zero, CGPoint(x: 1, y: 1), wide) == "linear-gradient(116.5651deg,#ff0000 0%,#0000ff 100%)")
    #expect(
      gradient(CGPoint(x: 0, y: 0.25), CGPoint(x: 0, y: 0.75), wide)
        == "linear-gradient(180deg,#ff0000 25%,#0000ff 75%)")
    #expect(gradient(.zero, .zero, wide) == "linear-gradient(#0000ff 100%,#0000ff 100%)")
  }

  @Test func radialAndConicGradientsHaveACentre() {
    let layer = CAGradientLayer()
    layer.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
    layer.locations = [0.25, 1]
    layer.startPoint = CGPoint(x: 0.5, y: 0.5)
    layer.endPoint = CGPoint(x: 1, y: 1)
    layer.type = .radial
    #expect(layer.gradientCSS == "radial-gradient(50% 50% at 50% 50%,#ff0000 25%,#0000ff 100%)")
    layer.type = .conic
    layer.endPoint = CGPoint(x: 0.5, y: 0)
    #expect(layer.gradientCSS == "conic-gradient(from 0deg at 50% 50%,#ff0000 25%,#0000ff 100%)")
    layer.colors = nil
    #expect(layer.gradientCSS == nil)
  }

  @Test func aShapeIsAnSVG() {
    let view = UIView()
    let shape = CAShapeLayer()
    shape.path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 16, height: 32)).cgPath
    shape.fillColor = UIColor.red.cgColor
    view.layer.addSublayer(shape)
    let markup = renderingFromScratch(view).htmlWithStyles
    #expect(markup.contains(#"viewBox="0 0 16 32" aria-hidden="true"><path class="{fill:#ff0000;}" "#))
    #expect(markup.contains("d=\"M0 0L16 0L16 32L0 32Z\""))
    shape.fillColor = nil
    shape.strokeColor = UIColor.blue.cgColor
    shape.lineWidth = 2
    shape.lineCap = .round
    shape.strokeEnd = 0.25
    let style = renderingFromScratch(view).styles.css
    #expect(
      style.contains(
        "fill:none;stroke:#0000ff;stroke-width:2;stroke-linecap:round;stroke-miterlimit:10;"
          + "stroke-dasharray:0.25 2;stroke-dashoffset:0;"))
    shape.strokeEnd = 1
    shape.lineDashPattern = [4, 2]
    #expect(renderingFromScratch(view).styles.css.contains("stroke-dasharray:4 2;"))
  }

  @Test func aLineIsAMask() {
    let view = UIView()
    view.setFlowingFrame(CGRect(x: 0, y: 0, width: 32, height: 32))
    let ring = CAShapeLayer()
    ring.path = UIBezierPath(ovalIn: view.bounds.insetBy(dx: 4, dy: 4)).cgPath
    ring.fillColor = nil
    ring.strokeColor = UIColor.black.cgColor
    ring.lineWidth = 4
    ring.lineCap = .round
    ring.strokeEnd = 0.25
    view.layer.mask = ring
    #expect(
      css(view).contains(
        "fill-opacity='0' stroke='black' stroke-width='4' stroke-opacity='1' stroke-linecap='round' pathLength='1' "
          + "stroke-dasharray='0.25 2' stroke-dashoffset='0'/"))
    ring.strokeEnd = 0
    #expect(css(view).contains("visibility:hidden"))
  }

  @Test func aShadowWithoutABackgroundHasTheCornersOfItsPath() {
    let view = UIView()
    view.setFlowingFrame(CGRect(x: 0, y: 0, width: 100, height: 32))
    view.layer.shadowOpacity = 1
    view.layer.shadowPath = UIBezierPath(roundedRect: view.bounds, cornerRadius: 16).cgPath
    #expect(css(view).contains("border-radius:1rem;") && css(view).contains("box-shadow:"))
    view.layer.shadowPath = UIBezierPath(rect: view.bounds).cgPath
    #expect(!css(view).contains("border-radius"))
    view.layer.shadowPath = UIBezierPath(roundedRect: view.bounds, cornerRadius: 16).cgPath
    view.backgroundColor = .white
    #expect(!css(view).contains("border-radius"), "the corners of the background are its own")
  }

  @Test func aMaskIsOneOfCSS() {
    let view = UIView()
    view.setFlowingFrame(CGRect(x: 0, y: 0, width: 32, height: 16))
    let shape = CAShapeLayer()
    shape.path = UIBezierPath(ovalIn: view.bounds).cgPath
    view.layer.mask = shape
    #expect(css(view).hasPrefix("mask:url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' "))
    #expect(css(view).hasSuffix(") 0 0;mask-size:2rem 1rem;mask-repeat:no-repeat;"))
    let gradient = CAGradientLayer()
    gradient.frame = view.bounds
    gradient.colors = [UIColor.black.cgColor, UIColor.clear.cgColor]
    view.layer.mask = gradient
    #expect(
      css(view) == "mask:linear-gradient(180deg,#000000 0%,#00000000 100%) 0 0;mask-size:2rem 1rem;"
        + "mask-repeat:no-repeat;")
    // An empty mask hides everything.
    view.layer.mask = CALayer()
    #expect(css(view) == "visibility:hidden;")
    view.layer.mask = nil
    #expect(css(view) == "")
  }

  @Test func aTextLayerShowsItsText() {
    let view = UIView()
    let text = CATextLayer()
    text.string = "a < b"
    text.fontSize = 16
    view.layer.addSublayer(text)
    let markup = renderingFromScratch(view).htmlWithStyles
    #expect(
      markup.contains("a &lt; b</span></span>") && markup.contains("font-size:1rem") && markup.contains("#ffffff"))
  }

  @Test func anImageIsTheContentOfALayer() {
    let style = layered {
      $0.contents = UIImage(url: "/a.png").cgImage
      $0.contentsGravity = .resizeAspectFill
    }
    #expect(
      style == "background-image:url(\"/a.png\");background-repeat:no-repeat;background-position:center;"
        + "background-size:cover;")
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
    #expect(delegate.ends == [true] && layer.animation(forKey: "pulse") === animation)
    layer.removeAllAnimations()
    #expect(layer.animation(forKey: "pulse") == nil)
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
