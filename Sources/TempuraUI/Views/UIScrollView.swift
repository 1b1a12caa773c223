public import Foundation

/// Follows what happens in a scroll view. The browser scrolls by itself, so only text and collection views' delegates
/// hear of anything.
public protocol UIScrollViewDelegate: AnyObject {}

/// A view whose content may be larger than itself.
open class UIScrollView: UIView {
  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public final weak var delegate: (any UIScrollViewDelegate)? {
    didSet { if (delegate == nil) != (oldValue == nil) { setNeedsRender() } }
  }

  /// Whether the view is scrolled by whole widths of itself: each subview is a page.
  public final var isPagingEnabled = false { didSet { if isPagingEnabled != oldValue { setNeedsRender() } } }

  /// Whether its user can scroll the view. The app can in any case.
  public final var isScrollEnabled = true { didSet { if isScrollEnabled != oldValue { setNeedsRender() } } }

  /// The size of the content, for the app to read: the browser knows the real one.
  public final var contentSize = CGSize.zero

  /// Space around the content, within the scrolled area.
  public final var contentInset = UIEdgeInsets.zero { didSet { if contentInset != oldValue { setNeedsRender() } } }

  /// How far the app scrolled the content.
  public final var contentOffset: CGPoint {
    get { offset }
    set { setContentOffset(newValue, animated: false) }
  }

  private var offset = CGPoint.zero

  /// Scrolls to a place. Where paging is on this is the page to be seen: the offset by the view's own width.
  public final func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    guard contentOffset != offset else { return }
    offset = contentOffset
    setNeedsRender()
  }

  public final var showsHorizontalScrollIndicator = true
  public final var showsVerticalScrollIndicator = true
  public final var alwaysBounceVertical = false
  public final var bounces = true

  override open func renderAttributes(into html: HTMLRenderer) {
    if isScrollEnabled { html.write(" data-scrolls") }
  }

  override package func appendStyle(to css: inout String) {
    appendCommonStyle(to: &css)
    guard contentInset != .zero else { return }
    let sides = [contentInset.top, contentInset.right, contentInset.bottom, contentInset.left]
    css += "padding:\(sides.map(CSS.px).joined(separator: " "));"
  }
}
