internal import Basics
public import Foundation

/// A retained part of a screen that writes its own HTML.
///
/// Changing a property marks the view for rendering. The markup of subtrees without a mark is copied from the last
/// rendering. Only code of the scene that made a view may use it.
open class UIView: UIResponder {
  // A page has many views, so properties that few of them set are in `rareProperties`.
  //
  // Accesses are not checked for overlaps at run time, because the checks took a tenth of the time of an interaction. Views
  // are confined to their session's turns, and no code of an app runs while one of these properties is being changed.
  @exclusivity(unchecked) package final var viewFlags: Flags = [
    .needsRender, .subtreeNeedsRender, .needsLayout, .subtreeNeedsLayout, .needsConstraints,
  ]

  // These take no memory, because the next property begins at a multiple of eight bytes.

  @exclusivity(unchecked) package final var frameUse = FrameUse.unused
  // Without effect: all texts scale with the browser's text size.
  public final var adjustsFontForContentSizeCategory = false
  public final var isOpaque = true
  public final var clearsContextBeforeDrawing = true

  @exclusivity(unchecked) final var rareProperties = RareProperties()

  // Safe because a superview sets this property of its subviews to nil when it is released. Unmanaged, because walks through the
  // tree would count a reference to each view.
  @exclusivity(unchecked) final var parentReference: Unmanaged<UIView>?
  @exclusivity(unchecked) public package(set) final var subviews: [UIView] = []

  // The last name of the view's id, and the view whose id comes before it. See `UIView+Path.swift`.
  //
  // Safe because a view that is released, or that a descendant leaves, removes the names that it owns there.
  @exclusivity(unchecked) package final var pathName = ""
  @exclusivity(unchecked) package final unowned(unsafe) var pathOwner: UIView?

  // The markup of the last rendering: its offset in the markup of the superview, and its length, 0 if there is none.
  @exclusivity(unchecked) package final var renderedOffset: Int32 = 0
  @exclusivity(unchecked) package final var renderedLength: Int32 = 0

  // The view's model. It is stored here because protocol extensions have no stored properties. See `ModellableView`.
  @exclusivity(unchecked) package final var modelBox: AnyObject?

  /// A view with a frame, as if it was assigned. `.zero` leaves the view in the flow of its superview.
  public init(frame: CGRect) {
    super.init()
    if CreationStacks.areRecorded { CreationStacks.record(self) }
    if frame != .zero { setFrame(frame) }
  }

  /// Never called, because a server has no nibs.
  public required init?(coder: NSCoder) { super.init() }

  /// A view with an empty frame.
  override public convenience init() { self.init(frame: .zero) }

  deinit {
    clearLayoutItem()
    for view in subviews {
      view.parent = nil
      view.forgetPathNames()
    }
  }

  // MARK: - The tree

  public final var superview: UIView? { parent }

  /// The view itself, if it is a window.
  var asWindow: _Window? { nil }

  final var parent: UIView? {
    get { parentReference?.takeUnretainedValue() }
    set { parentReference = newValue.map(Unmanaged.passUnretained) }
  }

  override open var next: UIResponder? { manager ?? superview }

  /// Adds a view in front of the other subviews, and removes it from its previous superview.
  open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

  /// Inserts a view at an index in `subviews`, 0 being the backmost.
  open func insertSubview(_ view: UIView, at index: Int) { insertView(view, at: index) }

