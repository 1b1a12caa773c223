public import Foundation

/// A bar of buttons, usually at the bottom of a screen.
open class UIToolbar: UIView {
  private var barViews = BarViews()
  private var isUpToDate = false

  /// The height on framed pages, in points.
  static let height: CGFloat = 44

  override public init(frame: CGRect) {
    super.init(frame: frame)
    adoptAppearance()
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The buttons and spaces, in the order of the writing direction. Default: nil.
  open var items: [UIBarButtonItem]? {
    didSet {
      for item in oldValue ?? [] where item.bar === self { item.bar = nil }
      for item in items ?? [] { item.bar = self }
      itemDidChange()
    }
  }

  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }

  /// The background of the bar. Default: nil.
  open var barTintColor: UIColor? { didSet { backgroundColor = barTintColor } }

  /// The look of the bar.
  open var standardAppearance: UIToolbarAppearance {
    get {
      if let ownAppearance { return ownAppearance }
      let made = UIToolbarAppearance()
      ownAppearance = made
      made.bar = self
      return made
    }
    set {
      let old = ownAppearance
      ownAppearance = newValue
      appearanceDidChange(from: old)
    }
  }
  private(set) final var ownAppearance: UIToolbarAppearance?
  open var scrollEdgeAppearance: UIToolbarAppearance? { didSet { appearanceDidChange(from: oldValue) } }
  /// No effect, as the following ones.
  open var compactAppearance: UIToolbarAppearance?
  open var barStyle = UIBarStyle.default
  open func setBackgroundImage(
    _ backgroundImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition, barMetrics: UIBarMetrics
  ) {}
  open func setShadowImage(_ shadowImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition) {}

  private func appearanceDidChange(from old: UIToolbarAppearance?) {
    if old?.bar === self { old?.bar = nil }
    ownAppearance?.bar = self
    scrollEdgeAppearance?.bar = self
    setNeedsRender()
  }

  private var shownAppearance: UIToolbarAppearance? { scrollEdgeAppearance ?? ownAppearance }

  override package func appendStyle(to css: inout String) {
    super.appendStyle(to: &css)
    shownAppearance?.appendStyle(to: &css)
  }

  /// Whether content that scrolls below the bar shines through. Default: true. Has no effect with a `barTintColor`.
  open var isTranslucent = true { didSet { setNeedsRender() } }

  override open func layoutSubviews() {
    super.layoutSubviews()
    guard !isUpToDate else { return }
    isUpToDate = true
    let views = barViews.views(of: items ?? [], in: self, named: "item", hasFlexibleSpaces: true)
    barViews.removeUnusedViews()
    setSubviews(views)
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    html.write(" role=\"toolbar\"")
    if accessibilityLabel == nil { html.write(attribute: "aria-label", localized(.toolbar)) }
    if isTranslucent, barTintColor == nil, shownAppearance?.isTranslucent != false { html.write(" data-translucent") }
  }
}

extension UIToolbar: Bar {
  final func itemDidChange() {
    isUpToDate = false
    setNeedsLayout()
  }
}
