public import Foundation

/// A view that scrolls content larger than itself.
open class UIScrollView: UIView {
  /// When dragging dismisses the keyboard. On a page the browser decides that.
  public enum KeyboardDismissMode: Int, Sendable {
    case none, onDrag, interactive, onDragWithAccessory, interactiveWithAccessory
  }

  /// How bars change the content insets of a view with an assigned frame. The style sheet keeps other content clear of bars.
  public enum ContentInsetAdjustmentBehavior: Int, Sendable { case automatic, scrollableAxes, never, always }

  /// The colours of scroll indicators. On a page they follow the colour scheme.
  public enum IndicatorStyle: Int, Sendable { case `default`, black, white }

  /// How fast scrolling slows down. On a page the browser decides that.
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public static let normal = DecelerationRate(rawValue: 0.998)
    public static let fast = DecelerationRate(rawValue: 0.99)
  }

  public final weak var delegate: (any UIScrollViewDelegate)? {
    didSet {
      if (delegate == nil) != (oldValue == nil) { setNeedsRender() }
      if delegate !== oldValue { delegateDidChange() }
    }
  }

  /// Called when the delegate was replaced. A list asks its new delegate for its content.
  package func delegateDidChange() {}

  // MARK: - Scrolling

  /// Whether the view stops scrolling at multiples of its width. Each subview is a page.
  @Rendered public final var isPagingEnabled = false

  /// Whether the user can scroll the view. The app always can.
  @Rendered public final var isScrollEnabled = true

  /// The size of the content, in points. Tables and collection views set it. Default: zero.
  @exclusivity(unchecked) open var contentSize = CGSize.zero {
    didSet { if contentSize != oldValue { setNeedsRender() } }
  }

  private var laidOutContentSize = CGSize.zero

  /// Sets the size of content that stands in a column, unless the app has set another one.
  final func layOut(contentSize size: CGSize) {
    guard contentSize == laidOutContentSize else { return }
    laidOutContentSize = size
    if contentSize != size { contentSize = size }
  }

  /// The space around the content, inside the scrolled area. A view that shows the beginning of its content continues to show
  /// it: the content offset is then the negative inset.
  @exclusivity(unchecked) open var contentInset = UIEdgeInsets.zero {
    didSet { if contentInset != oldValue { adoptInsets() } }
  }

  /// The content inset, and what bars cover.
  open var adjustedContentInset: UIEdgeInsets {
    guard contentInsetAdjustmentBehavior != .never, hasAssignedFrame else { return contentInset }
    let covered = safeAreaInsets
    return UIEdgeInsets(
      top: contentInset.top + covered.top, left: contentInset.left, bottom: contentInset.bottom + covered.bottom,
      right: contentInset.right)
  }
  private(set) final var shownInset = UIEdgeInsets.zero

  private func adoptInsets() {
    let (old, new) = (shownInset, adjustedContentInset)
    guard new != old else { return }
    shownInset = new
    setNeedsRender()
    func adopt(_ offset: inout CGPoint) {
      if offset.x == -old.left { offset.x = -new.left }
      if offset.y == -old.top { offset.y = -new.top }
    }
    adopt(&targetOffset)  // the browser scrolls, too
    let before = shownOffset
    adopt(&shownOffset)
    if shownOffset != before {
      setNeedsLayout()
      delegate?.scrollViewDidScroll(self)
    }
  }

  override open func layoutSubviews() {
    super.layoutSubviews()
    adoptInsets()
  }

  /// The size of the visible part of the content.
  public final var visibleSize: CGSize { untransformedFrame.size }

  /// The offset to which the app or the user scrolled the content. A live page tells how far the user scrolled.
  open var contentOffset: CGPoint {
    get { shownOffset }
    set { scroll(to: newValue) }
  }

  @exclusivity(unchecked) private var shownOffset = CGPoint.zero
  /// The offset to which the app scrolled last. Pages show the view scrolled there.
  private(set) final var targetOffset = CGPoint.zero

  /// Scrolls to an offset, even if the app has scrolled there before: the user may have scrolled since. Each response shows
  /// the view scrolled there, until the app sets another offset. If paging is enabled, the view shows the page at the offset.
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    guard contentOffset != self.contentOffset else {
      targetOffset = contentOffset
      return countScroll()
    }
    guard animated else { return self.contentOffset = contentOffset }
    var end = 0.0
    if hasAllContent {
      end = OpenMotion.current.perform(MotionBlock(Motion(duration: 0.3))) {
        self.contentOffset = contentOffset
        // What the delegate changes moves beside it.
        window?.layoutIfNeeded()
      }
    } else {
      self.contentOffset = contentOffset
    }
    isScrollingSlowly = end > 0
    OpenMotion.current.complete(after: end) { self.delegate?.scrollViewDidEndScrollingAnimation(self) }
    // Browsers take the time that they want.
    OpenMotion.current.complete(after: max(end, 1)) { [weak self] in self?.isScrollingSlowly = false }
  }

  /// Whether the page has all that it passes on its way to another offset.
  var hasAllContent: Bool { true }

  /// Whether the page is on its way to where the app has scrolled. What it tells then is no news.
  private var isScrollingSlowly = false

  private func scroll(to offset: CGPoint) {
    guard offset != contentOffset, offset.x.isFinite, offset.y.isFinite else { return }
    (shownOffset, targetOffset) = (offset, offset)
    if OpenMotion.isAny, hasAllContent { OpenMotion.current.block?.scrolls.append(self) }
    appDidScroll()
    countScroll()
    setNeedsLayout()
    if clipsSubviews {
      for view in subviews where view.hasAssignedFrame { view.setNeedsRender() }
    }
    delegate?.scrollViewDidScroll(self)
  }

  /// Called after the app set the offset.
  func appDidScroll() {}

  /// Takes over what a live page tells of the view.
  package func see(_ viewport: Viewport) {
    if isScrollingSlowly, viewport.isAtRest { isScrollingSlowly = false }
    guard isScrollEnabled, !isScrollingSlowly else { return }
    var offset = viewport.offset
    // Content that bounces follows a finger beyond its start.
    let pull = bounces ? max(min(offset.y, 0), -visibleSize.height / 2) : 0
    offset.y = max(offset.y, 0)
    if hasAssignedFrame {
      let inset = adjustedContentInset
      offset = clampedOffset(CGPoint(x: offset.x - inset.left, y: offset.y - inset.top))
    }
    offset.y += pull
    guard offset != shownOffset else { return }
    shownOffset = offset
    setNeedsLayout()
  }

  /// The offset at the end of the content, if that is longer than the view.
  private var endOffset: CGPoint {
    let (inset, size, content) = (adjustedContentInset, visibleSize, contentSize)
    return CGPoint(x: content.width + inset.right - size.width, y: content.height + inset.bottom - size.height)
  }

  /// Returns the nearest offset at which the view shows content.
  final func clampedOffset(_ offset: CGPoint) -> CGPoint {
    let (inset, end) = (adjustedContentInset, endOffset)
    return CGPoint(
      x: min(max(offset.x, -inset.left), max(end.x, -inset.left)),
      y: min(max(offset.y, -inset.top), max(end.y, -inset.top)))
  }

  /// The offset, a point further if it is the greatest one of content that bounces.
  private var pulledOffset: CGPoint {
    let (end, offset) = (endOffset, shownOffset)
    func pulled(_ offset: CGFloat, _ end: CGFloat) -> CGFloat { offset > 0 && offset >= end - 1 ? end + 1 : offset }
    guard bounces, hasAssignedFrame else { return offset }
    return CGPoint(x: pulled(offset.x, end.x), y: pulled(offset.y, end.y))
  }

  /// Tells the delegate that the user scrolled, as far as a page told.
  ///
  /// - Parameters:
  ///   - offset: Where the view was before.
  ///   - isOver: Whether it has come to rest.
  package final func userDidScroll(from offset: CGPoint, isOver: Bool) {
    guard offset != shownOffset || isDragging else { return }
    if !isDragging {
      isDragging = true
      delegate?.scrollViewWillBeginDragging(self)
    }
    // A finger pulls content that bounces a bit beyond its end. Apps load more then.
    let (place, pulled) = (shownOffset, pulledOffset)
    shownOffset = pulled
    defer { if shownOffset == pulled { shownOffset = place } }
    if offset != place { tellOfScrolling(isRelease: isOver && offset.y < -adjustedContentInset.top) }
    guard isOver else { return }
    isDragging = false
    var target = contentOffset
    delegate?.scrollViewWillEndDragging(self, withVelocity: .zero, targetContentOffset: &target)
    delegate?.scrollViewDidEndDragging(self, willDecelerate: true)
    if target != contentOffset { setContentOffset(target, animated: true) }
    delegate?.scrollViewWillBeginDecelerating(self)
    if shownOffset == pulled, pulled != place {
      shownOffset = place
      delegate?.scrollViewDidScroll(self)
    }
    delegate?.scrollViewDidEndDecelerating(self)
    userDidEndScrolling()
  }

  /// - Parameter isRelease: Whether a finger lets go of content that it has pulled beyond its start: that springs back.
  private func tellOfScrolling(isRelease: Bool) {
    guard let delegate else { return }
    guard isRelease else { return delegate.scrollViewDidScroll(self) }
    OpenMotion.current.run(Motion(duration: 0.4, curve: .easeOut)) {
      delegate.scrollViewDidScroll(self)
      window?.layoutIfNeeded()
    }
  }

  /// Called after the user scrolled, when the view has come to rest.
  func userDidEndScrolling() {}

  /// 0 if the app has not scrolled, else a number of 1 to 3 that differs from the last one: the style sheet scrolls to the
  /// target when the number changes.
  private var scrollCount: UInt8 = 0

  /// Whether the page has scrolled to where the app scrolled last. A view that is on no page yet takes what a former page told.
  final func isShown(as viewport: Viewport) -> Bool {
    renderedLength == 0 || viewport.scrollCount.map { $0 == Double(scrollCount) } != false
  }

  /// Lets the browser scroll to the target.
  final func countScroll() {
    scrollCount = scrollCount % 3 + 1
    setNeedsRender()
  }

  /// The visible part of the content: as in UIKit, the origin is the content offset.
  override open var bounds: CGRect {
    get { CGRect(origin: contentOffset, size: super.bounds.size) }
    set {
      super.bounds = CGRect(origin: .zero, size: newValue.size)
      contentOffset = newValue.origin
    }
  }

  override var clipsSubviews: Bool { !isScrollEnabled }

  override final func isElastic(inRow: Bool) -> Bool { true }
  override var stacksSubviews: Bool { type(of: self) == UIScrollView.self || super.stacksSubviews }
  override var fillsColumn: Bool { true }

  /// Scrolls as little as possible to show an area of the content. If the view's size is unknown, it scrolls to the area.
  public final func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    func offset(_ current: CGFloat, _ length: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
      guard length > 0 else { return low }
      if low < current { return low }
      return high > current + length ? min(low, high - length) : current
    }
    let (current, size) = (contentOffset, visibleSize)
    setContentOffset(
      CGPoint(
        x: offset(current.x, size.width, rect.minX, rect.maxX), y: offset(current.y, size.height, rect.minY, rect.maxY)),
      animated: animated)
  }

  /// Whether the user scrolls the view: between two reports of a live page.
  public private(set) final var isDragging = false
  public final var isTracking: Bool { isDragging }
  public final var isDecelerating: Bool { false }

  // MARK: - Indicators

  /// Whether there is a horizontal scroll bar. Browsers hide both bars or none. They are hidden if this and
  /// `showsVerticalScrollIndicator` are false, or if this is false and paging is enabled.
  @Rendered public final var showsHorizontalScrollIndicator = true

  @Rendered public final var showsVerticalScrollIndicator = true

  // MARK: - Options for the browser

  /// Whether the view bounces at its ends. If false, scrolling past an end does not scroll the superviews either.
  @Rendered public final var bounces = true

  /// Whether bars change the content insets of a view with an assigned frame. Default: automatic, which means that they do.
  public final var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
    didSet { adoptInsets() }
  }

  /// The recogniser of dragging, which never fires.
  public final private(set) lazy var panGestureRecognizer = UIPanGestureRecognizer()

  /// The recogniser of the pinches that zoom the content.
  public final private(set) lazy var pinchGestureRecognizer: UIPinchGestureRecognizer? = {
    let recognizer = UIPinchGestureRecognizer()
    recognizer.addTarget(nil) { [weak self] in self?.zoom(by: $0) }
    return recognizer
  }()

  // MARK: - Zooming

  /// The smallest `zoomScale`. Default: 1.
  public final var minimumZoomScale: CGFloat = 1 { didSet { zoomLimitsDidChange() } }

  /// The largest `zoomScale`. Default: 1.
  public final var maximumZoomScale: CGFloat = 1 { didSet { zoomLimitsDidChange() } }

  /// Hears pinches if they change something.
  private func zoomLimitsDidChange() {
    guard let pinch = pinchGestureRecognizer else { return }
    let zooms = maximumZoomScale > minimumZoomScale
    if zooms, pinch.view == nil { addGestureRecognizer(pinch) }
    if !zooms, pinch.view === self { removeGestureRecognizer(pinch) }
  }

  private func zoom(by pinch: UIPinchGestureRecognizer) {
    isZooming = pinch.state == .began || pinch.state == .changed
    if pinch.state == .began { delegate?.scrollViewWillBeginZooming(self, with: delegate?.viewForZooming(in: self)) }
    if pinch.state == .changed {
      // What is between the fingers stays there.
      let (before, point, offset) = (scale, pinch.location(in: self), contentOffset)
      change(scale: scale * pinch.scale)
      pinch.scale = 1
      let factor = before > 0 ? scale / before : 1
      let new = CGPoint(x: offset.x + point.x * (factor - 1), y: offset.y + point.y * (factor - 1))
      if factor != 1 { contentOffset = clampedOffset(new) }
    }
    if !isZooming { delegate?.scrollViewDidEndZooming(self, with: delegate?.viewForZooming(in: self), atScale: scale) }
  }

  /// The scale of the view that the delegate names in `viewForZooming(in:)`, between both limits.
  public final var zoomScale: CGFloat {
    get { scale }
    set {
      guard newValue.isFinite, newValue != scale else { return }
      let zoomed = delegate?.viewForZooming(in: self)
      delegate?.scrollViewWillBeginZooming(self, with: zoomed)
      change(scale: newValue)
      delegate?.scrollViewDidEndZooming(self, with: zoomed, atScale: scale)
    }
  }

  private var scale: CGFloat = 1

  private func change(scale newValue: CGFloat) {
    let scale = min(max(newValue, minimumZoomScale), max(minimumZoomScale, maximumZoomScale))
    guard scale.isFinite, scale != self.scale else { return }
    if let zoomed = delegate?.viewForZooming(in: self) {
      // As in UIKit, the view keeps its origin, and the content grows with it.
      let (origin, factor) = (zoomed.frame.origin, self.scale > 0 ? scale / self.scale : 1)
      zoomed.transform = CGAffineTransform(scaleX: scale, y: scale)
      if zoomed.hasAssignedFrame { zoomed.frame.origin = origin }
      contentSize = CGSize(width: contentSize.width * factor, height: contentSize.height * factor)
    }
    self.scale = scale
    delegate?.scrollViewDidZoom(self)
  }

  public final func setZoomScale(_ scale: CGFloat, animated: Bool) {
    guard animated else { return zoomScale = scale }
    OpenMotion.current.run(Motion(duration: 0.3)) { zoomScale = scale }
  }

  /// Zooms so that an area of the content fills the view, and scrolls there.
  public final func zoom(to rect: CGRect, animated: Bool) {
    let size = visibleSize
    guard rect.width > 0, rect.height > 0, size.width > 0 else { return }
    setZoomScale(min(size.width / rect.width, size.height / rect.height), animated: animated)
    setContentOffset(CGPoint(x: rect.minX * zoomScale, y: rect.minY * zoomScale), animated: animated)
  }

  /// Whether fingers zoom the content.
  public private(set) final var isZooming = false
  public final var isZoomBouncing: Bool { false }

  // MARK: - Refreshing

  /// The control that refreshes the content: a `UIRefreshControl`.
  final var refreshView: UIView? { didSet { replaceSubview(oldValue, by: refreshView, at: 0) } }

  // MARK: - HTML

  override final var scrollsContent: Bool { true }

  /// Whether live pages tell what is seen of the view: its delegate may want to know.
  var tellsViewport: Bool { delegate != nil }

  /// Whether the view itself scrolls and not the page, as far as the server can tell. Such a view must be reachable by
  /// keyboard.
  package var isScrollable: Bool {
    guard isScrollEnabled else { return false }
    let (size, content, inset) = (visibleSize, contentSize, shownInset)
    guard hasAssignedFrame, content != .zero else {
      return isPagingEnabled || hasAssignedFrame || content != .zero
    }
    return content.width + inset.left + inset.right > size.width
      || content.height + inset.top + inset.bottom > size.height
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    if isScrollEnabled {
      if scrollCount > 0 {
        html.write(attribute: "data-scrolls", String(scrollCount))
      } else {
        html.write(" data-scrolls")
      }
    }
    if isPagingEnabled { html.write(viewFlags.contains(.hasSubviewWithFrame) ? " data-snaps" : " data-pages") }
    if tellsViewport { html.write(delegate == nil ? " data-seen" : " data-seen=\"all\"") }
    guard isScrollable else { return }
    html.write(" tabindex=\"0\"")
    guard accessibilityLabel == nil else { return }
    if htmlTag.isWithoutRole { html.write(" role=\"group\"") }
    html.write(attribute: "aria-label", localized(.partScrollable))
  }

  override open func renderContent(into html: HTMLRenderer) {
    renderScrolledContent(into: html) { super.renderContent(into: html) }
  }

  /// Writes the content and the offset to which it is scrolled. Content with assigned frames gets an element of its own, of
  /// the content's size, because frames take no room in the scrolled area. What overhangs it makes that area no larger.
  ///
  /// - Parameter style: The style of a list, by which the style sheet draws its rows.
  final func renderScrolledContent(
    into html: HTMLRenderer, style: String? = nil, content: () -> Void
  ) {
    guard viewFlags.contains(.hasSubviewWithFrame) else {
      content()
      return renderScrollTarget(into: html)
    }
    // What overhangs the content is visible in the insets, which are a border here, and that would be clipped.
    let hasInset = shownInset != .zero
    if hasInset {
      html.write("<div")
      html.writeClass(declarations: areaStyle(inset: shownInset))
      html.write(">")
    }
    if let style {
      html.write("<div class=\"canvas s")
      html.write(styleNumber: contentStyle)
      html.write("\"")
      html.write(attribute: "data-style", style)
      html.write(">")
    } else {
      html.write("<div")
      html.writeClass(declarations: contentStyle)
      html.write(">")
    }
    content()
    renderPages(into: html)
    renderScrollTarget(into: html)
    html.write(hasInset ? "</div></div>" : "</div>")
  }

  /// Whether the scrolled area starts at the left although the language starts at the right: frames count from the left.
  private var scrollsFromLeft: Bool {
    viewFlags.contains(.hasSubviewWithFrame) && effectiveUserInterfaceLayoutDirection == .rightToLeft
  }

  /// The style of the scrolled area: the content with insets, and at least what is visible.
  private func areaStyle(inset: UIEdgeInsets) -> String {
    let (content, visible, offset) = (contentSize, visibleSize, targetOffset)
    func declaration(_ name: String, _ content: CGFloat, _ insets: CGFloat, scrolled: CGFloat, _ visible: CGFloat)
      -> String
    {
      // The app can scroll content of which it does not tell the size.
      let length = content > 0 ? max(content + insets, 0) : scrolled > 0 ? scrolled + visible : 0
      return length > 0 ? "\(name):\(CSS.clampedRem(length));" : ""
    }
    return "position:relative;min-width:100%;min-height:100%;" + (isScrollEnabled ? "overflow:clip;" : "")
      + declaration("width", content.width, inset.left + inset.right, scrolled: offset.x + inset.left, visible.width)
      + declaration("height", content.height, inset.top + inset.bottom, scrolled: offset.y + inset.top, visible.height)
  }

  private var contentStyle: String {
    let (size, inset, offset) = (contentSize, shownInset, targetOffset)
    var css = inset == .zero ? areaStyle(inset: .zero) : "position:relative;box-sizing:content-box;"
    if inset != .zero {
      css += size.width > 0 ? "width:\(CSS.clampedRem(size.width));" : "min-width:100%;"
      css += size.height > 0 ? "height:\(CSS.clampedRem(size.height));" : "min-height:100%;"
      // A border moves what has a frame; a padding does not.
      let widths = [inset.top, inset.right, inset.bottom, inset.left].map { CSS.clampedRem(max($0, 0)) }
      css += "border:0 solid transparent;border-width:\(widths.joined(separator: " "));"
    }
    if scrollsFromLeft { css += "direction:rtl;" }
    let distance = CGPoint(x: offset.x + inset.left, y: offset.y + inset.top)
    if !isScrollEnabled, distance != .zero {
      css += "translate:\(CSS.clampedRem(-distance.x)) \(CSS.clampedRem(-distance.y));"
    }
    return css
  }

  /// Writes the offsets at which scrolling stops if paging is enabled, for content with assigned frames.
  private func renderPages(into html: HTMLRenderer) {
    guard isPagingEnabled, isScrollEnabled else { return }
    func count(_ content: CGFloat, _ page: CGFloat) -> Int { page > 0 ? Int(min(content / page, 200).rounded(.up)) : 0 }
    let (page, content) = (visibleSize, contentSize)
    let isHorizontal = content.width > page.width
    let pages = isHorizontal ? count(content.width, page.width) : count(content.height, page.height)
    guard pages > 1 else { return }
    for index in 0..<pages {
      html.write("<span data-page")
      let start = CGFloat(index) * (isHorizontal ? page.width : page.height)
      html.writeClass(declarations: (isHorizontal ? "left:" : "top:") + CSS.clampedRem(start) + ";")
      html.write("></span>")
    }
  }

  /// Whether the view snaps to a subview instead. WebKit stays at the nearer one of two targets.
  var hasTargetInContent: Bool { false }

  /// Writes an invisible element at the content offset. By the style sheet the view snaps to that element when the page
  /// loads, because a page without script cannot scroll.
  final func renderScrollTarget(into html: HTMLRenderer) {
    let offset = targetOffset
    guard !hasTargetInContent, scrollCount > 0 || offset.x != -shownInset.left || offset.y != -shownInset.top,
      isScrollEnabled || !viewFlags.contains(.hasSubviewWithFrame)
    else { return }
    let isPage = isPagingEnabled && visibleSize.width > 0 && !viewFlags.contains(.hasSubviewWithFrame)
    let start = isPage ? "\(CSS.number((offset.x / visibleSize.width).rounded() * 100))%" : CSS.clampedRem(offset.x)
    // Frames count from the left in all languages.
    let edge = viewFlags.contains(.hasSubviewWithFrame) ? "left" : "inset-inline-start"
    html.write("<span data-scroll-target")
    html.writeClass(declarations: "position:absolute;\(edge):\(start);top:\(CSS.clampedRem(offset.y));")
    html.write("></span>")
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if !isScrollEnabled, hasAssignedFrame { css += "overflow:hidden;" }
    if scrollsFromLeft { css += "direction:ltr;" }
    if shownInset != .zero, !viewFlags.contains(.hasSubviewWithFrame) { css += "padding:\(CSS.px(shownInset));" }
    // Headers stay below the bar.
    if shownInset.top != contentInset.top { css.declare("--bar", CSS.rem(shownInset.top - contentInset.top)) }
    if !bounces { css += "overscroll-behavior:contain;" }
    if !showsHorizontalScrollIndicator, !showsVerticalScrollIndicator || isPagingEnabled {
      css += "scrollbar-width:none;"
    }
  }
}
