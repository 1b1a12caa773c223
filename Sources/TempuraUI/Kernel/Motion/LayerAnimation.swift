internal import Basics
internal import Foundation
internal import TempuraGraphics

/// An animation that was added to a layer. It is part of the layer's markup until it is over.
struct LayerAnimation {
  let key: String
  let animation: CAAnimation
  /// What it shows, in JSON, and whether that is the layer's shape.
  let frames: [(json: String, isOfShape: Bool)]

  /// Whether it changes how much of a path's line is shown.
  var movesStroke: Bool { frames.contains { $0.json.contains("\"stroke-dasharray\"") } }
}

extension HTMLRenderer {
  /// Writes the attribute with animations that are part of the markup.
  func writeMotion(_ animations: [String]) {
    if !animations.isEmpty { write(attribute: "data-plays", "[\(animations.joined(separator: ","))]") }
  }
}

extension CALayer {
  private static let maxAnimations = 32

  /// Starts an animation.
  final func run(_ original: CAAnimation, key: String?) {
    // As on iOS, later changes of the object change nothing.
    guard let animation = original.copy() as? CAAnimation else { return }
    let log = MotionLog.current
    let key = key ?? "animation\(log?.nextNumber() ?? 0)"
    endAnimations(finished: false) { $0.key == key }
    let running = LayerAnimation(key: key, animation: animation, frames: log == nil ? [] : frames(of: animation))
    animations = animations.suffix(Self.maxAnimations - 1) + [running]
    changed()
    animation.delegate?.animationDidStart(animation)
    let end = animation.motion.end
    CATransaction.note(end: end)
    OpenMotion.current.complete(after: end) { [weak self] in
      guard let self, animations.contains(where: { $0.animation === animation }) else { return }
      if animation.isRemovedOnCompletion {
        endAnimations(finished: true) { $0.animation === animation }
      } else {
        animation.delegate?.animationDidStop(animation, finished: true)
      }
    }
  }

  /// Removes animations, and tells their delegates.
  final func endAnimations(finished: Bool, where isEnded: (LayerAnimation) -> Bool) {
    let ended = animations.filter(isEnded)
    guard !ended.isEmpty else { return }
    animations.removeAll(where: isEnded)
    changed()
    for end in ended { end.animation.delegate?.animationDidStop(end.animation, finished: finished) }
  }

  /// The animations in JSON.
  ///
  /// - Parameter ofShape: Whether those of the layer's path, or all others.
  final func animationsAsJSON(ofShape: Bool) -> [String] {
    animations.isEmpty ? [] : animations.flatMap { $0.frames.filter { $0.isOfShape == ofShape }.map(\.json) }
  }
}

extension CAAnimation {
  /// How long it takes, and at what pace.
  final var motion: Motion {
    let speed = speed > 0 ? Double(speed) : 1
    var time = duration > 0 ? duration : CATransaction.animationDuration()
    var curve = (timingFunction ?? CATransaction.animationTimingFunction())?.curve ?? Motion.Curve.linear
    if let spring = self as? CASpringAnimation {
      let physical = spring.spring
      if duration <= 0 { time = physical.settlingTime }
      curve = .spring(
        damping: physical.dampingRatio, frequency: min(physical.frequency * time, 200),
        velocity: Double(spring.initialVelocity) * time)
    }
    if let frames = self as? CAKeyframeAnimation, frames.calculationMode == .discrete { curve = .steps }
    let wait = beginTime > 0 ? beginTime - CACurrentMediaTime() : 0
    var motion = Motion(duration: time / speed, delay: wait > 0 ? wait : 0, curve: curve)
    motion.autoreverses = autoreverses
    if isEndless {
      motion.repeatCount = .infinity
    } else if repeatDuration > 0 {
      motion.repeatCount = repeatDuration / max(time * (autoreverses ? 2 : 1), 0.001)
    } else if repeatCount > 0 {
      motion.repeatCount = Double(repeatCount)
    }
    return motion
  }
}

