internal import Basics
public import Foundation

/// A rectangle with a background, a border, a shadow and sublayers: that of a view, or one that the app adds to another.
///
/// The layer of a view shares the view's geometry, opacity and background. On the page its properties become CSS of the
/// view's element. Each other layer is an element of its own, hidden from assistive technology.
open class CALayer: TimedObject {
  /// The view whose layer this is; nil for other layers.
  @WeakReference final var view: UIView?

  /// Sublayers that are not those of views, back to front.
  final var freeSublayers: [CALayer] = []

  /// The subview that is directly behind this layer; nil if the layer is behind all subviews.
  final weak var viewBehind: UIView?

  @WeakReference final var parent: CALayer?

  final var values: [String: Any] = [:]
  final var animations: [LayerAnimation] = []
  final var ownGeometry = Geometry()
  final var ownOpacity: Float = 1 { didSet { changed() } }
  final var ownIsHidden = false { didSet { changed() } }
  final var ownMasksToBounds = false { didSet { changed() } }
  final var ownBackground: CGColor? { didSet { changed() } }
  final var spatialTransform: CATransform3D?
  final var isDisplayNeeded = false
  final var isLayoutNeeded = false
  final var drawing: Drawing?

  public override init() { super.init() }

  /// A copy of a layer's custom properties, which Core Animation makes while it animates. Never called on a server.
  public init(layer: Any) { super.init() }

  /// Never called, because a server has no archives of layers.
  public required init?(coder: NSCoder) { super.init() }

  /// The view that shows the layer.
  final var host: UIView? {
    var layer: CALayer? = self
    while let current = layer {
      if let view = current.view { return view }
      layer = current.parent
    }
    return nil
  }

  /// Marks the view that shows the layer for rendering.
  final func changed() {
    host?.setNeedsRender()
    maskedLayer?.changed()
  }

  /// The layer that this one is the mask of.
  final weak var maskedLayer: CALayer?

  // MARK: - Geometry

  /// The rectangle in the superlayer, in points.
  open var frame: CGRect {
    get { view?.frame ?? ownGeometry.frame }
    set { if let view { view.frame = newValue } else { changeGeometry { $0.frame = newValue } } }
  }

  open var bounds: CGRect {
    get { view?.bounds ?? ownGeometry.bounds }
    set { if let view { view.bounds = newValue } else { changeGeometry { $0.bounds = newValue } } }
  }

  /// The position of the anchor point in the superlayer, in points.
  open var position: CGPoint {
    get { view?.center ?? ownGeometry.position }
    set { if let view { view.center = newValue } else { changeGeometry { $0.position = newValue } } }
  }

  /// The point around which the layer is transformed, in parts of its size.
  open var anchorPoint: CGPoint {
    get { view?.layerAnchorPoint ?? ownGeometry.anchorPoint }
    set { if let view { view.layerAnchorPoint = newValue } else { changeGeometry { $0.anchorPoint = newValue } } }
  }

  open var transform: CATransform3D {
    get { spatialTransform ?? CATransform3D(view?.transform ?? ownGeometry.transform) }
    set {
      guard newValue != transform else { return }
      spatialTransform = newValue.isAffine ? nil : newValue
      if let view {
        view.transform = newValue.isAffine ? newValue.affine : .identity
      } else {
        ownGeometry.transform = newValue.affine
      }
      changed()
    }
  }

  /// Returns a time: layers have no clock of their own.
  public final func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval { t }
  public final func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval { t }

  public final func affineTransform() -> CGAffineTransform { transform.affine }

