public import Foundation

/// A row of dots, one for each page. A tap on a dot selects its page; on iOS a tap selects the next or previous page.
///
/// In forms, a part of the control is the index of a page, from 0.
open class UIPageControl: UIControl {
  @Rendered private var pages = 0
  @Rendered private var current = 0

  open var numberOfPages: Int {
    get { pages }
    set {
      pages = max(newValue, 0)
      current = min(current, max(pages - 1, 0))
    }
  }

  /// The index of the current page, from 0. Other values are limited to the existing pages.
  open var currentPage: Int {
    get { current }
    set { current = min(max(newValue, 0), max(pages - 1, 0)) }
  }

  /// Whether the dots are hidden if there is only one page. Default: false.
  @Rendered open var hidesForSinglePage = false

  @Rendered open var pageIndicatorTintColor: UIColor?
  @Rendered open var currentPageIndicatorTintColor: UIColor?

  private var showsDots: Bool { pages > 1 || (pages == 1 && !hidesForSinglePage) }

  // MARK: - Size

  override package var hasContentSize: Bool { true }

  override package func contentSize(width: CGFloat) -> CGSize? { size(forNumberOfPages: pages) }

  /// Returns the size of the control with a number of pages, in points.
  open func size(forNumberOfPages pageCount: Int) -> CGSize {
    CGSize(width: CGFloat(min(max(pageCount, 0), 10_000)) * Self.dotDistance + 10, height: 26)
  }

  /// The distance between the middles of two dots of a control with a frame, in points.
  private static let dotDistance: CGFloat = 18

  // MARK: - Input

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    guard let page = Int(part), String(page) == part, page >= 0, page < pages, showsDots else {
      return gestureTarget(ofPart: part)
    }
    return TapTarget(refusal: refusal) {
      guard page != self.current else { return }
      self.currentPage = page
      self.sendActions(for: [.valueChanged, .primaryActionTriggered, .touchUpInside])
    }
  }

  // MARK: - HTML

  override package func renderAccessibility(into html: HTMLRenderer) {}

  override open func renderAttributes(into html: HTMLRenderer) {
    html.write(" role=\"group\"")
    html.writeName(of: self, or: localized(.partPages))
    html.writeHint(of: self)
  }

  override open func renderContent(into html: HTMLRenderer) {
    guard showsDots else { return super.renderContent(into: html) }
    for page in 0..<pages {
      html.writeButton(
        tapping: String(page), of: self, cssClass: "dot", label: localized(.partPage(page + 1, pages)),
        isEnabled: isEnabled
      ) {
        if page == current { html.write(" aria-current=\"true\"") }
      } content: {
        html.write("<span></span>")
      }
    }
    super.renderContent(into: html)
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if let pageIndicatorTintColor { css.declare("--dot", pageIndicatorTintColor.css) }
    if let currentPageIndicatorTintColor {
      css.declare("--current-dot", currentPageIndicatorTintColor.css)
    }
  }
}
