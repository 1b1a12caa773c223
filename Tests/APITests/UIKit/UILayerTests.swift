import CoreGraphics
import QuartzCore
import Testing
import UIKit

/// Layers, drawing, images and colours as apps use them.
@MainActor @Suite struct UILayerTests {
  final class GradientView: UIView {
    override class var layerClass: AnyClass { CAGradientLayer.self }
    private var gradientLayer: CAGradientLayer { layer as! CAGradientLayer }

    override init(frame: CGRect) {
      super.init(frame: frame)
      gradientLayer.colors = [UIColor.systemIndigo.cgColor, UIColor.systemTeal.cgColor]
      gradientLayer.locations = [0.0, 0.5]
      gradientLayer.startPoint = CGPoint(x: 0, y: 0)
      gradientLayer.endPoint = CGPoint(x: 1, y: 1)
      gradientLayer.type = .axial
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func layoutSublayers(of layer: CALayer) {
      super.layoutSublayers(of: layer)
      gradientLayer.frame = bounds
    }
  }

  final class Ring: CAShapeLayer {
    var progress: CGFloat = 0 { didSet { strokeEnd = progress } }

    override init() {
      super.init()
      fillColor = nil
      strokeColor = UIColor.red.cgColor
      lineWidth = 4
      lineCap = .round
      lineJoin = .round
      lineDashPattern = [2, 3]
      lineDashPhase = 1
      miterLimit = 5
      strokeStart = 0.1
      fillRule = .evenOdd
    }

    override init(layer: Any) { super.init(layer: layer) }

    required init?(coder: NSCoder) { fatalError() }

    override var bounds: CGRect {
      didSet { path = UIBezierPath(ovalIn: bounds).cgPath }
    }

    override func layoutSublayers() { super.layoutSublayers() }
    override func draw(in ctx: CGContext) { super.draw(in: ctx) }
    override func add(_ anim: CAAnimation, forKey key: String?) { super.add(anim, forKey: key) }
    override func action(forKey event: String) -> (any CAAction)? { NSNull() }
    override class func needsDisplay(forKey key: String) -> Bool {
      key == "progress" || super.needsDisplay(forKey: key)
    }
  }