  public final func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3D(m) }

  /// The transformation of sublayers. Pages show only transformations in the plane.
  open var sublayerTransform = CATransform3D.identity { didSet { changed() } }

  /// The order among siblings: a higher one is in front.
  @exclusivity(unchecked) open var zPosition: CGFloat = 0 {
    didSet {
      guard zPosition != oldValue else { return }
      view?.didChangeDepth()
      changed()
    }
  }

  private func changeGeometry(_ change: (inout Geometry) -> Void) {
    let old = ownGeometry
    change(&ownGeometry)
    guard ownGeometry != old else { return }
    if ownGeometry.bounds.size != old.bounds.size {
      isLayoutNeeded = true
      if needsDisplayOnBoundsChange { isDisplayNeeded = true }
    }
    changed()
  }

  // MARK: - Looks

  open var backgroundColor: CGColor? {
    get { view.map { $0.backgroundColor?.cgColor } ?? ownBackground }
    set { if let view { view.backgroundColor = newValue?.color } else { ownBackground = newValue } }
  }

  /// The opacity, from 0 to 1.
  open var opacity: Float {
    get { view.map { Float($0.alpha) } ?? ownOpacity }
    set { if let view { view.alpha = CGFloat(newValue) } else { ownOpacity = newValue } }
  }

  open var isHidden: Bool {
    get { view?.isHidden ?? ownIsHidden }
    set { if let view { view.isHidden = newValue } else { ownIsHidden = newValue } }
  }

  /// Whether sublayers and content outside of the bounds are invisible.
  open var masksToBounds: Bool {
    get { view?.clipsToBounds ?? ownMasksToBounds }
    set { if let view { view.clipsToBounds = newValue } else { ownMasksToBounds = newValue } }
  }

  /// The radius of the corners, in points.
  @exclusivity(unchecked) open var cornerRadius: CGFloat = 0 {
    willSet { view?.willChange() }
    didSet { if cornerRadius != oldValue { changed() } }
  }

  /// The corners that are rounded. Default: all.
  open var maskedCorners = CACornerMask.all { didSet { if maskedCorners != oldValue { changed() } } }

  /// The width of the border, in points. The border is inside of the bounds.
  @exclusivity(unchecked) open var borderWidth: CGFloat = 0 {
    willSet { view?.willChange() }
    didSet { if borderWidth != oldValue { changed() } }
  }

  /// The colour of the border. Default: black.
  open var borderColor: CGColor? = .black {
    willSet { view?.willChange() }
    didSet { if borderColor != oldValue { changed() } }
  }

  /// The colour of the shadow. Default: black.
  open var shadowColor: CGColor? = .black {
    willSet { view?.willChange() }
    didSet { if shadowColor != oldValue { changed() } }
  }

  /// The opacity of the shadow, from 0, the default, to 1.
  open var shadowOpacity: Float = 0 {
    willSet { view?.willChange() }
    didSet { if shadowOpacity != oldValue { changed() } }
  }

  /// The distance of the shadow, in points. Default: 3 points upwards.
  open var shadowOffset = CGSize(width: 0, height: -3) {
    willSet { view?.willChange() }
    didSet { if shadowOffset != oldValue { changed() } }
  }

  /// The blur of the shadow, in points: the standard deviation of a Gaussian blur.
  open var shadowRadius: CGFloat = 3 {
    willSet { view?.willChange() }
    didSet { if shadowRadius != oldValue { changed() } }
  }

  /// The shape that casts the shadow; nil for that of the layer's content. On a page it is as large as the path's box, with
  /// the corners of the layer.
  open var shadowPath: CGPath? { didSet { if shadowPath != oldValue { changed() } } }

  /// A layer whose opaque parts show this layer. Default: nil, all of the layer is visible.
  @exclusivity(unchecked) open var mask: CALayer? {
    didSet {
      guard mask !== oldValue else { return }
      oldValue?.maskedLayer = nil
      mask?.maskedLayer = self
      changed()
    }
  }

  /// An image: a `CGImage` or a `UIImage`.
  @exclusivity(unchecked) open var contents: Any? { didSet { changed() } }

  open var contentsGravity = CALayerContentsGravity.resize { didSet { if contentsGravity != oldValue { changed() } } }

  /// The name of a blend mode, such as `multiplyBlendMode`. Others do nothing.
  @exclusivity(unchecked) open var compositingFilter: Any? { didSet { changed() } }

  // MARK: - Sublayers

  open var name: String?

  open var delegate: (any CALayerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @WeakReference private final var delegateReference: (any CALayerDelegate)?

  open var superlayer: CALayer? { parent ?? view?.superview?.layer }

  /// The sublayers, back to front, those of subviews among them; nil if there are none.
  open var sublayers: [CALayer]? {
    get {
      let all = allSublayers
      return all.isEmpty ? nil : all
    }
    set { replaceSublayers(by: newValue ?? []) }
  }

  open func addSublayer(_ layer: CALayer) { insert(layer, at: allSublayers.count) }

  open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }

  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    let others = allSublayers.filter { $0 !== layer }
    insert(layer, at: others.firstIndex { $0 === sibling } ?? others.count)
  }

  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    let others = allSublayers.filter { $0 !== layer }
    insert(layer, at: others.firstIndex { $0 === sibling }.map { $0 + 1 } ?? others.count)
  }

  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer !== newLayer, let index = allSublayers.firstIndex(where: { $0 === oldLayer }) else { return }
    oldLayer.removeFromSuperlayer()
    insert(newLayer, at: index)
  }

  open func removeFromSuperlayer() {
    if let view { return view.removeFromSuperview() }
    guard let parent else { return }
    changed()
    parent.freeSublayers.removeAll { $0 === self }
    self.parent = nil
    parent.host?.noteLayers()
  }

  // MARK: - Layout and display

  /// Lays out the sublayers. An override assigns their frames.
  open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

  open func setNeedsLayout() {
    if let view { return view.setNeedsLayout() }
    isLayoutNeeded = true
    changed()
  }

  open func needsLayout() -> Bool { view?.viewFlags.contains(.needsLayout) ?? isLayoutNeeded }

  open func layoutIfNeeded() {
    if let view { return view.layoutIfNeeded() }
    if isLayoutNeeded {
      isLayoutNeeded = false
      layoutSublayers()
    }
    for layer in freeSublayers { layer.layoutIfNeeded() }
  }

  /// Whether a change of the size causes a new drawing.
  open var needsDisplayOnBoundsChange = false

  /// Marks the layer for a drawing before the next rendering.
  open func setNeedsDisplay() {
    isDisplayNeeded = true
    changed()
  }

  open func setNeedsDisplay(_ r: CGRect) { setNeedsDisplay() }

  open func needsDisplay() -> Bool { isDisplayNeeded }

  open func displayIfNeeded() {
    guard isDisplayNeeded else { return }
    display()
  }

  /// Draws the layer: by its delegate, or else by `draw(in:)`.
  open func display() {
    isDisplayNeeded = false
    delegate?.display(self)
    if contents == nil { record() }
  }

  /// Draws the content of the layer. The base class asks the delegate.
  open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

  /// Draws the layer and its sublayers.
  open func render(in ctx: CGContext) { renderTree(in: ctx) }

  open class func needsDisplay(forKey key: String) -> Bool { false }

  open class func defaultValue(forKey key: String) -> Any? { nil }

  // MARK: - Animation

  open func add(_ anim: CAAnimation, forKey key: String?) { run(anim, key: key) }

  open func removeAnimation(forKey key: String) {
    endAnimations(finished: false) { $0.key == key }
  }

  open func removeAllAnimations() {
    view?.stopEndlessMotion()
    endAnimations(finished: false) { _ in true }
  }

  /// The animation with a name, until it is over, or for ever if it is not removed on completion.
  open func animation(forKey key: String) -> CAAnimation? { animations.first { $0.key == key }?.animation }

  open func animationKeys() -> [String]? { animations.isEmpty ? nil : animations.map(\.key) }

  /// The actions by the names of events. None is ever run.
  open var actions: [String: any CAAction]?

  open var style: [AnyHashable: Any]?

  open func action(forKey event: String) -> (any CAAction)? { nil }

  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// The layer itself, because nothing is animated.
  public final func presentation() -> Self? { self }

  /// The layer itself.
  public final func model() -> Self { self }

  // MARK: - HTML

  /// Appends the images of the background in CSS, front to back.
  func appendImages(to images: inout [String]) {
    if let url = contentsImage?.cssURL { images.insert(url, at: 0) }
  }

  /// How far an animated value moves the stops of a gradient, in parts of its line; nil if it is none of a gradient.
  func stopShifts(_ path: String, _ value: Any) -> [Double]? { nil }

  /// The part of a shape's line that is shown, from 0 to 1.
  var shownStroke: ClosedRange<CGFloat> { 0...1 }

  /// Whether `renderContent(into:)` writes anything.
  var hasElement: Bool { drawing != nil || isDisplayNeeded || medium?() != nil }

  /// The film that the layer shows: see `AVPlayerLayer` of AVFoundation.
  package final var medium: (() -> Medium?)? { didSet { mediumChanged() } }

  /// The media of the layer and of its own sublayers.
  final var media: [Medium] { [medium?()].compactMap(\.self) + freeSublayers.flatMap(\.media) }

  /// The app gives a frame to the layer of a film.
  package final func mediumChanged() {
    changed()
    host?.noteSubtreeWithFrames()
  }

  /// Writes what the layer shows in front of its background and behind its sublayers.
  func renderContent(into html: HTMLRenderer) {
    if let drawing { html.write(drawing, id: identifier) }
    if let medium = medium?(), let host { html.write(medium, of: host, cssClass: "layer video") }
  }

  /// Draws what the layer shows in front of its background and behind its sublayers.
  func renderContent(in context: CGContext) { draw(in: context) }

  /// Appends the CSS by which this layer is the mask of another one.
  func appendMask(of layer: CALayer, to css: inout CSSText) {
    appendImageMask(to: &css)
  }

  // MARK: - Points

  /// Whether a point of the layer is inside of its bounds.
  open func contains(_ p: CGPoint) -> Bool { bounds.contains(p) }

  /// Returns the frontmost layer at a point of the superlayer; nil if the point is outside.
  open func hitTest(_ p: CGPoint) -> CALayer? {
    let point = convert(p, from: superlayer)
    guard !isHidden, opacity > 0, contains(point) else { return nil }
    for layer in allSublayers.reversed() {
      if let hit = layer.hitTest(point) { return hit }
    }
    return self
  }

  /// Stores a value under a name of the app's.
  open func setValue(_ value: Any?, forKey key: String) { values[key] = value }

  /// The value that the app stored under a name.
  open func value(forKey key: String) -> Any? { values[key] }
}

extension CALayer {
  /// The geometry of a layer that is not a view's.
  struct Geometry: Equatable {
    var bounds = CGRect.zero
    var position = CGPoint.zero
    var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    var transform = CGAffineTransform.identity

    /// The frame in the superlayer before the transformation.
    var plainFrame: CGRect {
      CGRect(
        x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
        width: bounds.width, height: bounds.height)
    }

    var frame: CGRect {
      get {
        guard !transform.isIdentity else { return plainFrame }
        let own = CGRect(
          x: -anchorPoint.x * bounds.width, y: -anchorPoint.y * bounds.height, width: bounds.width,
          height: bounds.height)
        return own.applying(transform).offsetBy(dx: position.x, dy: position.y)
      }
      set {
        (position, bounds.size) = transform.layer(filling: newValue, around: anchorPoint)
      }
    }
  }
}
