import UIKit

final class LikeViewController: UIViewController {
  private let likeButton = UIButton(type: .custom)
  private let countLabel = UILabel()
  private let padLabel = UILabel()
  private let ring = CAShapeLayer()
  private var isLiked = false
  private var count = 41

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let configuration = UIImage.SymbolConfiguration(pointSize: 48)
    likeButton.setImage(UIImage(systemName: "heart", withConfiguration: configuration), for: .normal)
    likeButton.setImage(UIImage(systemName: "heart.fill", withConfiguration: configuration), for: .selected)
    likeButton.tintColor = .systemPink
    likeButton.accessibilityLabel = "Like"
    likeButton.accessibilityIdentifier = "like.button"
    likeButton.addTarget(self, action: LikeViewController.like, for: .touchUpInside)
    likeButton.addTarget(self, action: LikeViewController.press, for: .touchDown)
    likeButton.addTarget(self, action: LikeViewController.release, for: [.touchUpOutside, .touchCancel])
    view.addSubview(likeButton)
    countLabel.text = "41 likes"
    countLabel.accessibilityIdentifier = "like.count"
    countLabel.textAlignment = .center
    view.addSubview(countLabel)
    padLabel.text = "Tap me somewhere"
    padLabel.textAlignment = .center
    padLabel.backgroundColor = .systemYellow
    padLabel.isUserInteractionEnabled = true
    padLabel.accessibilityIdentifier = "like.pad"
    padLabel.addGestureRecognizer(UITapGestureRecognizer(target: self, action: LikeViewController.tapPad))
    view.addSubview(padLabel)
    ring.fillColor = UIColor.clear.cgColor
    ring.strokeColor = UIColor.systemPink.cgColor
    ring.lineWidth = 4
    ring.lineCap = .round
    ring.strokeEnd = 0
    view.layer.addSublayer(ring)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let center = CGPoint(x: view.bounds.midX, y: view.safeAreaInsets.top + 220)
    likeButton.bounds = CGRect(x: 0, y: 0, width: 80, height: 80)
    likeButton.center = center
    countLabel.frame = CGRect(x: 20, y: center.y + 70, width: view.bounds.width - 40, height: 24)
    padLabel.frame = CGRect(x: 20, y: center.y + 140, width: view.bounds.width - 40, height: 80)
    ring.frame = CGRect(x: center.x - 50, y: center.y - 50, width: 100, height: 100)
    ring.path =
      UIBezierPath(
        arcCenter: CGPoint(x: 50, y: 50), radius: 48, startAngle: -.pi / 2, endAngle: 1.5 * .pi, clockwise: true
      ).cgPath
  }

  private func press() {
    UIView.animate(withDuration: 0.1) { self.likeButton.transform = CGAffineTransform(scaleX: 0.8, y: 0.8) }
  }

  private func release() {
    UIView.animate(withDuration: 0.2) { self.likeButton.transform = .identity }
  }

  private func tapPad(_ recognizer: UITapGestureRecognizer) {
    let place = recognizer.location(in: padLabel)
    padLabel.text = "Tapped at \(Int(place.x.rounded())), \(Int(place.y.rounded()))"
  }

  private func like() {
    isLiked.toggle()
    likeButton.isSelected = isLiked
    count += isLiked ? 1 : -1
    UIView.transition(with: countLabel, duration: 0.3, options: .transitionCrossDissolve) {
      self.countLabel.text = "\(self.count) likes"
    }
    likeButton.transform = CGAffineTransform(scaleX: 0.6, y: 0.6)
    UIView.animate(
      withDuration: 0.6, delay: 0, usingSpringWithDamping: 0.3, initialSpringVelocity: 6,
      options: .allowUserInteraction, animations: { self.likeButton.transform = .identity }, completion: nil)
    guard isLiked else {
      ring.strokeEnd = 0
      return
    }
    drawRing()
    for index in 0..<5 { throwHeart(index) }
    wobble()
  }

  private func drawRing() {
    let animation = CABasicAnimation(keyPath: "strokeEnd")
    animation.fromValue = 0
    animation.toValue = 1
    animation.duration = 0.6
    animation.timingFunction = CAMediaTimingFunction(name: .easeOut)
    ring.strokeEnd = 1
    ring.add(animation, forKey: "ring")
  }

  private func wobble() {
    let spring = CASpringAnimation(keyPath: "transform.scale")
    spring.fromValue = 1.4
    spring.toValue = 1
    spring.mass = 1
    spring.stiffness = 200
    spring.damping = 6
    spring.initialVelocity = 0
    spring.duration = spring.settlingDuration
    countLabel.layer.add(spring, forKey: "wobble")
  }

  private func throwHeart(_ index: Int) {
    let heart = UIImageView(image: UIImage(systemName: "heart.fill"))
    heart.tintColor = .systemPink
    heart.accessibilityIdentifier = "heart.\(index)"
    heart.frame = CGRect(x: 0, y: 0, width: 24, height: 24)
    heart.center = likeButton.center
    view.addSubview(heart)
    let path = UIBezierPath()
    path.move(to: likeButton.center)
    let end = CGPoint(x: likeButton.center.x + CGFloat(index - 2) * 50, y: likeButton.center.y - 180)
    path.addCurve(
      to: end, controlPoint1: CGPoint(x: likeButton.center.x + CGFloat(2 - index) * 40, y: end.y + 120),
      controlPoint2: CGPoint(x: end.x, y: end.y + 60))
    let position = CAKeyframeAnimation(keyPath: "position")
    position.path = path.cgPath
    let opacity = CAKeyframeAnimation(keyPath: "opacity")
    opacity.values = [0, 1, 1, 0]
    opacity.keyTimes = [0, 0.2, 0.6, 1]
    let group = CAAnimationGroup()
    group.animations = [position, opacity]
    group.duration = 1 + 0.1 * Double(index)
    group.fillMode = .forwards
    group.isRemovedOnCompletion = false
    CATransaction.begin()
    CATransaction.setCompletionBlock { heart.removeFromSuperview() }
    heart.layer.add(group, forKey: "flight")
    CATransaction.commit()
  }
}
