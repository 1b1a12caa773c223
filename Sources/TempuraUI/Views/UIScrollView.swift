public import Foundation

/// A view that scrolls content larger than itself.
open class UIScrollView: UIView {
  /// When dragging dismisses the keyboard. On a page the browser decides that.
  public enum KeyboardDismissMode: Int, Sendable {
    case none, onDrag, interactive, onDragWithAccessory, interactiveWithAccessory
  }

  /// How bars change the content insets. On a page the style sheet keeps content clear of bars.
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

  // Rare properties, because text and list views are scroll views too, and few of them set any.
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

  /// Called when the delegate was replaced. A list asks its new delegate for its content.
  package func delegateDidChange() {}

  // MARK: - Scrolling

  /// Whether the view stops scrolling at multiples of its width. Each subview is a page.
  public final var isPagingEnabled: Bool {
    get { rareProperties[Options.self].isPagingEnabled }
    set { set(\Options.isPagingEnabled, to: newValue) }
  }

  /// Whether the user can scroll the view. The app always can.
  public final var isScrollEnabled = true { didSet { if isScrollEnabled != oldValue { setNeedsRender() } } }

  /// The size of the content as set by the app. Only the browser knows the real one.
  public final var contentSize: CGSize {
    get { rareProperties[Options.self].contentSize }
    set { set(\Options.contentSize, to: newValue) }
  }

  /// The space around the content, inside the scrolled area.
  public final var contentInset: UIEdgeInsets {
    get { rareProperties[Options.self].contentInset }
    set { set(\Options.contentInset, to: newValue) }
  }

  public final var adjustedContentInset: UIEdgeInsets { contentInset }

  /// The offset to which the app scrolled the content. Browsers do not report how far the user scrolled.
  public final var contentOffset: CGPoint {
    get { rareProperties[Options.self].contentOffset }
    set { setContentOffset(newValue, animated: false) }
  }

  /// Scrolls to an offset. Each response shows the view scrolled there, until the app sets another offset. If paging is
  /// enabled, the view shows the page at the offset.
  public final func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    guard contentOffset != self.contentOffset else { return }
    set(\Options.contentOffset, to: contentOffset)
    delegate?.scrollViewDidScroll(self)
    if animated { delegate?.scrollViewDidEndScrollingAnimation(self) }
  }

  /// Scrolls as little as possible to show an area of the content. If the view's size is unknown, it scrolls to the area.
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

  /// Always false: browsers do not report dragging.
  public final var isDragging: Bool { false }
  public final var isTracking: Bool { false }
  public final var isDecelerating: Bool { false }

  // MARK: - Indicators

  /// Whether there is a horizontal scroll bar. Browsers hide both bars or none. They are hidden if this and
  /// `showsVerticalScrollIndicator` are false, or if this is false and paging is enabled.
  public final var showsHorizontalScrollIndicator: Bool {
    get { rareProperties[Options.self].showsHorizontalIndicator }
    set { set(\Options.showsHorizontalIndicator, to: newValue) }
  }

  public final var showsVerticalScrollIndicator: Bool {
    get { rareProperties[Options.self].showsVerticalIndicator }
    set { set(\Options.showsVerticalIndicator, to: newValue) }
  }

  /// Does nothing: the browser shows scroll bars itself.
  public final func flashScrollIndicators() {}

  // MARK: - Options for the browser

  /// Whether the view bounces at its ends. If false, scrolling past an end does not scroll the superviews either.
  public final var bounces: Bool {
    get { rareProperties[Options.self].bounces }
    set { set(\Options.bounces, to: newValue) }
  }

  // The following properties have no effect on a page. They keep their values for the app to read.

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

  /// The control that refreshes the content. On a page it is a button above the content.
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

  /// Whether the view itself scrolls and not the page, as far as the server can tell. Such a view must be reachable by
  /// keyboard.
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

  /// Writes an invisible element at the content offset. By the style sheet the view snaps to that element when the page
  /// loads, because a page without script cannot scroll.
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
