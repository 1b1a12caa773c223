internal import Basics
public import Foundation

/// The contexts that an app draws in, one inside another.
package final class DrawingStack {
  /// The pixels per point of what is drawn for the screen: those of a phone.
  package static let screenScale: CGFloat = 3

  private static let stacks = ThreadLocal { DrawingStack() }

  private var contexts: [CGContext] = []
  @WeakReference private var owner: AnyObject?

  package static var current: CGContext? { stacks.existing?.contexts(of: Graphics.instance).last }

  /// The open contexts. Those that another app instance left open on this thread are dropped.
  private func contexts(of instance: AnyObject) -> [CGContext] {
    if owner !== instance {
      contexts = []
      owner = instance
    }
    return contexts
  }

  package static func push(_ context: CGContext) {
    let stack = stacks.value
    // An app that never ends its contexts would otherwise need more and more memory.
    guard stack.contexts(of: Graphics.instance).count < 1000 else { return }
    stack.contexts.append(context)
  }

  @discardableResult
  package static func pop() -> CGContext? {
    let stack = stacks.value
    guard !stack.contexts(of: Graphics.instance).isEmpty else { return nil }
    return stack.contexts.removeLast()
  }

  /// Records what a closure draws.
  package static func record(size: CGSize, scale: CGFloat = screenScale, _ body: (CGContext) -> Void) -> Drawing {
    let context = CGContext(size: size, scale: scale)
    push(context)
    body(context)
    // A body may leave contexts of its own open.
    while let last = pop(), last !== context {}
    return context.finish()
  }
}

/// Returns the context that the app draws in; nil outside of `draw(_:)` and of image contexts.
public func UIGraphicsGetCurrentContext() -> CGContext? { DrawingStack.current }

public func UIGraphicsPushContext(_ context: CGContext) { DrawingStack.push(context) }

public func UIGraphicsPopContext() { DrawingStack.pop() }

/// Begins an image of a size in points.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Begins an image of a size in points. Shapes and texts are recorded, so that they are sharp at every scale.
///
/// - Parameter scale: The pixels per point; 0 for those of the screen.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  DrawingStack.push(CGContext(size: size, scale: scale == 0 ? DrawingStack.screenScale : scale))
}

/// Returns what has been drawn so far; nil outside of an image context.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  DrawingStack.current.map { UIImage(drawing: $0.drawing, scale: $0.scale) }
}

/// Ends the image.
public func UIGraphicsEndImageContext() { DrawingStack.pop() }

/// Fills a rectangle with the current fill colour.
public func UIRectFill(_ rect: CGRect) { DrawingStack.current?.fill(rect) }

public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  DrawingStack.current?.blend(blendMode) { $0.fill(rect) }
}

/// Draws the edge of a rectangle, inside of it, with the current stroke colour.
public func UIRectFrame(_ rect: CGRect) {
  guard let context = DrawingStack.current else { return }
  context.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
}

public func UIRectClip(_ rect: CGRect) { DrawingStack.current?.clip(to: rect) }

extension UIColor {
  /// Sets the fill colour and the stroke colour of the current context.
  public func set() {
    setFill()
    setStroke()
  }

  public func setFill() { DrawingStack.current?.state.fill = self }

  public func setStroke() { DrawingStack.current?.state.stroke = self }
}

/// Makes images of what an app draws.
public final class UIGraphicsImageRenderer {
  private let size: CGSize
  public let format: UIGraphicsImageRendererFormat

  public init(size: CGSize, format: UIGraphicsImageRendererFormat = .default()) {
    self.size = size
    self.format = format
  }

  public convenience init(bounds: CGRect, format: UIGraphicsImageRendererFormat = .default()) {
    self.init(size: bounds.size, format: format)
  }

  public var allowsImageOutput: Bool { true }

  /// Returns what the actions draw. Shapes and texts are sharp at every scale. A drawing that shows photos has pixels, in the scale of
  /// the format.
  public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    let drawing = DrawingStack.record(size: size, scale: format.scale) {
      actions(UIGraphicsImageRendererContext($0, format: format))
    }
    return UIImage(drawing: drawing, scale: format.scale)
  }

  /// Returns what the actions draw, as a PNG file; no data if it cannot be made.
  public func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    image(actions: actions).pngData() ?? Data()
  }

  /// Returns what the actions draw, as a JPEG file; no data if it cannot be made.
  public func jpegData(
    withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
  ) -> Data { image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data() }
}

/// The settings of an image. Drawings are recorded, so that they are sharp at every scale.
public final class UIGraphicsImageRendererFormat: NSObject {
  /// The range of colours.
  public enum Range: Int, Sendable {
    case unspecified = -1
    case automatic, extended, standard
  }

  /// The pixels per point. 0 for those of the screen.
  public var scale: CGFloat = DrawingStack.screenScale {
    didSet { if scale <= 0 || !scale.isFinite { scale = DrawingStack.screenScale } }
  }
  public var opaque = false
  public var preferredRange = Range.automatic
  public var prefersExtendedRange = false
  public internal(set) var bounds = CGRect.zero

  public class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  public class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }

  public override init() { super.init() }
  public convenience init(for traitCollection: UITraitCollection) { self.init() }
}

/// The context of an image that is being drawn.
public final class UIGraphicsImageRendererContext {
  public let cgContext: CGContext
  public let format: UIGraphicsImageRendererFormat

  init(_ context: CGContext, format: UIGraphicsImageRendererFormat) {
    cgContext = context
    self.format = format
  }

  public var currentImage: UIImage { UIImage(drawing: cgContext.drawing, scale: format.scale) }

  public func fill(_ rect: CGRect) { cgContext.fill(rect) }

  public func fill(_ rect: CGRect, blendMode: CGBlendMode) { UIRectFillUsingBlendMode(rect, blendMode) }

  public func stroke(_ rect: CGRect) { cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1) }

  public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}
