public import Foundation

extension UIButton {
  /// The look and the content of a button.
  public struct Configuration {
    /// The roundness of a button's corners.
    public enum CornerStyle: Int, Sendable {
      case fixed = -1
      case dynamic, small, medium, large, capsule
    }

    /// The size of a button's text and insets.
    public enum Size: Int, Sendable { case medium, small, mini, large }

    /// Where the shorter one of title and subtitle is.
    public enum TitleAlignment: Int, Sendable { case automatic, leading, center, trailing }

    enum Style: Equatable { case plain, gray, tinted, filled }

    let style: Style

    public var buttonSize = Size.medium {
      didSet {
        if contentInsets == oldValue.insets { contentInsets = buttonSize.insets }
        if background.cornerRadius == oldValue.cornerRadius { background.cornerRadius = buttonSize.cornerRadius }
      }
    }
    public var cornerStyle = CornerStyle.dynamic
    public var background = UIBackgroundConfiguration()
    /// The colour of title and image. Default: that of the style.
    public var baseForegroundColor: UIColor?
    /// The colour of the background. Default: that of the style.
    public var baseBackgroundColor: UIColor?
    public var image: UIImage?
    public var imageColorTransformer: UIConfigurationColorTransformer?
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
    /// Whether a turning wheel is shown instead of the image.
    public var showsActivityIndicator = false
    public var activityIndicatorColorTransformer: UIConfigurationColorTransformer?

    /// The text. Setting it removes `attributedTitle`.
    public var title: String? { didSet { attributedTitle = nil } }
    /// The text with attributes, which is shown instead of `title`.
    public var attributedTitle: AttributedString?
    public var titleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
    public var titleLineBreakMode = NSLineBreakMode.byWordWrapping
    public var subtitle: String? { didSet { attributedSubtitle = nil } }
    public var attributedSubtitle: AttributedString?
    public var subtitleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
    public var subtitleLineBreakMode = NSLineBreakMode.byWordWrapping

    /// The distances of the content from the edges, in points.
    public var contentInsets = Size.medium.insets
    /// Where the image is beside the title. Default: `leading`.
    public var imagePlacement = NSDirectionalRectEdge.leading
    /// The distance between image and title, in points.
    public var imagePadding: CGFloat = 0
    /// The distance between title and subtitle, in points.
    public var titlePadding: CGFloat = 1
    public var titleAlignment = TitleAlignment.automatic
    public var automaticallyUpdateForSelection = true

    init(style: Style) {
      self.style = style
      background.cornerRadius = buttonSize.cornerRadius
    }

    public static func plain() -> Configuration { Configuration(style: .plain) }
    public static func gray() -> Configuration { Configuration(style: .gray) }
    public static func tinted() -> Configuration { Configuration(style: .tinted) }
    public static func filled() -> Configuration { Configuration(style: .filled) }
    public static func borderless() -> Configuration { plain() }
    public static func bordered() -> Configuration { gray() }
    public static func borderedTinted() -> Configuration { tinted() }
    public static func borderedProminent() -> Configuration { filled() }

    /// Sets the insets of the button's size.
    public mutating func setDefaultContentInsets() { contentInsets = buttonSize.insets }

    /// Returns the configuration for the state of a button: itself.
    public func updated(for button: UIButton) -> Configuration { self }
  }

  /// Makes a button with a configuration. An action adds its title and image, and a tap performs it.
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(type: .system)
    self.configuration = configuration
    guard let primaryAction else { return }
    if configuration.title == nil, configuration.attributedTitle == nil, !primaryAction.title.isEmpty {
      self.configuration?.title = primaryAction.title
    }
    if configuration.image == nil, let image = primaryAction.image { self.configuration?.image = image }
    addAction(primaryAction, for: .touchUpInside)
  }
}

extension UIButton.Configuration.Size {
  private var measures: (insets: NSDirectionalEdgeInsets, fontSize: CGFloat, cornerRadius: CGFloat) {
    switch self {
    case .small, .mini: (NSDirectionalEdgeInsets(top: 4, leading: 10, bottom: 4, trailing: 10), 15, 4)
    case .medium: (NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12), 16, 6)
    case .large: (NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20), 17, 9)
    }
  }

  var insets: NSDirectionalEdgeInsets { measures.insets }
  fileprivate var fontSize: CGFloat { measures.fontSize }
  fileprivate var cornerRadius: CGFloat { measures.cornerRadius }
}

