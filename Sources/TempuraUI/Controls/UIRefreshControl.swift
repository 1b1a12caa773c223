public import Foundation

/// A button above the content of a scroll view that refreshes it, in the place of pulling the content down.
open class UIRefreshControl: UIControl {
  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Whether the content is being refreshed, from the press of the button until the app says that it is over.
  public private(set) final var isRefreshing = false {
    didSet { if isRefreshing != oldValue { setNeedsRender() } }
  }

  /// What the button says, in place of "Refresh".
  open var attributedTitle: NSAttributedString? {
    didSet { if attributedTitle?.string != oldValue?.string { setNeedsRender() } }
  }

  /// Shows that the content is being refreshed. It sends no event, as in UIKit.
  open func beginRefreshing() { isRefreshing = true }

  /// Shows that the content is up to date.
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
      tapping: "", of: self, title: attributedTitle?.string ?? ownText("Refresh"), label: accessibilityLabel,
      isEnabled: isEnabled && !isRefreshing)
    html.write("<span role=\"status\">")
    if isRefreshing { html.write(text: ownText("Refreshing…")) }
    html.write("</span>")
    super.renderContent(into: html)
  }

  override package func appendStyle(to css: inout String) { appendCommonStyle(to: &css) }
}
