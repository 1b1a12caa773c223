public import Foundation

/// The look of a bar. An effect as the background is not shown: set a colour.
open class UIBarAppearance: NSObject {
  public required override init() { super.init() }
  public init(barAppearance: UIBarAppearance) {
    super.init()
    adopt(barAppearance)
  }

  /// Takes over what is shown of another appearance.
  func adopt(_ other: UIBarAppearance) {
    backgroundColor = other.backgroundColor
    backgroundImage = other.backgroundImage
    shadowColor = other.shadowColor
    isTransparent = other.isTransparent
  }

  /// The background; nil for that of the style sheet.
  open var backgroundColor: UIColor? { didSet { didChange() } }
  /// The colour of the line between bar and content; nil for that of the style sheet.
  open var shadowColor: UIColor? { didSet { didChange() } }
  /// The image over the background colour, stretched to the size of the bar.
  open var backgroundImage: UIImage? { didSet { didChange() } }
  /// No effect, as the following one.
  open var backgroundEffect: UIBlurEffect?
  open var shadowImage: UIImage?

  private(set) final var isTransparent = false

  /// The bar that has this appearance.
  final weak var bar: UIView?

  open func configureWithDefaultBackground() { configure(nil, nil, isTransparent: false) }
  open func configureWithOpaqueBackground() { configure(.systemBackground, nil, isTransparent: false) }
  open func configureWithTransparentBackground() { configure(nil, nil, isTransparent: true) }

  private func configure(_ background: UIColor?, _ shadow: UIColor?, isTransparent: Bool) {
    self.isTransparent = isTransparent
    backgroundColor = background
    backgroundImage = nil
    shadowColor = shadow
  }

  final func didChange() {
    bar?.setNeedsRender()
    bar?.setNeedsLayout()
  }

  /// Whether content that scrolls below the bar shines through.
  final var isTranslucent: Bool { backgroundColor == nil && backgroundImage == nil && !isTransparent }

  /// Appends what the style sheet uses while content is below the bar.
  final func appendStyleOverContent(to css: inout CSSText) {
    if let backgroundColor {
      css.declare("--bar-background", backgroundColor.css)
    } else if isTransparent {
      css += "--bar-background:transparent;--bar-blur:none;"
    }
    if let backgroundImage { css.declare("--bar-image", "\(backgroundImage.cssURL) 0 0 / 100% 100%") }
    css.declare("--over-line", shadowColor?.css ?? (isTransparent ? "transparent" : "initial"))
  }

  final func appendStyle(to css: inout CSSText) {
    if let backgroundColor {
      css.declare("background-color", backgroundColor.css)
    } else if isTransparent {
      css.declare("background-color", "transparent")
    }
    if let backgroundImage { css += backgroundImage.backgroundCSS }
    guard let line = shadowColor?.css ?? (isTransparent ? "transparent" : nil) else { return }
    css.declare("--own-line", line)
    css.declare("--over-line", line)
  }
}

/// The look of a navigation bar.
open class UINavigationBarAppearance: UIBarAppearance {
  /// The attributes of the title.
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { titleDidChange() } }
  /// The attributes of large titles.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { titleDidChange() } }
  open var titlePositionAdjustment = UIOffset.zero

  /// No effect, as the following ones: set the `tintColor` of the bar.
  open lazy var buttonAppearance = UIBarButtonItemAppearance()
  open lazy var doneButtonAppearance = UIBarButtonItemAppearance()
  open lazy var backButtonAppearance = UIBarButtonItemAppearance()
  /// No effect: the back button has a chevron.
  open func setBackIndicatorImage(_ backIndicatorImage: UIImage?, transitionMaskImage: UIImage?) {}

  override func adopt(_ other: UIBarAppearance) {
    super.adopt(other)
    guard let other = other as? UINavigationBarAppearance else { return }
    titleTextAttributes = other.titleTextAttributes
    largeTitleTextAttributes = other.largeTitleTextAttributes
  }

  private func titleDidChange() {
    (bar as? any Bar)?.itemDidChange()
    didChange()
  }
}

/// The look of a toolbar.
open class UIToolbarAppearance: UIBarAppearance {
  open lazy var buttonAppearance = UIBarButtonItemAppearance()
  open lazy var doneButtonAppearance = UIBarButtonItemAppearance()
}

/// The look of a tab bar.
open class UITabBarAppearance: UIBarAppearance {
  /// The look of tabs. The other two layouts do not exist on a page.
  open var stackedLayoutAppearance: UITabBarItemAppearance {
    get {
      if let itemAppearance { return itemAppearance }
      let made = UITabBarItemAppearance()
      itemAppearance = made
      return made
    }
    set { itemAppearance = newValue }
  }
  final var itemAppearance: UITabBarItemAppearance? { didSet { didChange() } }
  open lazy var inlineLayoutAppearance = UITabBarItemAppearance()
  open lazy var compactInlineLayoutAppearance = UITabBarItemAppearance()
  open var selectionIndicatorTintColor: UIColor?

  override func adopt(_ other: UIBarAppearance) {
    super.adopt(other)
    itemAppearance = (other as? UITabBarAppearance)?.itemAppearance
  }
}

/// The look of a bar's buttons. No effect: set the `tintColor` of the bar or the item.
open class UIBarButtonItemAppearance: NSObject {
  override public init() { super.init() }
  public init(style: UIBarButtonItem.Style) { super.init() }
  public final let normal = UIBarButtonItemStateAppearance()
  public final let highlighted = UIBarButtonItemStateAppearance()
  public final let disabled = UIBarButtonItemStateAppearance()
  public final let focused = UIBarButtonItemStateAppearance()
  open func configureWithDefault(for style: UIBarButtonItem.Style) {}
}

open class UIBarButtonItemStateAppearance: NSObject {
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  open var titlePositionAdjustment = UIOffset.zero
  open var backgroundImage: UIImage?
}

/// The look of tabs. Only the colours of icons have an effect: `normal` for tabs that are not selected.
open class UITabBarItemAppearance: NSObject {
  public enum Style: Int, Sendable { case stacked, inline, compactInline }
  override public init() { super.init() }
  public init(style: Style) { super.init() }
  public final let normal = UITabBarItemStateAppearance()
  public final let selected = UITabBarItemStateAppearance()
  public final let disabled = UITabBarItemStateAppearance()
  public final let focused = UITabBarItemStateAppearance()
}

open class UITabBarItemStateAppearance: NSObject {
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  open var titlePositionAdjustment = UIOffset.zero
  open var iconColor, badgeBackgroundColor: UIColor?
  open var badgeTextAttributes: [NSAttributedString.Key: Any] = [:]

  /// The colour of a tab.
  final var color: UIColor? { iconColor ?? titleTextAttributes[.foregroundColor] as? UIColor }
}
