internal import Basics
public import Foundation

/// A layer that repeats its sublayers. A page shows them once, which is reported.
open class CAReplicatorLayer: CALayer {
  open var instanceCount = 1 {
    didSet {
      guard instanceCount > 1 else { return }
      Misuse.report("A page shows the sublayers of a CAReplicatorLayer once: add a layer for each instance.")
    }
  }

  open var preservesDepth = false
  open var instanceDelay: CFTimeInterval = 0
  open var instanceTransform = CATransform3D.identity
  open var instanceColor: CGColor?
  open var instanceRedOffset: Float = 0
  open var instanceGreenOffset: Float = 0
  open var instanceBlueOffset: Float = 0
  open var instanceAlphaOffset: Float = 0
}

/// A layer whose sublayers share one space. On a page it is a layer like others.
open class CATransformLayer: CALayer {}

/// A layer that shows parts of a large drawing. On a page it is a layer like others.
open class CATiledLayer: CALayer {
  open var levelsOfDetail = 1
  open var levelsOfDetailBias = 0
  open var tileSize = CGSize(width: 256, height: 256)
}

/// A layer whose sublayers scroll. A page does not scroll it.
open class CAScrollLayer: CALayer {}