  /// Inserts a view directly in front of a subview.
  open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    guard view !== sibling else { return }
    let others = subviews.filter { $0 !== view }
    insertSubview(view, at: others.firstIndex { $0 === sibling }.map { $0 + 1 } ?? others.count)
  }

  /// Inserts a view directly behind a subview.
  open func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    guard view !== sibling else { return }
    let others = subviews.filter { $0 !== view }
    insertSubview(view, at: others.firstIndex { $0 === sibling } ?? 0)
  }

  /// Removes the view from its superview.
  open func removeFromSuperview() { removeFromParent() }

  /// Exchanges two subviews in the order of `subviews`. An index without a subview is ignored.
  open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
    guard index1 != index2, subviews.indices.contains(index1), subviews.indices.contains(index2) else { return }
    subviews.swapAt(index1, index2)
    setNeedsRender()
    setNeedsLayout()
  }

  open func bringSubviewToFront(_ view: UIView) {
    if view.superview === self { addSubview(view) }
  }

  open func sendSubviewToBack(_ view: UIView) {
    if view.superview === self { insertSubview(view, at: 0) }
  }

  open func didAddSubview(_ subview: UIView) {}
  open func willRemoveSubview(_ subview: UIView) {}
  open func willMove(toSuperview newSuperview: UIView?) {}
  open func didMoveToSuperview() {}
  /// Called before the view comes into a window, or leaves it.
  open func willMove(toWindow newWindow: _Window?) {}
  /// Called when the view came into a window, or left it.
  open func didMoveToWindow() {}

  // MARK: - Looks

  /// Whether the view and its subviews are invisible.
  open var isHidden: Bool {
    get { viewFlags.contains(.isHidden) }
    set { set(.isHidden, to: newValue) }
  }

  /// Whether the view and its subviews take input.
  open var isUserInteractionEnabled: Bool {
    get { !viewFlags.contains(.isInteractionDisabled) }
    set { set(.isInteractionDisabled, to: !newValue) }
  }

  /// The opacity of the view, from 0 to 1. As in UIKit, a view below 0.01 and its subviews take no input.
  open var alpha: CGFloat {
    get { self[\Appearance.alpha] }
    set { self[\Appearance.alpha] = min(max(newValue, 0), 1) }
  }

  open var backgroundColor: UIColor? {
    get { self[\Appearance.backgroundColor] }
    set {
      self[\Appearance.backgroundColor] = newValue
      manager?.viewBackgroundDidChange()
    }
  }

  /// The colour of controls, in the view and its subviews. Default: that of the superview.
  open var tintColor: UIColor! {
    get { ownTintColor ?? superview?.tintColor ?? .systemBlue }
    set {
      guard newValue != ownTintColor else { return }
      self[\Appearance.tintColor] = newValue
      tellOfTintColor()
    }
  }

  /// Called when the app set the tint colour of the view, or of a superview from which the view has it.
  open func tintColorDidChange() {}

  /// How an image fills the view. Only image views show it.
  open var contentMode: ContentMode {
    get { self[\Appearance.contentMode] }
    set { self[\Appearance.contentMode] = newValue }
  }

  /// Whether subviews are invisible outside of the bounds. Scroll views clip in any case.
  open var clipsToBounds: Bool {
    get { viewFlags.contains(.clipsToBounds) }
    set { set(.clipsToBounds, to: newValue) }
  }

  /// A number by which the app tells views apart.
  open var tag: Int {
    get { self[\Tag.number] }
    set { rareProperties[Tag.self].number = newValue }
  }

  // MARK: - Accessibility

  /// The text that a screen reader says instead of the content.
  open var accessibilityLabel: String? {
    get { rareProperties.box(of: AccessibleLabel.self)?.properties.text }
    set { self[\AccessibleLabel.text] = newValue }
  }

  /// What happens when the element is used.
  open var accessibilityHint: String? {
    get { rareProperties.box(of: AccessibleHint.self)?.properties.text }
    set { self[\AccessibleHint.text] = newValue }
  }

  open var accessibilityValue: String? {
    get { rareProperties.box(of: Accessibility.self)?.properties.value }
    set { self[\Accessibility.value] = newValue }
  }

  open var accessibilityTraits: UIAccessibilityTraits {
    get { self[\Accessibility.traits] }
    set { self[\Accessibility.traits] = newValue }
  }

  /// Whether screen readers mention the view. An image view for which this is set to false is decoration.
  open var isAccessibilityElement: Bool {
    get { self[\Accessibility.isElement] ?? false }
    set { self[\Accessibility.isElement] = newValue }
  }

  /// Whether screen readers mention nothing in the view. Default: false.
  open var accessibilityElementsHidden: Bool {
    get { self[\Accessibility.elementsHidden] }
    set { self[\Accessibility.elementsHidden] = newValue }
  }

  // A page is read in the order of `subviews`, in its own language.
  @Unused open var accessibilityElements: [Any]?
  @Unused open var accessibilityViewIsModal: Bool
  @Unused open var shouldGroupAccessibilityChildren: Bool
  @Unused open var accessibilityLanguage: String?
  @Unused open var accessibilityTextualContext: UIAccessibilityTextualContext?

  /// The area of the view in the window. A browser finds it itself.
  open var accessibilityFrame: CGRect {
    get { kept(nil) ?? convert(bounds, to: nil) }
    set { keep(newValue) }
  }

  /// The point of a tap by a screen reader. A browser taps the element itself.
  open var accessibilityActivationPoint: CGPoint {
    get {
      let frame = accessibilityFrame
      return kept(nil) ?? CGPoint(x: frame.midX, y: frame.midY)
    }
    set { keep(newValue) }
  }

  /// Performs the action of the view for a screen reader. A page does not call it: its controls are tapped.
  ///
  /// - Returns: Whether the view performed an action.
  open func accessibilityActivate() -> Bool { false }

  /// The field that has the view's `UITextInputTraits`.
  var inputOfTraits: UIView { self }

  // MARK: - Geometry

  /// The area in the superview, in points. A point is a CSS pixel at the browser's default text size, and scales with the
  /// text size. Assigning a frame takes the view out of the flow of the page: its position and size are then exactly these.
  ///
  /// A transformed view returns the smallest rectangle around it.
  open var frame: CGRect {
    get {
      guard let geometry = rareProperties.box(of: Geometry.self)?.properties else { return .zero }
      return transform == .identity ? geometry.frame : transformedFrame
    }
    set { setFrame(newValue) }
  }

  /// The area of the view in its own coordinates. Its origin is zero, unless the view shows another part of its content.
  open var bounds: CGRect {
    get {
      guard let geometry = rareProperties.box(of: Geometry.self)?.properties else { return .zero }
      return CGRect(origin: geometry.boundsOrigin, size: geometry.frame.size)
    }
    set { setBounds(newValue) }
  }

  /// The view's centre in the coordinates of the superview. With another `anchorPoint` of the layer it is that point.
  open var center: CGPoint {
    get { rareProperties.box(of: Geometry.self)?.properties.position ?? .zero }
    set { setPosition(newValue) }
  }

  /// How the view is drawn differently from its frame, around its centre.
  open var transform: CGAffineTransform {
    get { self[\LayerProperties.transform] }
    set { self[\LayerProperties.transform] = newValue }
  }

  /// Whether a point is in the view. The server asks views of the app's classes that may cover others, at one point outside of
  /// their subviews. If the point is not in the view, taps beside its subviews go to what the view covers.
  ///
  /// - Parameter point: A point in the view's own coordinates.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

  /// Returns the frontmost view at a point: this one or one in it; nil if there is none, or if it takes no input. The server asks at
  /// the same point as for `point(inside:with:)`.
  ///
  /// - Parameter point: A point in the view's own coordinates.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, self.point(inside: point, with: event) else { return nil }
    for view in subviews.reversed() {
      if let hit = view.hitTest(view.convert(point, from: self), with: event) { return hit }
    }
    return self
  }

  /// Returns whether a recogniser of the view may be recognised now. Default: true.
  open func gestureRecognizerShouldBegin(_ gestureRecognizer: _GestureRecognizer) -> Bool { true }

  /// Whether the view is told of several fingers at once. Default: false, only of the first one.
  public final var isMultipleTouchEnabled: Bool {
    get { kept(false) }
    set { keep(newValue) }
  }

  /// The layout margins of a view that the app gives none.
  var standardMargins: NSDirectionalEdgeInsets { NSDirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8) }

  /// Whether the view decides where its subviews are, so that its page cannot flow.
  var placesSubviews: Bool { false }

  /// Whether the view hides what lies outside of its bounds, other than by scrolling.
  var clipsSubviews: Bool { viewFlags.contains(.clipsToBounds) }

  // MARK: - What classes with a content say of their layout

  /// Returns the size of the content of UIKit's own views; nil for views without content of their own.
  ///
  /// - Parameter width: The available width in points, 0 for any width.
  func estimatedContentSize(width: CGFloat) -> CGSize? { nil }

  /// Whether the height of the content depends on the width of the view.
  var wrapsContent: Bool { false }

  /// Whether the view is a text, and nothing else.
  var isText: Bool { false }

  /// The font of the view's text, which has the baseline; nil for views without text.
  var fontOfBaseline: UIFont? { nil }

  /// Whether the view has one size, which it hugs.
  var hasOneSize: Bool { false }

  /// Whether the view takes the remaining room in a stack that flows, if no other view wants it more.
  func isElastic(inRow: Bool) -> Bool { subviews.isEmpty }

  /// Whether subviews that the app does not place stand one below the other: in the app's own views, and in plain ones. Others lay
  /// out their parts.
  var stacksSubviews: Bool { type(of: self) == UIView.self || !ClassNames.isFrameworkClass(type(of: self)) }

  /// Whether the view, in such a column, is as wide as there is room, and takes the remaining height.
  var isAsWideAsColumn: Bool { true }
  var fillsColumn: Bool { false }

  /// Whether the view covers its superview, whatever else is in the column.
  var coversSuperview: Bool { manager != nil }

  /// Whether a container that places the view gives it its width.
  var needsGivenWidth: Bool { false }

  /// Whether the size of the view follows that of its superview. The content of a cell does.
  var followsSuperview: Bool { false }

  // MARK: - Layout

  /// Lays the subviews out. An override calls `super` first, and assigns frames.
  open func layoutSubviews() {}

  /// Marks the view for a layout before the next rendering.
  open func setNeedsLayout() {
    guard !viewFlags.contains(.needsLayout) else { return }
    viewFlags.insert(.needsLayout)
    propagateNeedsLayout()
  }

  /// Lays out the marked views of the subtree now, and before them the superviews that are marked, which decide its size.
  open func layoutIfNeeded() {
    var top = layoutRoot
    while let superview = top.superview, superview.viewFlags.contains(.needsLayout) { top = superview }
    top.layoutSubtree()
  }

  /// Makes the view as large as `sizeThatFits(_:)` of its present size. Its origin stays.
  ///
  /// A view without an assigned frame stays in the flow, and the browser sizes it to its content.
  open func sizeToFit() { fitToContent() }

  /// Returns the size of the view for its constraints and content that is nearest to a size. As in UIKit, contents are more important
  /// than that size: a text is as wide as its longest line.
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    layoutSizeFitting(targetSize, horizontal: .fittingSizeLevel, vertical: .fittingSizeLevel)
  }

  /// Returns the size of the view for its constraints and content. A width or height that is required is that of the
  /// target.
  open func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    layoutSizeFitting(targetSize, horizontal: horizontalFittingPriority, vertical: verticalFittingPriority)
  }

  func layoutSizeFitting(
    _ targetSize: CGSize, horizontal: UILayoutPriority, vertical: UILayoutPriority
  ) -> CGSize {
    fittingSize(targetSize, horizontal: horizontal, vertical: vertical)
  }

  /// The size of the view's content, with `noIntrinsicMetric` in a direction without one. An app's class that
  /// draws its own content overrides it.
  open var intrinsicContentSize: CGSize {
    estimatedContentSize(width: 0) ?? .noIntrinsicMetric
  }

  /// Returns the size that the view needs, in points.
  ///
  /// - Parameter size: The available room in points. A width of 0 means any width.
  open func sizeThatFits(_ size: CGSize) -> CGSize {
    estimatedContentSize(width: size.width) ?? (subviews.isEmpty ? bounds.size : neededSize(width: size.width))
  }

  /// Returns the height of the content of a view that wraps it in a width.
  func contentHeight(width: CGFloat) -> CGFloat {
    sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height
  }

  /// The distances of the view's visible content from its edges. Constraints are about the visible content.
  open var alignmentRectInsets: UIEdgeInsets { .zero }

  /// Returns the area of the visible content for a frame.
  open func alignmentRect(forFrame frame: CGRect) -> CGRect { frame.inset(by: alignmentRectInsets) }

  /// Returns the frame for an area of the visible content.
  open func frame(forAlignmentRect alignmentRect: CGRect) -> CGRect {
    let insets = alignmentRectInsets
    return alignmentRect.inset(
      by: UIEdgeInsets(top: -insets.top, left: -insets.left, bottom: -insets.bottom, right: -insets.right))
  }

  /// Updates the constraints of the view. Called before the subviews are laid out. An override calls `super` last.
  open func updateConstraints() {}

  /// Called when the traits changed, for example with the width of the browser's window.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// Called when `safeAreaInsets` changed.
  open func safeAreaInsetsDidChange() {}

  /// Called when the layout margins changed.
  open func layoutMarginsDidChange() {}

  /// Lays the subviews out by their constraints. Called before `layoutSubviews`.
  func applyLayoutRules() {
    // Most views have no layout of their own.
    if !constraints.isEmpty || subviews.contains(where: \.isLaidOutWithSuperview) { applyConstraints() }
  }

  // MARK: - Layers and drawing

  /// The class of the view's layer: `CALayer` or a subclass.
  open class var layerClass: AnyClass { CALayer.self }

  /// Draws the content of the view, which is behind its subviews. What is drawn is recorded whenever the view's own
  /// markup is rendered, and becomes an SVG.
  ///
  /// - Parameter rect: The bounds of the view.
  open func draw(_ rect: CGRect) {}

  /// Called when the view was laid out, if the app has used its layer.
  open func layoutSublayers(of layer: CALayer) {}

  /// Draws the layer of the view. Only called for layers that the app marked by `setNeedsDisplay()`.
  open func draw(_ layer: CALayer, in ctx: CGContext) {}

  open func display(_ layer: CALayer) {}

  open func layerWillDraw(_ layer: CALayer) {}

  /// Never called, because nothing is animated.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }

  // MARK: - What the classes above answer

  /// Where the metadata of the class has the methods of a control that tracks touches.
  class var trackingMethods: [Int] { [] }
  /// Whether touches of the view are told to its class. The parts of most controls are the browser's.
  var takesTouches: Bool { !isTextInput }
  /// Whether this is a `UIControl`.
  var isControl: Bool { false }
  /// Whether a button that taps the view is enabled.
  var isTapEnabled: Bool { true }
  /// Whether the view's element is a button, in which HTML allows no other one.
  var isButtonElement: Bool { false }
  /// Whether the user types into the view.
  var isTextInput: Bool { false }
  /// Whether the view scrolls what is outside of its bounds.
  var scrollsContent: Bool { false }
  /// Whether this is a stack view.
  var arrangesSubviews: Bool { false }
  /// Whether UIKit draws nothing of the view, nor of what is in it, if it has no width or no height.
  var isEmptyWithoutSize: Bool { false }
  /// Whether subviews that leave the view are still laid out together with what is around it.
  var keepsSubviewsJoined: Bool { false }
  /// The text that the view itself shows.
  var ownText: String? { nil }
  /// A text that names the view if nothing else does.
  var namingPlaceholder: String? { nil }
  /// The view whose text names a subview.
  func labellingView(of subview: UIView) -> UIView? { nil }
  /// The image that a drawing of the view shows.
  var imageToDraw: UIImage? { nil }
  /// Draws the text of the view.
  func drawText(in rect: CGRect, context: CGContext) {}
  /// Adds to a row's name what the view itself shows.
  func addContent(to hash: inout StableHash) {}
  /// Called when the view left its window while the user edited it.
  func didLeaveWindowWhileEdited() {}
  /// Whether the view is a list, whose rows may have been renamed.
  var hasNamedRows: Bool { false }
  /// Returns the names that rows have now, by those that old pages have.
  func presentNames(ofRows formerNames: Set<String>) -> [String: String] { [:] }

  // MARK: - Rendering

  /// Marks the view for rendering. Call it when something changes that an override of `renderHTML(into:)` shows.
  open func setNeedsDisplay() { setNeedsRender() }

  /// Called after the view's markup was written.
  package func didRender() {}

  /// The films and sounds that the view shows.
  package var media: [Medium] { layerMedia }

  /// The effect of a tap on the view or on one of its parts; nil if there is nothing to tap.
  ///
  /// - Parameter part: The name of the part; empty for the whole view.
  package func tapTarget(ofPart part: String) -> TapTarget? {
    presentationTarget(ofPart: part) ?? gestureTarget(ofPart: part)
  }

  /// The number of the view among all of its class in the app, for views whose id must never be used again; else nil.
  package var numberInApplication: Int? { nil }

  /// The name of the view's element.
  open var htmlTag: StaticString { "div" }

  /// Writes the view's element, with its attributes and content. Override it for other markup.
  open func renderHTML(into html: HTMLRenderer) {
    html.element(htmlTag, of: self) {
      self.renderContent(into: html)
    }
  }

  /// Writes further attributes of the element, each with a space before it.
  open func renderAttributes(into html: HTMLRenderer) {}

  /// Writes the accessibility attributes of the element.
  package func renderAccessibility(into html: HTMLRenderer) { renderCommonAccessibility(into: html) }

  /// Appends the CSS declarations for the view's properties, each with a semicolon. Call `super` first.
  package func appendStyle(to css: inout CSSText) { appendCommonStyle(to: &css) }

  /// Writes the content of the element: the subviews in their order.
  open func renderContent(into html: HTMLRenderer) {
    for view in subviews { html.render(view) }
  }
}

extension UIView: CALayerDelegate {}
