internal import Foundation
internal import TempuraGraphics

/// When something moves, and at what pace. The page plays it: docs/reference/live-protocol.md.
struct Motion {
  /// In seconds.
  var duration: Double {
    didSet { duration = duration.boundedTime }
  }
  /// In seconds.
  var delay: Double {
    didSet { delay = delay.boundedTime }
  }
  var curve: Curve
  /// Infinity for an endless one.
  var repeatCount = 1.0 {
    didSet { repeatCount = repeatCount > 0 ? repeatCount == .infinity ? .infinity : min(repeatCount, 100_000) : 1 }
  }
  var autoreverses = false

  init(duration: Double, delay: Double = 0, curve: Curve = .easeInOut) {
    self.duration = duration.boundedTime
    self.delay = delay.boundedTime
    self.curve = curve
  }

  init(duration: Double, delay: Double, options: UIView.AnimationOptions, curve: Curve? = nil) {
    self.init(duration: duration, delay: delay, curve: curve ?? Curve(options.curve))
    autoreverses = options.contains(.autoreverse)
    if options.contains(.repeat) { repeatCount = .infinity }
  }

  var isEndless: Bool { repeatCount == .infinity }

  /// The seconds until it is over; infinity for an endless one.
  var end: Double { delay + duration * repeatCount * (autoreverses ? 2 : 1) }

  /// The beginning of an object in JSON, without its end.
  var json: String {
    var json = "{\"ms\":\(Int(duration * 1000))"
    if delay > 0 { json += ",\"delay\":\(Int(delay * 1000))" }
    if curve != .easeInOut { json += ",\"easing\":\"\(curve.css)\"" }
    if autoreverses { json += ",\"back\":true" }
    if repeatCount != 1 { json += ",\"times\":\(isEndless ? "0" : CSS.number(CGFloat(repeatCount)))" }
    return json
  }

  /// How far the movement has come, by the time.
  enum Curve: Hashable {
    case bezier(Float, Float, Float, Float)
    /// A spring that needs the whole duration. `damping` is the damping ratio, `velocity` in distances per duration, `frequency` the
    /// undamped one in radians per duration.
    case spring(damping: Double, frequency: Double, velocity: Double)
    /// Each value stays until the next one.
    case steps

    static let easeInOut = bezier(0.42, 0, 0.58, 1)
    static let easeOut = bezier(0, 0, 0.58, 1)
    static let linear = bezier(0, 0, 1, 1)

    init(_ curve: UIView.AnimationCurve) {
      self =
        switch curve {
        case .easeInOut: .easeInOut
        case .easeIn: .bezier(0.42, 0, 1, 1)
        case .easeOut: .easeOut
        case .linear: .linear
        }
    }

    /// A spring that has come to rest after the duration, to a thousandth, as `UIView.animate(usingSpringWithDamping:)` has it.
    ///
    /// - Parameter velocity: In distances per second.
    init(dampingRatio: Double, duration: Double, velocity: Double) {
      let damping = dampingRatio.isFinite ? min(max(dampingRatio, 0.05), 1) : 1
      // At 1 the movement is slower than its exponential part.
      let frequency = damping < 1 ? min(log(1000) / damping, 60) : 9.23
      self = .spring(damping: damping, frequency: frequency, velocity: (velocity * duration).boundedSpeed)
    }

    /// A spring by the time that a user takes it to need, as SwiftUI and `UIView.animate(springDuration:)` have it.
    ///
    /// - Returns: The time until it has come to rest, to a thousandth, and the curve over this time.
    static func perceived(duration: Double, bounce: Double, velocity: Double) -> (Double, Curve) {
      let damping = bounce.isFinite ? min(max(1 - bounce, 0.05), 1) : 1
      let rest = damping < 1 ? log(1000) / damping : 9.23
      let time = duration * min(rest, 60) / (2 * .pi)
      return (time, Curve(dampingRatio: damping, duration: time, velocity: velocity))
    }

    /// The timing function in CSS.
    var css: String {
      switch self {
      case .bezier(let a, let b, let c, let d):
        if self == .linear { return "linear" }
        return "cubic-bezier(\([a, b, c, d].map { CSS.number(CGFloat($0)) }.joined(separator: ",")))"
      case .steps: return "steps(1)"
      case .spring:
        let count = 40
        let points = (0...count).map { value(at: Double($0) / Double(count)) }
        return "linear(\(points.map { CSS.number(CGFloat(($0 * 1000).rounded() / 1000)) }.joined(separator: ",")))"
      }
    }

    /// How far the movement has come after a part of its duration.
    func value(at time: Double) -> Double {
      switch self {
      case .steps: return time < 1 ? 0 : 1
      case .spring(let damping, let frequency, let velocity):
        return time < 1 ? Self.position(time, damping, frequency, velocity) : 1
      case .bezier(let x1, let y1, let x2, let y2):
        func point(_ part: Double, _ first: Float, _ second: Float) -> Double {
          let rest = 1 - part
          return part * (3 * rest * (rest * Double(first) + part * Double(second)) + part * part)
        }
        // The times ascend, so that the part is found by halving.
        var (low, high) = (0.0, 1.0)
        for _ in 0..<20 {
          let middle = (low + high) / 2
          if point(middle, x1, x2) < time { low = middle } else { high = middle }
        }
        return point((low + high) / 2, y1, y2)
      }
    }

    /// Where a spring is that moves from 0 to 1, after a part of its duration.
    private static func position(_ time: Double, _ damping: Double, _ frequency: Double, _ velocity: Double) -> Double {
      let decay = exp(-damping * frequency * time)
      if damping >= 1 { return 1 - decay * (1 + (frequency - velocity) * time) }
      let damped = frequency * (1 - damping * damping).squareRoot()
      return 1 - decay * (cos(damped * time) + (damping * frequency - velocity) / damped * sin(damped * time))
    }
  }
}

/// A spring by its physical properties.
struct Spring {
  let dampingRatio: Double
  /// The undamped frequency in radians per second.
  let frequency: Double
  /// The time in seconds until its movement has decreased to a thousandth.
  let settlingTime: Double

  init(mass: Double, stiffness: Double, damping: Double) {
    let (mass, stiffness) = (max(mass, 1e-6), max(stiffness, 1e-6))
    frequency = (stiffness / mass).squareRoot()
    let ratio = damping / (2 * (stiffness * mass).squareRoot())
    dampingRatio = ratio.isFinite ? min(max(ratio, 0.01), 1) : 1
    settlingTime = (dampingRatio < 1 ? log(1000) / (dampingRatio * frequency) : 9.23 / frequency).boundedTime
  }
}

extension Double {
  /// A time in seconds that an animation can take: at most an hour, and 0 for what is no time.
  fileprivate var boundedTime: Double { isNaN ? 0 : Swift.min(Swift.max(self, 0), 3600) }

  fileprivate var boundedSpeed: Double { isFinite ? Swift.min(Swift.max(self, -100), 100) : 0 }
}
