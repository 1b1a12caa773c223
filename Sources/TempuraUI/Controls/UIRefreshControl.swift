public import Foundation

/// A button above the content of a scroll view that refreshes the content. On iOS the user pulls the content down.
open class UIRefreshControl: UIControl {
  /// Whether a refresh is running: from a press of the button, or `beginRefreshing()`, until `endRefreshing()`.
  @Rendered public private(set) final var isRefreshing = false

  /// The text of the button. Default: nil, which shows "Refresh".
  open var attributedTitle: NSAttributedString? {
    didSet { if attributedTitle?.string != oldValue?.string { setNeedsRender() } }
  }

  /// Starts to show a refresh. Sends no event, as in UIKit.
  open func beginRefreshing() { isRefreshing = true }

  /// Stops showing a refresh.
  open func endRefreshing() { isRefreshing = false }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    guard part.isEmpty else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: isRefreshing ? .disabled : refusal) {
      self.beginRefreshing()
      self.sendActions(for: [.valueChanged, .primaryActionTriggered])
    }
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    if isRefreshing { html.write(" aria-busy=\"true\"") }
  }

  override package func renderAccessibility(into html: HTMLRenderer) {}

  override open func renderContent(into html: HTMLRenderer) {
    html.writeButton(
      tapping: "", of: self, title: attributedTitle?.string ?? localized(.buttonRefresh), label: accessibilityLabel,
      isEnabled: isEnabled && !isRefreshing)
    html.write("<span role=\"status\">")
    if isRefreshing { html.write(text: localized(.partRefreshing)) }
    html.write("</span>")
    super.renderContent(into: html)
  }
}

extension UIScrollView {
  /// The control that refreshes the content. On a page it is a button above the content.
  public final var refreshControl: UIRefreshControl? {
    get { refreshView as? UIRefreshControl }
    set { refreshView = newValue }
  }
}