extension UIButton.Configuration {
  var isImageBesideTitle: Bool { imagePlacement != .top && imagePlacement != .bottom }

  var shownSubtitle: String? {
    let text = attributedSubtitle.map { String($0.characters) } ?? subtitle
    return text?.isEmpty == true ? nil : text
  }

  var titleFont: UIFont { font(titleTextAttributesTransformer, size: buttonSize.fontSize) }

  var subtitleFont: UIFont { font(subtitleTextAttributesTransformer, size: buttonSize == .mini ? 11 : 13) }

  private func font(_ transformer: UIConfigurationTextAttributesTransformer?, size: CGFloat) -> UIFont {
    transformed(transformer)?[AttributeScopes.UIKitAttributes.FontAttribute.self] ?? .systemFont(ofSize: size)
  }

  private func transformed(_ transformer: UIConfigurationTextAttributesTransformer?) -> AttributeContainer? {
    transformer?(AttributeContainer())
  }

  var textAlignment: NSTextAlignment {
    switch titleAlignment {
    case .leading: .natural
    case .center: .center
    case .trailing: .right
    case .automatic: isImageBesideTitle && image != nil ? .natural : .center
    }
  }

  /// The part of the free width that is left of the shorter one of title and subtitle.
  func titleShare(isRightToLeft: Bool) -> CGFloat {
    switch textAlignment {
    case .center: 0.5
    case .right: isRightToLeft ? 0 : 1
    default: isRightToLeft ? 1 : 0
    }
  }

  // MARK: - CSS

  private var foreground: String? {
    let color = transformed(titleTextAttributesTransformer)?[
      AttributeScopes.UIKitAttributes.ForegroundColorAttribute.self]
    if let color = color ?? baseForegroundColor { return color.css }
    return switch style {
    case .filled: "#fff"
    case .tinted where baseBackgroundColor == nil: "color-mix(in srgb,var(--tint) 88%,var(--text))"
    case .plain, .gray, .tinted: nil
    }
  }

  private var backgroundColor: String? {
    switch style {
    case .plain: baseBackgroundColor?.css
    case .gray: baseBackgroundColor?.css ?? "var(--bezel)"
    case .tinted: "color-mix(in srgb,\(baseBackgroundColor?.css ?? "var(--tint)") 15%,transparent)"
    case .filled: baseBackgroundColor?.css ?? "var(--fill,#0070e8)"
    }
  }

  private var cornerRadius: String {
    switch cornerStyle {
    case .capsule: "100rem"
    case .fixed, .dynamic: CSS.rem(background.cornerRadius)
    case .small: CSS.rem(4)
    case .medium: CSS.rem(6)
    case .large: CSS.rem(9)
    }
  }

  /// Appends the declarations for the button's element.
  ///
  /// - Parameter flows: Whether the declarations also lay out the content, which has no frames.
  func appendStyle(of button: UIButton, flows: Bool, to css: inout CSSText) {
    let isDisabled = !button.isEnabled
    if style != .plain, isDisabled, background.backgroundColor == nil {
      css += "background-color:var(--bezel);"
    } else if let backgroundColor {
      css.declare("background-color", backgroundColor)
    }
    background.appendStyle(to: &css)
    if style != .plain || cornerStyle != .dynamic || background.cornerRadius != buttonSize.cornerRadius {
      css.declare("border-radius", cornerRadius)
    }
    if let foreground, !isDisabled { css.declare("color", foreground) }
    guard flows else { return }
    css += titleFont.css
    css += "padding:\(CSS.rem(contentInsets.top)) \(CSS.rem(contentInsets.trailing)) \(CSS.rem(contentInsets.bottom)) "
    css += "\(CSS.rem(contentInsets.leading));gap:\(CSS.rem(imagePadding));min-height:0;"
    switch imagePlacement {
    case .top: css += "flex-direction:column;"
    case .bottom: css += "flex-direction:column-reverse;"
    case .trailing: css += "flex-direction:row-reverse;"
    default: break
    }
  }
}