extension CAMediaTimingFunction {
  final var curve: Motion.Curve {
    var (first, second) = ([Float](repeating: 0, count: 2), [Float](repeating: 0, count: 2))
    getControlPoint(at: 1, values: &first)
    getControlPoint(at: 2, values: &second)
    return .bezier(first[0], first[1], second[0], second[1])
  }
}

extension CALayer {
  /// Translates an animation into key frames of CSS.
  private func frames(
    of animation: CAAnimation, group: (motion: Motion, fill: CAMediaTimingFillMode)? = nil
  ) -> [(json: String, isOfShape: Bool)] {
    if let group = animation as? CAAnimationGroup {
      let outer = group.motion
      let fill = group.isRemovedOnCompletion ? CAMediaTimingFillMode.removed : group.fillMode
      return (group.animations ?? []).prefix(32).flatMap { self.frames(of: $0, group: (outer, fill)) }
    }
    guard let property = animation as? CAPropertyAnimation, let path = property.keyPath,
      let values = keyValues(of: property, path)
    else { return [] }
    var motion = animation.motion
    if let outer = group?.motion {
      // In a group, times count from its start.
      motion = animation.duration > 0 ? motion : outer
      motion.delay = outer.delay + max(animation.beginTime, 0)
      if outer.isEndless { motion.repeatCount = .infinity }
      motion.autoreverses = motion.autoreverses || outer.autoreverses
    }
    var keyFrames: [String] = []
    for (index, value) in values.enumerated() {
      guard let style = LayerKeyPath.style(path, value.value, in: self, isAdditive: property.isAdditive) else {
        return []
      }
      var frame = ["\"offset\":\(CSS.number(CGFloat(value.offset)))"]
      if let curve = value.curve, index + 1 < values.count { frame.append("\"easing\":\"\(curve.css)\"") }
      frame += style.map { "\"\($0.0)\":\($0.1.json)" }
      keyFrames.append("{\(frame.joined(separator: ","))}")
    }
    var json = motion.json
    let fill = group?.fill ?? (animation.isRemovedOnCompletion ? .removed : animation.fillMode)
    if fill != .removed { json += ",\"fill\":\"\(fill.rawValue)\"" }
    if LayerKeyPath.isRelative(path) || property.isAdditive { json += ",\"adds\":true" }
    return [(json + ",\"frames\":[\(keyFrames.joined(separator: ","))]}", LayerKeyPath.isOfShape(path))]
  }

  /// The values of an animation, by parts of its duration. A value of nil is that of the layer.
  private func keyValues(
    of animation: CAPropertyAnimation, _ path: String
  ) -> [(offset: Double, value: Any?, curve: Motion.Curve?)]? {
    switch animation {
    case let basic as CABasicAnimation:
      var (from, to) = (basic.fromValue, basic.toValue)
      if let by = basic.byValue {
        if from == nil { from = to.flatMap { LayerKeyPath.combine($0, by, -) } }
        to = to ?? LayerKeyPath.combine(from ?? LayerKeyPath.value(path, of: self), by, +)
      }
      return [(0, from, nil), (1, to, nil)]
    case let key as CAKeyframeAnimation:
      let values = (key.path?.samples(24) ?? key.values ?? []).prefix(100)
      guard values.count > 1 else { return nil }
      let times = key.keyTimes.map { $0.map(\.doubleValue) }
      var last = 0.0
      return values.enumerated().map { index, value in
        let even = Double(index) / Double(values.count - 1)
        let time = times.flatMap { index < $0.count ? $0[index] : nil } ?? even
        // Browsers refuse times that do not ascend.
        last = time.isNaN ? last : min(max(time, last), 1)
        let curve =
          key.calculationMode == .discrete
          ? Motion.Curve.steps
          : key.timingFunctions.flatMap { index < $0.count ? $0[index].curve : nil }
        return (last, value, curve)
      }
    default: return nil
    }
  }
}
