public import Foundation

/// A view whose content may be larger than itself.
open class UIScrollView: UIView {
  /// When dragging lets the keyboard go. A browser decides on that by itself.
  public enum KeyboardDismissMode: Int, Sendable {
    case none, onDrag, interactive, onDragWithAccessory, interactiveWithAccessory
  }

  /// How insets follow from bars. Pages scroll clear of bars by their style sheet.
  public enum ContentInsetAdjustmentBehavior: Int, Sendable { case automatic, scrollableAxes, never, always }

  /// The colours of indicators. Pages have those of their colour scheme.
  public enum IndicatorStyle: Int, Sendable { case `default`, black, white }

  /// How fast scrolling slows down, which is up to the browser.
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public static let normal = DecelerationRate(rawValue: 0.998)
    public static let fast = DecelerationRate(rawValue: 0.99)
  }

  // What few of them set: text and list views are scroll views, too.
  private struct Options: RarePropertyGroup {
    var contentSize = CGSize.zero
    var contentInset = UIEdgeInsets.zero
    var contentOffset = CGPoint.zero
    var isPagingEnabled = false
    var showsHorizontalIndicator = true
    var showsVerticalIndicator = true
    var alwaysBounceVertical = false
    var alwaysBounceHorizontal = false
    var bounces = true
    var isDirectionalLockEnabled = false
    var scrollsToTop = true
    var keyboardDismissMode = KeyboardDismissMode.none
    var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
    var indicatorStyle = IndicatorStyle.default
    var decelerationRate = DecelerationRate.normal
    var scrollIndicatorInsets = UIEdgeInsets.zero
    var refreshControl: UIRefreshControl?
  }

  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public final weak var delegate: (any UIScrollViewDelegate)? {
    didSet {
      if (delegate == nil) != (oldValue == nil) { setNeedsRender() }
      if delegate !== oldValue { delegateDidChange() }
    }
  }

  /// The delegate is another one, which may say something else of what is shown.
  package func delegateDidChange() {}

  // MARK: - Scrolling

  /// Whether the view is scrolled by whole widths of itself: each subview is a page.
  public final var isPagingEnabled: Bool {
    get { rareProperties[Options.self].isPagingEnabled }
    set { set(\Options.isPagingEnabled, to: newValue) }
  }

  /// Whether its user can scroll the view. The app can in any case.
  public final var isScrollEnabled = true { didSet { if isScrollEnabled != oldValue { setNeedsRender() } } }

  /// The size of the content, for the app to read: the browser knows the real one.
  public final var contentSize: CGSize {
    get { rareProperties[Options.self].contentSize }
    set { set(\Options.contentSize, to: newValue) }
  }

  /// Space around the content, within the scrolled area.
  public final var contentInset: UIEdgeInsets {
    get { rareProperties[Options.self].contentInset }
    set { set(\Options.contentInset, to: newValue) }
  }

  public final var adjustedContentInset: UIEdgeInsets { contentInset }

  /// How far the app scrolled the content. How far its user did the browser does not tell.
  public final var contentOffset: CGPoint {
    get { rareProperties[Options.self].contentOffset }
    set { setContentOffset(newValue, animated: false) }
  }

  /// Scrolls to a place: each page is shown scrolled there, until the app scrolls elsewhere. Where paging is on this is the
  /// page to be seen: the offset by the view's own width.
  public final func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    guard contentOffset != self.contentOffset else { return }
    set(\Options.contentOffset, to: contentOffset)
    delegate?.scrollViewDidScroll(self)
    if animated { delegate?.scrollViewDidEndScrollingAnimation(self) }
  }

  /// Scrolls by as little as shows an area of the content, as far as the view's own size is known; else to the area.
  public final func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    func offset(_ current: CGFloat, _ length: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
      guard length > 0 else { return low }
      if low < current { return low }
      return high > current + length ? min(low, high - length) : current
    }
    let (current, size) = (contentOffset, frame.size)
    setContentOffset(
      CGPoint(
        x: offset(current.x, size.width, rect.minX, rect.maxX), y: offset(current.y, size.height, rect.minY, rect.maxY)),
      animated: animated)
  }

  /// Nobody drags a page here: it is the browser's.
  public final var isDragging: Bool { false }
  public final var isTracking: Bool { false }
  public final var isDecelerating: Bool { false }

  // MARK: - Indicators

  /// Whether there is a bar to scroll by. A page has both or none: it has none if neither is to be seen, or the one of the
  /// only direction in which the view scrolls.
  public final var showsHorizontalScrollIndicator: Bool {
    get { rareProperties[Options.self].showsHorizontalIndicator }
    set { set(\Options.showsHorizontalIndicator, to: newValue) }
  }

  public final var showsVerticalScrollIndicator: Bool {
    get { rareProperties[Options.self].showsVerticalIndicator }
    set { set(\Options.showsVerticalIndicator, to: newValue) }
  }

  /// Has the browser's bars seen: they are as long as there is something to scroll.
  public final func flashScrollIndicators() {}

  // MARK: - What is up to the browser

  /// Whether the view gives way at its ends. Without it nothing around is scrolled by what is left over, either.
  public final var bounces: Bool {
    get { rareProperties[Options.self].bounces }
    set { set(\Options.bounces, to: newValue) }
  }

  // Kept for the app to read: they are about fingers, keyboards and bars, which are the browser's.

  public final var alwaysBounceVertical: Bool {
    get { rareProperties[Options.self].alwaysBounceVertical }
    set { rareProperties[Options.self].alwaysBounceVertical = newValue }
  }

  public final var alwaysBounceHorizontal: Bool {
    get { rareProperties[Options.self].alwaysBounceHorizontal }
    set { rareProperties[Options.self].alwaysBounceHorizontal = newValue }
  }

  public final var isDirectionalLockEnabled: Bool {
    get { rareProperties[Options.self].isDirectionalLockEnabled }
    set { rareProperties[Options.self].isDirectionalLockEnabled = newValue }
  }

  public final var scrollsToTop: Bool {
    get { rareProperties[Options.self].scrollsToTop }
    set { rareProperties[Options.self].scrollsToTop = newValue }
  }

  public final var keyboardDismissMode: KeyboardDismissMode {
    get { rareProperties[Options.self].keyboardDismissMode }
    set { rareProperties[Options.self].keyboardDismissMode = newValue }
  }

  public final var contentInsetAdjustmentBehavior: ContentInsetAdjustmentBehavior {
    get { rareProperties[Options.self].contentInsetAdjustmentBehavior }
    set { rareProperties[Options.self].contentInsetAdjustmentBehavior = newValue }
  }

  public final var indicatorStyle: IndicatorStyle {
    get { rareProperties[Options.self].indicatorStyle }
    set { rareProperties[Options.self].indicatorStyle = newValue }
  }

  public final var decelerationRate: DecelerationRate {
    get { rareProperties[Options.self].decelerationRate }
    set { rareProperties[Options.self].decelerationRate = newValue }
  }

  public final var scrollIndicatorInsets: UIEdgeInsets {
    get { rareProperties[Options.self].scrollIndicatorInsets }
    set { rareProperties[Options.self].scrollIndicatorInsets = newValue }
  }

  // MARK: - Refreshing

  /// A button above the content that refreshes it, in the place of pulling the content down.
  public final var refreshControl: UIRefreshControl? {
    get { rareProperties[Options.self].refreshControl }
    set {
      let old = refreshControl
      guard newValue !== old else { return }
      rareProperties[Options.self].refreshControl = newValue
      if old?.superview === self { old?.removeFromSuperview() }
      if let newValue { insertSubview(newValue, at: 0) }
    }
  }

  // MARK: - HTML

  /// Whether the view itself scrolls, rather than the page that it is in, as far as that can be told from here: then the
  /// keyboard has to reach it.
  package var isScrollable: Bool {
    guard isScrollEnabled else { return false }
    return isPagingEnabled || viewFlags.contains(.isPlaced) || contentSize != .zero
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    if isScrollEnabled { html.write(" data-scrolls") }
    if isPagingEnabled { html.write(" data-pages") }
    guard isScrollable else { return }
    html.write(" tabindex=\"0\"")
    guard accessibilityLabel == nil else { return }
    if htmlTag.isWithoutRole { html.write(" role=\"group\"") }
    html.write(attribute: "aria-label", localized(.scrollable))
  }

  override open func renderContent(into html: HTMLRenderer) {
    super.renderContent(into: html)
    renderScrollTarget(into: html)
  }

  /// Without script a page is scrolled by where its style sheet has it snap to at first: to this mark.
  final func renderScrollTarget(into html: HTMLRenderer) {
    let offset = contentOffset
    guard offset != .zero else { return }
    let isPage = isPagingEnabled && frame.width > 0
    let start = isPage ? "\(CSS.number((offset.x / frame.width).rounded() * 100))%" : CSS.px(offset.x)
    html.write("<span data-scroll-target")
    html.writeClass(declarations: "position:absolute;inset-inline-start:\(start);top:\(CSS.px(offset.y));")
    html.write("></span>")
  }

  override package func appendStyle(to css: inout String) {
    super.appendStyle(to: &css)
    guard let options = rareProperties.box(of: Options.self)?.properties else { return }
    if options.contentInset != .zero { css += "padding:\(CSS.px(options.contentInset));" }
    if !options.bounces { css += "overscroll-behavior:contain;" }
    let hidesHorizontal = !options.showsHorizontalIndicator
    if hidesHorizontal && (!options.showsVerticalIndicator || options.isPagingEnabled) {
      css += "scrollbar-width:none;"
    }
  }
}
