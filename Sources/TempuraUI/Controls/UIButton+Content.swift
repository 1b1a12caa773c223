internal import Foundation

/// What a button shows in one of its states.
struct ButtonAttributes {
  var title: String?
  var titleColor: UIColor?
  var image: UIImage?
  private var rare: RareButtonAttributes?

  var attributedTitle: NSAttributedString? {
    get { rare?.attributedTitle }
    set { rare = .init(attributedTitle: newValue, shadowColor: shadowColor, backgroundImage: backgroundImage) }
  }
  var shadowColor: UIColor? {
    get { rare?.shadowColor }
    set { rare = .init(attributedTitle: attributedTitle, shadowColor: newValue, backgroundImage: backgroundImage) }
  }
  var backgroundImage: UIImage? {
    get { rare?.backgroundImage }
    set { rare = .init(attributedTitle: attributedTitle, shadowColor: shadowColor, backgroundImage: newValue) }
  }
}

/// The attributes that few buttons have. It never changes.
private final class RareButtonAttributes {
  let attributedTitle: NSAttributedString?
  let shadowColor: UIColor?
  let backgroundImage: UIImage?

  init(attributedTitle: NSAttributedString?, shadowColor: UIColor?, backgroundImage: UIImage?) {
    (self.attributedTitle, self.shadowColor, self.backgroundImage) = (attributedTitle, shadowColor, backgroundImage)
  }
}

extension UIButton.ButtonType {
  /// The symbol that UIKit shows.
  var symbol: String? {
    switch self {
    case .detailDisclosure, .infoLight, .infoDark: "info.circle"
    case .contactAdd: "plus.circle"
    case .close: "xmark"
    case .custom, .system, .plain: nil
    }
  }

  /// The size of that symbol, whose circle is 21.67 points wide.
  var symbolSize: UIImage.SymbolConfiguration? { self == .close ? nil : UIImage.SymbolConfiguration(pointSize: 20.8) }
}

extension UIButton {
  // These methods are inlined so that the compiler can replace the key path by a direct access.

  /// Returns an attribute for a state; nil if the state has none.
  @inline(__always)
  final func ownValue<Value>(_ attribute: KeyPath<ButtonAttributes, Value?>, for state: State) -> Value? {
    if state == .normal { return normal[keyPath: attribute] }
    for index in others.indices where others[index].state == state {
      return others[index].attributes[keyPath: attribute]
    }
    return nil
  }

  /// Returns an attribute for a state; that of the normal state if the state has none.
  @inline(__always)
  final func value<Value>(_ attribute: KeyPath<ButtonAttributes, Value?>, for state: State) -> Value? {
    ownValue(attribute, for: state) ?? normal[keyPath: attribute]
  }

  /// - Parameter isInViews: Whether the views of the content show the attribute.
  @inline(__always)
  final func set<Value: Equatable>(
    _ attribute: WritableKeyPath<ButtonAttributes, Value?>, to value: Value?, for state: State, isInViews: Bool = true
  ) {
    guard value != ownValue(attribute, for: state) else { return }
    if state == .normal {
      normal[keyPath: attribute] = value
    } else if let index = others.firstIndex(where: { $0.state == state }) {
      others[index].attributes[keyPath: attribute] = value
    } else {
      var attributes = ButtonAttributes()
      attributes[keyPath: attribute] = value
      others.append((state, attributes))
    }
    if isInViews { contentDidChange() } else { setNeedsRender() }
  }

  /// Updates the views of the content, and marks the button for layout and rendering.
  final func contentDidChange() {
    updateContentViews()
    if hasContentFrames { setNeedsLayout() }
    setNeedsRender()
  }

  // MARK: - What is shown

  /// The title with attributes, or else the plain one, in `shownTitle`.
  final var shownAttributedTitle: NSAttributedString? {
    if selectedAction != nil { return nil }
    if isConfigured { return configuration?.attributedTitle.map { NSAttributedString($0) } }
    return currentAttributedTitle
  }

  final var shownTitle: String? {
    if let selectedAction { return selectedAction.title }
    guard isConfigured, let configuration else { return currentTitle }
    return configuration.title ?? normal.title
  }

  final var shownImage: UIImage? {
    if isConfigured { return configuration?.image ?? normal.image }
    return currentImage
  }

  /// The image while the button is pressed; nil if it is the same.
  final var pressedImage: UIImage? { isConfigured ? nil : ownValue(\.image, for: .highlighted) }

  final var hasTitle: Bool { shownAttributedTitle.map { $0.length > 0 } ?? !(shownTitle ?? "").isEmpty }

  // MARK: - Views

  /// Gives the views of the content what they show. Makes no views.
  final func updateContentViews() {
    if let label {
      if let title = shownAttributedTitle { label.attributedText = title } else { label.text = shownTitle }
      if let color = currentTitleShadowColor { label.shadowColor = color }
      if isConfigured, let configuration {
        label.font = configuration.titleFont
        label.textAlignment = configuration.textAlignment
      }
    }
    if let picture {
      picture.image = shownImage
      picture.pressedImage = pressedImage
      picture.isDimmed = !isEnabled && adjustsImageWhenDisabled && ownValue(\.image, for: .disabled) == nil
    }
    updateSubtitleLabel()
  }

  private func updateSubtitleLabel() {
    guard isConfigured, let configuration, let text = configuration.shownSubtitle else {
      if let label = subtitleLabel {
        label.removeFromSuperview()
        rareProperties[Look.self].subtitleLabel = nil
      }
      return
    }
    guard hasContentFrames else { return }
    let label = subtitleLabel ?? UILabel()
    label.font = configuration.subtitleFont
    label.text = text
    label.textAlignment = configuration.textAlignment
    if label.superview !== self {
      rareProperties[Look.self].subtitleLabel = label
      addSubview(label)
    }
  }
}

/// The view of a button's image.
final class ButtonImageView: UIImageView {
  /// The image while the button is pressed; nil if it is the same.
  @Rendered var pressedImage: UIImage?
  /// Whether the image is lighter, because the button is disabled.
  @Rendered var isDimmed = false

  override func renderHTML(into html: HTMLRenderer) {
    html.element("span", of: self) {
      if let image = self.image { html.write(image: image, cssClass: self.pressedImage == nil ? nil : "normal") }
      if let image = self.pressedImage { html.write(image: image, cssClass: "highlighted") }
    }
  }

  override func renderAttributes(into html: HTMLRenderer) {}

  override func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if isDimmed { css += "opacity:0.5;" }
  }
}
