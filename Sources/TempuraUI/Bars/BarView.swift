internal import Foundation

/// What navigation bars, tab bars and toolbars have in common. UIKit has no such class.
open class BarView<Look: UIBarAppearance>: UIView, Bar {
  /// Takes over the properties that the app set for all bars of the class.
  override open func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil, let other = UIApplication.shared.standIn(for: self) { adoptLook(of: other) }
  }

  public final var barStyle: UIBarStyle {
    get { styleOfBar }
    set { styleOfBar = newValue }
  }

  /// Whether content that scrolls below the bar shines through. Default: true. A `barTintColor` is opaque.
  open var isTranslucent = true { didSet { setNeedsRender() } }

  /// The background of the bar. Default: nil.
  open var barTintColor: UIColor? { didSet { backgroundColor = barTintColor } }

  /// The look of the bar. A page begins at its top, so the look at the edge comes before the standard one, which is shown if
  /// there is none.
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
  open var scrollEdgeAppearance: Look? { didSet { appearanceDidChange(from: oldValue) } }

  /// Shows an image as the background, stretched to the size of the bar; nil for the default background. An empty or clear
  /// image makes the bar transparent, as on iOS.
  final func show(backgroundImage: UIImage?) {
    guard let backgroundImage else { return standardAppearance.configureWithDefaultBackground() }
    standardAppearance.configureWithTransparentBackground()
    standardAppearance.backgroundImage = backgroundImage
  }

  private func appearanceDidChange(from old: Look?) {
    if old?.bar === self { old?.bar = nil }
    ownAppearance?.bar = self
    scrollEdgeAppearance?.bar = self
    itemDidChange()
    setNeedsRender()
  }

  final var shownAppearance: Look? { scrollEdgeAppearance ?? ownAppearance }

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
    if isTranslucent, barTintColor == nil, shownAppearance?.isTranslucent != false { html.write(" data-translucent") }
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    appendBarStyle(to: &css)
    shownAppearance?.appendStyle(to: &css)
  }
}

/// The style of a bar: `black` is the dark appearance.
public enum UIBarStyle: Int, Sendable { case `default`, black }

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
