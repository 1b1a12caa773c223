public import Foundation

/// A bar of buttons, usually at the bottom of a screen.
open class UIToolbar: BarView<UIToolbarAppearance> {
  private var barViews = BarViews()
  private var isUpToDate = false

  /// The height on framed pages, in points.
  static let height: CGFloat = 44

  /// The buttons and spaces, in the order of the writing direction. Default: nil.
  open var items: [UIBarButtonItem]? {
    didSet {
      for item in oldValue ?? [] where item.bar === self { item.bar = nil }
      for item in items ?? [] { item.bar = self }
      itemDidChange()
    }
  }

  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }

  /// Sets the background of the standard appearance.
  open func setBackgroundImage(
    _ backgroundImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition, barMetrics: UIBarMetrics
  ) { if barMetrics == .default { show(backgroundImage: backgroundImage) } }

  override final func itemDidChange() {
    isUpToDate = false
    setNeedsLayout()
  }

  /// A toolbar is as wide as the view above it, or else as the screen.
  override open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.height) }

  override open func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: superview?.bounds.width ?? UIScreen.main.bounds.width, height: Self.height)
  }

  override open func sizeToFit() {
    let size = sizeThatFits(bounds.size)
    let frame = CGRect(origin: frame.origin, size: size)
    if hasAssignedFrame { self.frame = frame } else { setFlowingFrame(frame) }
  }

  override open func layoutSubviews() {
    super.layoutSubviews()
    guard !isUpToDate else { return }
    isUpToDate = true
    let views = barViews.views(of: items ?? [], in: self, named: "item", hasFlexibleSpaces: true)
    barViews.removeUnusedViews()
    shownViews = views
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    html.write(" role=\"toolbar\"")
    if accessibilityLabel == nil { html.write(attribute: "aria-label", localized(.barToolbar)) }
    super.renderAttributes(into: html)
  }
}
