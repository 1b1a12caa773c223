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
  private struct Options: Sendable {
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

    static let defaults = Options()
  }

  private final class OptionsBox {
    var options = Options()
    var refreshControl: UIRefreshControl?
  }

  private var box: OptionsBox?

  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  private var options: Options { box?.options ?? .defaults }

  private func set<Value: Equatable>(
    _ option: WritableKeyPath<Options, Value>, to value: Value, isShown: Bool = true
  ) {
    guard value != options[keyPath: option] else { return }
    makeBox().options[keyPath: option] = value
    if isShown { setNeedsRender() }
  }

  private func makeBox() -> OptionsBox {
    if let box { return box }
    let made = OptionsBox()
    box = made
    return made
  }

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
    get { options.isPagingEnabled }
    set { set(\.isPagingEnabled, to: newValue) }
  }

  /// Whether its user can scroll the view. The app can in any case.
  public final var isScrollEnabled = true { didSet { if isScrollEnabled != oldValue { setNeedsRender() } } }

  /// The size of the content, for the app to read: the browser knows the real one.
  public final var contentSize: CGSize {
    get { options.contentSize }
    set { set(\.contentSize, to: newValue) }
  }

  /// Space around the content, within the scrolled area.
  public final var contentInset: UIEdgeInsets {
    get { options.contentInset }
    set { set(\.contentInset, to: newValue) }
  }

  public final var adjustedContentInset: UIEdgeInsets { contentInset }

  /// How far the app scrolled the content. How far its user did the browser does not tell.
  public final var contentOffset: CGPoint {
    get { options.contentOffset }
    set { setContentOffset(newValue, animated: false) }
  }

  /// Scrolls to a place: each page is shown scrolled there, until the app scrolls elsewhere. Where paging is on this is the
  /// page to be seen: the offset by the view's own width.
  public final func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    guard contentOffset != self.contentOffset else { return }
    set(\.contentOffset, to: contentOffset)
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
    get { options.showsHorizontalIndicator }
    set { set(\.showsHorizontalIndicator, to: newValue) }
  }

  public final var showsVerticalScrollIndicator: Bool {
    get { options.showsVerticalIndicator }
    set { set(\.showsVerticalIndicator, to: newValue) }
  }

  /// Has the browser's bars seen: they are as long as there is something to scroll.
  public final func flashScrollIndicators() {}

  // MARK: - What is up to the browser

  /// Whether the view gives way at its ends. Without it nothing around is scrolled by what is left over, either.
  public final var bounces: Bool {
    get { options.bounces }
    set { set(\.bounces, to: newValue) }
  }

  // Kept for the app to read: they are about fingers, keyboards and bars, which are the browser's.

  public final var alwaysBounceVertical: Bool {
    get { options.alwaysBounceVertical }
    set { set(\.alwaysBounceVertical, to: newValue, isShown: false) }
  }

  public final var alwaysBounceHorizontal: Bool {
    get { options.alwaysBounceHorizontal }
    set { set(\.alwaysBounceHorizontal, to: newValue, isShown: false) }
  }

  public final var isDirectionalLockEnabled: Bool {
    get { options.isDirectionalLockEnabled }
    set { set(\.isDirectionalLockEnabled, to: newValue, isShown: false) }
  }

  public final var scrollsToTop: Bool {
    get { options.scrollsToTop }
    set { set(\.scrollsToTop, to: newValue, isShown: false) }
  }

  public final var keyboardDismissMode: KeyboardDismissMode {
    get { options.keyboardDismissMode }
    set { set(\.keyboardDismissMode, to: newValue, isShown: false) }
  }

  public final var contentInsetAdjustmentBehavior: ContentInsetAdjustmentBehavior {
    get { options.contentInsetAdjustmentBehavior }
    set { set(\.contentInsetAdjustmentBehavior, to: newValue, isShown: false) }
  }

  public final var indicatorStyle: IndicatorStyle {
    get { options.indicatorStyle }
    set { set(\.indicatorStyle, to: newValue, isShown: false) }
  }

  public final var decelerationRate: DecelerationRate {
    get { options.decelerationRate }
    set { set(\.decelerationRate, to: newValue, isShown: false) }
  }

  public final var scrollIndicatorInsets: UIEdgeInsets {
    get { options.scrollIndicatorInsets }
    set { set(\.scrollIndicatorInsets, to: newValue, isShown: false) }
  }

  // MARK: - Refreshing

  /// A button above the content that refreshes it, in the place of pulling the content down.
  public final var refreshControl: UIRefreshControl? {
    get { box?.refreshControl }
    set {
      let old = refreshControl
      guard newValue !== old else { return }
      makeBox().refreshControl = newValue
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
    html.write(attribute: "aria-label", ownText("Scrollable content"))
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
    appendCommonStyle(to: &css)
    guard let options = box?.options else { return }
    if options.contentInset != .zero { css += "padding:\(CSS.px(options.contentInset));" }
    if !options.bounces { css += "overscroll-behavior:contain;" }
    let hidesHorizontal = !options.showsHorizontalIndicator
    if hidesHorizontal && (!options.showsVerticalIndicator || options.isPagingEnabled) {
      css += "scrollbar-width:none;"
    }
  }
}
