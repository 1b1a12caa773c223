public import Foundation

/// How a text layer places its lines.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")

  var css: String {
    switch self {
    case .natural: "start"
    case .justified: "justify"
    default: rawValue
    }
  }
}

/// What a text layer does with a text that is too long. Pages cut it off, or show an ellipsis at the end of the line.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let none = CATextLayerTruncationMode(rawValue: "none")
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
  public static let end = CATextLayerTruncationMode(rawValue: "end")
}

/// A layer that shows a text. Like all layers it is hidden from assistive technology: prefer a label.
open class CATextLayer: CALayer {
  /// A `String` or an `NSAttributedString`.
  open var string: Any? { didSet { changed() } }

  /// A `UIFont`, whose size is not used. Others stand for the system font.
  open var font: Any? { didSet { changed() } }

  /// In points.
  open var fontSize: CGFloat = 36 { didSet { if fontSize != oldValue { changed() } } }

  open var foregroundColor: CGColor? = .white { didSet { if foregroundColor != oldValue { changed() } } }

  /// Whether lines are broken to fit into the layer.
  open var isWrapped = false { didSet { if isWrapped != oldValue { changed() } } }

  open var alignmentMode = CATextLayerAlignmentMode.natural { didSet { if alignmentMode != oldValue { changed() } } }

  open var truncationMode = CATextLayerTruncationMode.none { didSet { if truncationMode != oldValue { changed() } } }

  /// Does nothing: browsers decide how texts are drawn.
  open var allowsFontSubpixelQuantization = false

  override var hasElement: Bool { true }

  override func renderContent(into html: HTMLRenderer) {
    var css = "inset:0;text-align:\(alignmentMode.css);"
    css += (font as? UIFont ?? .systemFont(ofSize: 17)).withSize(fontSize).css
    if let foregroundColor { CSS.declare("color", foregroundColor.color.css, in: &css) }
    css += isWrapped ? "white-space:pre-line;" : "white-space:pre;"
    if view != nil { css += "z-index:-1;" }
    if truncationMode != .none { css += "overflow:hidden;text-overflow:ellipsis;" }
    html.write("<span class=\"layer s")
    html.write(text: String(html.styles.number(of: css)))
    html.write("\">")
    if let text = string as? NSAttributedString {
      html.write(attributed: text)
    } else {
      html.write(text: string as? String ?? "")
    }
    html.write("</span>")
  }
}

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

/// The shape of an emitter.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
  public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
  public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
  public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
}

/// Where particles start.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
  public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
  public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
  public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}

/// How particles are drawn over one another.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
  public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
  public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
  public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
  public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")
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
  open var contentsScale: CGFloat = 1
  open var birthRate: Float = 0
  open var lifetime: Float = 0
  open var lifetimeRange: Float = 0
  open var emissionLongitude: CGFloat = 0
  open var emissionLatitude: CGFloat = 0
  open var emissionRange: CGFloat = 0
  open var velocity: CGFloat = 0
  open var velocityRange: CGFloat = 0
  open var xAcceleration: CGFloat = 0
  open var yAcceleration: CGFloat = 0
  open var zAcceleration: CGFloat = 0
  open var scale: CGFloat = 1
  open var scaleRange: CGFloat = 0
  open var scaleSpeed: CGFloat = 0
  open var spin: CGFloat = 0
  open var spinRange: CGFloat = 0
  open var color: CGColor?
  open var redRange: Float = 0
  open var greenRange: Float = 0
  open var blueRange: Float = 0
  open var alphaRange: Float = 0
  open var redSpeed: Float = 0
  open var greenSpeed: Float = 0
  open var blueSpeed: Float = 0
  open var alphaSpeed: Float = 0
  open var emitterCells: [CAEmitterCell]?
}
