internal import Foundation

/// What navigation bars, tab bars and toolbars have in common. UIKit has no such class.
open class BarView<Look: UIBarAppearance>: UIView, Bar {
  override final var stacksSubviews: Bool { false }

  /// Takes over the properties that the app set for all bars of the class.
  override open func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil, let other = AppEnvironment.current.standIn(for: self) { adoptLook(of: other) }
  }

  public final var barStyle: UIBarStyle {
    get { styleOfBar }
    set { styleOfBar = newValue }
  }

  /// Whether content that scrolls below the bar shines through. Default: true. A `barTintColor` is opaque.
  open var isTranslucent = true { didSet { setNeedsRender() } }

  /// The background of the bar. Default: nil.
  open var barTintColor: UIColor? { didSet { backgroundColor = barTintColor } }

  /// The look of the bar while content scrolls below it.
  open var standardAppearance: Look {
    get {
      if let ownAppearance { return ownAppearance }
      let made = Look()
      made.bar = self
      ownAppearance = made
      return made
    }
    set { ownAppearance = newValue }
  }
  private final var ownAppearance: Look? { didSet { appearanceDidChange(from: oldValue) } }
  /// The look of the bar while the content is at its edge. Default: nil, which makes the bar of a navigation or tab bar controller
  /// transparent over the colour of the screen. Other bars have their standard look then.
  open var scrollEdgeAppearance: Look? { didSet { appearanceDidChange(from: oldValue) } }

  /// Shows an image as the background, stretched to the size of the bar; nil for the default background. An empty or clear
  /// image makes the bar transparent, as on iOS.
  final func show(backgroundImage: UIImage?) {
    guard let backgroundImage else {
      scrollEdgeAppearance = nil
      return standardAppearance.configureWithDefaultBackground()
    }
    standardAppearance.configureWithTransparentBackground()
    standardAppearance.backgroundImage = backgroundImage
    scrollEdgeAppearance = standardAppearance
  }

  private func appearanceDidChange(from old: Look?) {
    if old?.bar === self { old?.bar = nil }
    ownAppearance?.bar = self
    scrollEdgeAppearance?.bar = self
    itemDidChange()
    setNeedsRender()
  }

  var standardLook: Look? { ownAppearance }
  var edgeLook: Look? { scrollEdgeAppearance }
  /// The look of titles and items. A page begins at its top.
  final var shownAppearance: Look? { edgeLook ?? standardLook }
  /// Whether the bar has another look when content scrolls below it.
  private var hasTwoLooks: Bool {
    superview is any BarContainer && (edgeLook == nil || edgeLook !== standardLook)
  }

  /// Takes over the properties of a stand-in that this bar has not set itself.
  func adoptLook(of other: BarView) {
    if barStyle == .default { barStyle = other.barStyle }
    if barTintColor == nil { barTintColor = other.barTintColor }
    if ownTintColor == nil, let color = other.ownTintColor { tintColor = color }
    if !other.isTranslucent { isTranslucent = false }
    func copy(_ look: Look) -> Look {
      let copy = Look()
      copy.adopt(look)
      return copy
    }
    if ownAppearance == nil { ownAppearance = other.ownAppearance.map(copy) }
    if scrollEdgeAppearance == nil { scrollEdgeAppearance = other.scrollEdgeAppearance.map(copy) }
  }

  func itemDidChange() { setNeedsRender() }

  override open func renderAttributes(into html: HTMLRenderer) {
    if isTranslucent, barTintColor == nil, hasTwoLooks || shownAppearance?.isTranslucent != false {
      html.write(" data-translucent")
    }
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    appendBarStyle(to: &css)
    guard superview is any BarContainer else {
      shownAppearance?.appendStyle(to: &css)
      return
    }
    edgeLook?.appendStyle(to: &css)
    if edgeLook?.isTranslucent == true { css += "background-color:var(--bar-background);" }
    if edgeLook?.isTransparent == false { css += "--bar-line:initial;" }
    guard hasTwoLooks, let look = standardLook ?? edgeLook.map({ _ in Look() }) else { return }
    look.appendStyleOverContent(to: &css)
  }
}

/// The view of a container with bars.
protocol BarContainer: UIView {}

extension UIView {
  /// The style of this view, which is a bar.
  final var styleOfBar: UIBarStyle {
    get { overrideUserInterfaceStyle == .dark ? .black : .default }
    set { overrideUserInterfaceStyle = newValue == .black ? .dark : .unspecified }
  }

  /// Appends the background of a bar that has another appearance than the view around it.
  final func appendBarStyle(to css: inout CSSText) {
    if overrideUserInterfaceStyle != .unspecified, backgroundColor == nil {
      css.declare("background-color", "var(--background)")
    }
  }
}