  final class Chart: UIView {
    override func draw(_ rect: CGRect) {
      super.draw(rect)
      guard let context = UIGraphicsGetCurrentContext() else { return }
      context.saveGState()
      context.setFillColor(UIColor.red.cgColor)
      context.setStrokeColor(UIColor.blue.cgColor)
      context.setLineWidth(2)
      context.setLineCap(.round)
      context.setLineJoin(.bevel)
      context.setLineDash(phase: 0, lengths: [1, 2])
      context.move(to: .zero)
      context.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
      context.addArc(center: .zero, radius: 3, startAngle: 0, endAngle: .pi, clockwise: true)
      context.addQuadCurve(to: .zero, control: CGPoint(x: 1, y: 1))
      context.addCurve(to: .zero, control1: .zero, control2: .zero)
      context.closePath()
      context.drawPath(using: .fillStroke)
      context.strokePath()
      context.fillPath(using: .evenOdd)
      context.addPath(UIBezierPath(rect: rect).cgPath)
      context.clip()
      context.translateBy(x: 1, y: 1)
      context.scaleBy(x: 1, y: -1)
      context.rotate(by: .pi)
      context.concatenate(.identity)
      context.setShadow(offset: .zero, blur: 3, color: UIColor.black.cgColor)
      context.setBlendMode(.multiply)
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.endTransparencyLayer()
      let space = CGColorSpaceCreateDeviceRGB()
      let colors = [UIColor.red.cgColor, UIColor.blue.cgColor] as CFArray
      if let gradient = CGGradient(colorsSpace: space, colors: colors, locations: [0.0, 1.0]) {
        context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 0, y: 3), options: [])
        context.drawRadialGradient(
          gradient, startCenter: .zero, startRadius: 0, endCenter: .zero, endRadius: 3, options: .drawsAfterEndLocation)
      }
      if let image = UIImage().cgImage { context.draw(image, in: rect) }
      context.clear(rect)
      context.fill(rect)
      context.fillEllipse(in: rect)
      context.stroke(rect)
      context.stroke(rect, width: 2)
      context.strokeEllipse(in: rect)
      context.restoreGState()
      ("text" as NSString).draw(at: .zero, withAttributes: [.foregroundColor: UIColor.label])
      "text".draw(in: rect, withAttributes: nil)
      NSAttributedString(string: "text").draw(at: .zero)
      UIColor.green.setFill()
      UIColor.green.setStroke()
      UIColor.green.set()
      UIRectFill(rect)
      UIRectFrame(rect)
      UIRectClip(rect)
    }
  }

  final class Delegate: NSObject, CAAnimationDelegate, CALayerDelegate {
    var isFinished = false
    func animationDidStart(_ anim: CAAnimation) {}
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { isFinished = flag }
    func draw(_ layer: CALayer, in ctx: CGContext) {}
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
    func step(_ link: CADisplayLink) {}
  }

  @Test func layersHaveLooks() {
    let view = GradientView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    view.clipsToBounds = false
    view.layer.shadowColor = UIColor.black.cgColor
    view.layer.shadowOpacity = 0.2
    view.layer.shadowRadius = 4
    view.layer.shadowOffset = CGSize(width: 0, height: 2)
    view.layer.shadowPath = UIBezierPath(roundedRect: view.bounds, cornerRadius: 8).cgPath
    view.layer.borderWidth = 1.0 / UIScreen.main.scale
    view.layer.borderColor = UIColor.separator.cgColor
    view.layer.cornerRadius = 8
    view.layer.cornerCurve = .continuous
    view.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
    view.layer.masksToBounds = true
    view.layer.backgroundColor = UIColor.white.cgColor
    view.layer.zPosition = 1
    view.layer.opacity = 0.5
    view.layer.isHidden = false
    view.layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
    view.layer.position = CGPoint(x: 50, y: 25)
    view.layer.transform = CATransform3DMakeScale(1, 1, 1)
    view.layer.setAffineTransform(.identity)
    view.layer.shouldRasterize = true
    view.layer.rasterizationScale = UIScreen.main.scale
    view.layer.isOpaque = false
    view.layer.allowsEdgeAntialiasing = true
    view.layer.contentsScale = 2
    view.layer.contentsGravity = .resizeAspect
    view.layer.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    view.layer.contents = UIImage().cgImage
    view.layer.compositingFilter = "multiplyBlendMode"
    view.layer.name = "card"
    #expect(view.layer.affineTransform().isIdentity && view.layer.presentation()?.opacity == 0.5)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    view.layer.transform = CATransform3DRotate(perspective, .pi / 4, 0, 1, 0)
    view.layer.sublayerTransform = perspective
  }

  @Test func layersFormATree() {
    let view = UIView()
    let (ring, other) = (Ring(), CALayer())
    view.layer.addSublayer(ring)
    view.layer.insertSublayer(other, at: 0)
    view.layer.insertSublayer(other, below: ring)
    view.layer.insertSublayer(other, above: ring)
    view.layer.replaceSublayer(other, with: CATextLayer())
    ring.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    ring.progress = 0.5
    ring.setNeedsDisplay()
    ring.setNeedsLayout()
    ring.layoutIfNeeded()
    ring.delegate = nil
    #expect(ring.superlayer === view.layer && view.layer.sublayers?.count == 2 && ring.path != nil)
    view.layer.sublayers?.forEach { $0.removeFromSuperlayer() }
    view.layer.sublayers = nil
    view.layer.mask = ring
    #expect(ring.contains(.zero) && ring.hitTest(.zero) != nil)
    #expect(ring.convert(CGPoint.zero, to: view.layer) == ring.frame.origin)
    let replicator = CAReplicatorLayer()
    replicator.instanceCount = 1
    replicator.instanceTransform = CATransform3DMakeRotation(1, 0, 0, 1)
  }

  @Test func animationsEnd() {
    let layer = CALayer()
    let delegate = Delegate()
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = 0
    animation.toValue = 1
    animation.duration = 0.3
    animation.beginTime = CACurrentMediaTime()
    animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    animation.fillMode = .forwards
    animation.isRemovedOnCompletion = false
    animation.autoreverses = true
    animation.repeatCount = 2
    animation.delegate = delegate
    layer.add(animation, forKey: "fade")
    #expect(delegate.isFinished && layer.animation(forKey: "fade") != nil && layer.animationKeys() == ["fade"])
    layer.removeAnimation(forKey: "fade")
    layer.removeAllAnimations()
    let keyframes = CAKeyframeAnimation(keyPath: "position.x")
    keyframes.values = [0, 10, -10]
    keyframes.keyTimes = [0, 0.5, 1]
    keyframes.path = UIBezierPath().cgPath
    let spring = CASpringAnimation(keyPath: #"transform.scale"#)
    spring.damping = 5
    spring.initialVelocity = 1
    let group = CAAnimationGroup()
    group.animations = [keyframes, spring]
    group.duration = spring.settlingDuration
    let transition = CATransition()
    transition.type = .push
    transition.subtype = .fromRight
    layer.add(group, forKey: nil)
    layer.add(transition, forKey: kTransition)
    var isDone = false
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    CATransaction.setAnimationDuration(0.2)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(controlPoints: 0, 0, 1, 1))
    CATransaction.setCompletionBlock { isDone = true }
    CATransaction.commit()
    CATransaction.flush()
    #expect(isDone)
    let link = CADisplayLink(target: delegate, selector: Delegate.step)
    link.add(to: .main, forMode: .common)
    link.isPaused = true
    link.invalidate()
  }

  private let kTransition = "transition"

  @Test func pathsAreDrawn() {
    let path = UIBezierPath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 10, y: 0))
    path.addQuadCurve(to: .zero, controlPoint: CGPoint(x: 3, y: 3))
    path.addCurve(to: .zero, controlPoint1: .zero, controlPoint2: .zero)
    path.addArc(withCenter: .zero, radius: 3, startAngle: 0, endAngle: .pi, clockwise: true)
    path.close()
    path.lineWidth = 2
    path.lineCapStyle = .round
    path.lineJoinStyle = .round
    path.setLineDash([2, 1], count: 2, phase: 0)
    path.usesEvenOddFillRule = true
    path.append(UIBezierPath(roundedRect: .zero, byRoundingCorners: [.topLeft, .topRight], cornerRadii: .zero))
    path.append(UIBezierPath(arcCenter: .zero, radius: 1, startAngle: 0, endAngle: 1, clockwise: false))
    path.append(UIBezierPath(cgPath: CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)))
    path.apply(CGAffineTransform(translationX: 1, y: 1))
    _ = path.reversing()
    path.fill()
    path.stroke()
    path.addClip()
    path.fill(with: .normal, alpha: 1)
    #expect(!path.isEmpty && path.bounds.width > 0 && path.currentPoint != CGPoint(x: -1, y: -1))
    path.removeAllPoints()
    var transform = CGAffineTransform(scaleX: 2, y: 2)
    let mutable = CGMutablePath()
    mutable.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    mutable.addEllipse(in: .zero)
    mutable.addRoundedRect(in: CGRect(x: 0, y: 0, width: 4, height: 4), cornerWidth: 1, cornerHeight: 1)
    mutable.addLines(between: [.zero, CGPoint(x: 1, y: 1)])
    mutable.addArc(tangent1End: .zero, tangent2End: CGPoint(x: 1, y: 1), radius: 1)
    mutable.closeSubpath()
    #expect(mutable.copy(using: &transform)?.boundingBoxOfPath.width ?? 0 > 3)
    var count = 0
    mutable.applyWithBlock { if $0.pointee.type == .moveToPoint { count += 1 } }
    #expect(count > 1 && mutable.contains(CGPoint(x: 0.5, y: 0.5)))
    let vector = CGVector(dx: 1, dy: 2)
    #expect(vector != .zero && CGAffineTransform.identity.rotated(by: 0).inverted().isIdentity)
  }

  @Test func imagesAreMade() {
    let format = UIGraphicsImageRendererFormat.default()
    format.scale = 2
    format.opaque = false
    let size = CGSize(width: 20, height: 20)
    let image = UIGraphicsImageRenderer(size: size, format: format).image { context in
      UIColor.red.setFill()
      context.fill(CGRect(origin: .zero, size: size))
      context.cgContext.fillEllipse(in: CGRect(origin: .zero, size: size))
    }
    UIGraphicsBeginImageContextWithOptions(size, false, 0.0)
    defer { UIGraphicsEndImageContext() }
    image.draw(in: CGRect(origin: .zero, size: size))
    image.draw(in: CGRect(origin: .zero, size: size), blendMode: .normal, alpha: 0.5)
    Chart(frame: CGRect(origin: .zero, size: size)).layer.render(in: UIGraphicsGetCurrentContext()!)
    let copy: UIImage? = UIGraphicsGetImageFromCurrentImageContext()
    #expect(copy?.size == size && image.scale == 2 && image.imageOrientation == .up)
    #expect(image.pngData() != nil && image.jpegData(compressionQuality: 0.8) != nil)
    let resizable = image.resizableImage(withCapInsets: UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1))
    _ = image.withAlignmentRectInsets(.zero).withTintColor(.red).withRenderingMode(.alwaysTemplate)
    _ = UIImage(cgImage: image.cgImage!, scale: 2, orientation: .up)
    #expect(resizable.capInsets.top == 1)
    #expect(UIImage(data: Data()) == nil && UIImage(contentsOfFile: "") == nil && UIImage().size == .zero)
    _ = UIImage(named: "x", in: nil, compatibleWith: nil)
    _ = UIImage(systemName: "star", withConfiguration: UIImage.SymbolConfiguration(pointSize: 20, weight: .bold))
    _ = UIImage.animatedImage(with: [image], duration: 1)
    #expect(NSDataAsset(name: "nothing") == nil)
  }

  @Test func coloursHaveComponents() {
    #expect(UIColor(named: "nothing") == nil && UIColor(named: "nothing", in: nil, compatibleWith: nil) == nil)
    let colors: [UIColor] = [
      .systemGroupedBackground, .secondarySystemGroupedBackground, .tertiarySystemGroupedBackground, .systemFill,
      .quaternaryLabel, .placeholderText, .link, .opaqueSeparator, .lightText, .darkText, .tintColor, .systemMint,
      .systemCyan, .systemBrown, UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1),
      UIColor(hue: 0.5, saturation: 1, brightness: 1, alpha: 1), UIColor(cgColor: UIColor.red.cgColor),
      UIColor(patternImage: UIImage()),
    ]
    var (red, white): (CGFloat, CGFloat) = (0, 0)
    colors[0].getRed(&red, green: nil, blue: nil, alpha: nil)
    colors[0].getWhite(&white, alpha: nil)
    colors[0].getHue(nil, saturation: nil, brightness: nil, alpha: nil)
    #expect(UIColor.red.isEqual(UIColor.red) && UIColor.red.cgColor.alpha == 1)
    #expect(CGColor(red: 1, green: 0, blue: 0, alpha: 1).components?.count == 4)
    #expect(CGColor(gray: 0, alpha: 1).copy(alpha: 0.5)?.alpha == 0.5)
  }
}
