public import Foundation

/// The corners that are rounded.
public struct CACornerMask: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1 << 0)
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 1 << 1)
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 1 << 2)
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 1 << 3)

  static let all: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
}

/// The shape of rounded corners. Pages round them as a circle.
public enum CALayerCornerCurve: String, Sendable { case circular, continuous }

/// How an image fills a layer of another size.
public enum CALayerContentsGravity: String, Sendable {
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight, resize, resizeAspect,
    resizeAspectFill

  /// The position and size of a background in CSS.
  var css: String {
    switch self {
    case .resize: "0 0/100% 100%"
    case .resizeAspect: "center/contain"
    case .resizeAspectFill: "center/cover"
    case .top: "top"
    case .bottom: "bottom"
    case .left: "left"
    case .right: "right"
    case .topLeft: "left top"
    case .topRight: "right top"
    case .bottomLeft: "left bottom"
    case .bottomRight: "right bottom"
    default: "center"
    }
  }
}

/// How an image is scaled. Browsers decide that themselves.
public enum CALayerContentsFilter: String, Sendable { case linear, nearest, trilinear }

/// The edges of a layer that are drawn smoothly. Browsers decide that themselves.
public struct CAEdgeAntialiasingMask: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1 << 0)
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 1 << 1)
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 1 << 2)
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 1 << 3)
}

/// What a layer does for an event. On a page nothing is animated, so no action is ever run.
public protocol CAAction {
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

extension NSNull: CAAction {
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

/// The object that draws a layer and lays its sublayers out. The delegate of a view's own layer is the view.
public protocol CALayerDelegate: AnyObject {
  /// Sets the layer's `contents`, if the layer needs display.
  func display(_ layer: CALayer)
  /// Draws the layer, if it needs display and `display(_:)` is not implemented.
  func draw(_ layer: CALayer, in ctx: CGContext)
  func layerWillDraw(_ layer: CALayer)
  func layoutSublayers(of layer: CALayer)
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  public func display(_ layer: CALayer) {}
  public func draw(_ layer: CALayer, in ctx: CGContext) {}
  public func layerWillDraw(_ layer: CALayer) {}
  public func layoutSublayers(of layer: CALayer) {}
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

// swift-format-ignore
extension CALayer {
  // Without effect: a page has no distance from the screen and no filters, and its y always grows downwards.
  public var anchorPointZ: CGFloat { get { kept(0) } set { keep(newValue) } }
  public var isDoubleSided: Bool { get { kept(true) } set { keep(newValue) } }
  public var isGeometryFlipped: Bool { get { kept(false) } set { keep(newValue) } }
  public var filters: [Any]? { get { kept(nil) } set { keep(newValue) } }
  public var backgroundFilters: [Any]? { get { kept(nil) } set { keep(newValue) } }
  // Pages show whole images, and round corners as a circle. Browsers know the sizes of images, and decide how they draw.
  public var cornerCurve: CALayerCornerCurve { get { kept(.circular) } set { keep(newValue) } }
  public var contentsScale: CGFloat { get { kept(1) } set { keep(newValue) } }
  public var contentsRect: CGRect { get { kept(CGRect(x: 0, y: 0, width: 1, height: 1)) } set { keep(newValue) } }
  public var contentsCenter: CGRect { get { kept(CGRect(x: 0, y: 0, width: 1, height: 1)) } set { keep(newValue) } }
  public var minificationFilter: CALayerContentsFilter { get { kept(.linear) } set { keep(newValue) } }
  public var magnificationFilter: CALayerContentsFilter { get { kept(.linear) } set { keep(newValue) } }
  public var shouldRasterize: Bool { get { kept(false) } set { keep(newValue) } }
  public var rasterizationScale: CGFloat { get { kept(1) } set { keep(newValue) } }
  public var isOpaque: Bool { get { kept(false) } set { keep(newValue) } }
  public var allowsEdgeAntialiasing: Bool { get { kept(false) } set { keep(newValue) } }
  public var edgeAntialiasingMask: CAEdgeAntialiasingMask { get { kept([]) } set { keep(newValue) } }
  public var allowsGroupOpacity: Bool { get { kept(true) } set { keep(newValue) } }
  public var drawsAsynchronously: Bool { get { kept(false) } set { keep(newValue) } }
}
