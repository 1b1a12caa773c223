internal import Basics
public import Foundation

/// The shape of an emitter.
public enum CAEmitterLayerEmitterShape: String, Sendable { case point, line, rectangle, circle }

/// Where particles start.
public enum CAEmitterLayerEmitterMode: String, Sendable { case points, outline, surface, volume }

/// How particles are drawn over one another.
public enum CAEmitterLayerRenderMode: String, Sendable {
  case unordered, oldestFirst, oldestLast, backToFront, additive
}

/// A layer that emits particles, such as confetti. A page shows none, which is reported.
open class CAEmitterLayer: CALayer {
  open var emitterCells: [CAEmitterCell]? {
    didSet {
      Misuse.report("A page shows no particles of a CAEmitterLayer: use an animation of the app's style sheet.")
    }
  }

  open var emitterPosition = CGPoint.zero
  open var emitterZPosition: CGFloat = 0
  open var emitterSize = CGSize.zero
  open var emitterDepth: CGFloat = 0
  open var emitterShape = CAEmitterLayerEmitterShape.point
  open var emitterMode = CAEmitterLayerEmitterMode.volume
  open var renderMode = CAEmitterLayerRenderMode.unordered
  open var birthRate: Float = 1
  open var lifetime: Float = 1
  open var velocity: Float = 1
  open var scale: Float = 1
  open var spin: Float = 1
  open var seed: UInt32 = 0
}

/// A kind of particle. Pages show none.
open class CAEmitterCell: NSObject {
  open var name: String?
  open var isEnabled = true
  open var contents: Any?
  open var color: CGColor?
  open var contentsScale: CGFloat = 1, scale: CGFloat = 1
  open var birthRate: Float = 0, lifetime: Float = 0, lifetimeRange: Float = 0
  open var emissionLongitude: CGFloat = 0, emissionLatitude: CGFloat = 0, emissionRange: CGFloat = 0
  open var velocity: CGFloat = 0, velocityRange: CGFloat = 0
  open var xAcceleration: CGFloat = 0, yAcceleration: CGFloat = 0, zAcceleration: CGFloat = 0
  open var scaleRange: CGFloat = 0, scaleSpeed: CGFloat = 0
  open var spin: CGFloat = 0, spinRange: CGFloat = 0
  open var redRange: Float = 0, greenRange: Float = 0, blueRange: Float = 0, alphaRange: Float = 0
  open var redSpeed: Float = 0, greenSpeed: Float = 0, blueSpeed: Float = 0, alphaSpeed: Float = 0
  open var emitterCells: [CAEmitterCell]?
}
