internal import Basics
public import Foundation

/// A control that sends `touchUpInside` on a tap.
///
/// A button that flows shows its image and its title side by side, as the style sheet says. A button with a frame shows them
/// where UIKit has them: where `imageRect(forContentRect:)`, `titleRect(forContentRect:)` or the app's `layoutSubviews` say.
open class UIButton: UIControl {
  override final var takesTouches: Bool { true }

  /// The look of a button.
  public enum ButtonType: Int, Sendable {
    case custom = 0
    case system = 1
    case detailDisclosure = 2
    case infoLight = 3
    case infoDark = 4
    case contactAdd = 5
    case plain = 6
    case close = 7

    public static var roundedRect: ButtonType { .system }
  }

  /// The purpose of a button.
  public enum Role: Int, Sendable { case normal, primary, cancel, destructive }

  // Properties of one byte come first, because some of them fit into the padding behind those of `UIControl`.

  @exclusivity(unchecked) public internal(set) final var buttonType = ButtonType.custom

  /// The purpose of the button. A page does not show it, but Escape presses a button with the role `.cancel`. On iOS, Escape
  /// does that only by a key command of the app.
  @exclusivity(unchecked) open var role = Role.normal { didSet { if role != oldValue { contentDidChange() } } }

  /// Whether `layoutSubviews` gave the content frames.
  @exclusivity(unchecked) final var hasContentFrames = false
  /// Whether there is a configuration. To read the configuration itself takes long.
  @exclusivity(unchecked) private(set) final var isConfigured = false

  // Each rendering asks several times, and most buttons have neither.
  @exclusivity(unchecked) private final var hasMenu = false
  @exclusivity(unchecked) private final var hasViews = false

  /// Whether a change of the state calls `updateConfiguration()`. Default: true.
  open var automaticallyUpdatesConfiguration = true

  /// Whether the image of a disabled button is lighter. Default: true. Only buttons with a frame follow it.
  open var adjustsImageWhenDisabled = true { didSet { if adjustsImageWhenDisabled != oldValue { contentDidChange() } } }

  /// Whether a tap opens the menu instead of sending `touchUpInside`. Default: false.
  open var showsMenuAsPrimaryAction = false { didSet { contentDidChange() } }

  /// Whether the button shows the chosen action of its menu as its title. For a button that opens no menu: whether a
  /// tap toggles `isSelected`. Default: false.
  @exclusivity(unchecked) open var changesSelectionAsPrimaryAction = false { didSet { selectionDidChange() } }

  // Few buttons have titles or images for other states, so `normal` is stored separately.
  @exclusivity(unchecked) final var normal = ButtonAttributes()
  @exclusivity(unchecked) final var others: [(state: State, attributes: ButtonAttributes)] = []

  /// The views of the content, which are subviews. A button that flows has them only if the app used them.
  private struct Views: RarePropertyGroup {
    var label: UILabel?
    var picture: ButtonImageView?
  }

  final var label: UILabel? { hasViews ? rareProperties.box(of: Views.self)?.properties.label : nil }
  final var picture: ButtonImageView? { hasViews ? rareProperties.box(of: Views.self)?.properties.picture : nil }

  public convenience init(type: ButtonType) {
    self.init(frame: .zero)
    buttonType = type
    guard let symbol = type.symbol else { return }
    setImage(UIImage(systemName: symbol, withConfiguration: type.symbolSize), for: .normal)
  }

  /// Makes a button with the title and image of an action. A tap performs the action.
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(type: type)
    setPrimaryAction(primaryAction)
  }

  /// Makes a button with the title and image of an action. A tap performs the action.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    setPrimaryAction(primaryAction)
  }

  private func setPrimaryAction(_ action: UIAction?) {
    guard let action else { return }
    setTitle(action.title, for: .normal)
    setImage(action.image, for: .normal)
    addAction(action, for: .touchUpInside)
  }

  // MARK: - Titles and images

  open func setTitle(_ title: String?, for state: State) { set(\.title, to: title, for: state) }

  /// Sets a title with attributes, which is shown instead of a plain one.
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    set(\.attributedTitle, to: title?.immutableCopy, for: state)
  }

  open func setTitleColor(_ color: UIColor?, for state: State) {
    set(\.titleColor, to: color, for: state, isInViews: false)
  }

  /// Sets the colour of the title's shadow. The title's label has the shadow's offset.
  open func setTitleShadowColor(_ color: UIColor?, for state: State) { set(\.shadowColor, to: color, for: state) }

  open func setImage(_ image: UIImage?, for state: State) { set(\.image, to: image, for: state) }

  /// Sets an image behind the content, as large as the button.
  open func setBackgroundImage(_ image: UIImage?, for state: State) { set(\.backgroundImage, to: image, for: state) }

  open func title(for state: State) -> String? { value(\.title, for: state) }
  open func attributedTitle(for state: State) -> NSAttributedString? { value(\.attributedTitle, for: state) }
  open func titleColor(for state: State) -> UIColor? { value(\.titleColor, for: state) }
  open func titleShadowColor(for state: State) -> UIColor? { value(\.shadowColor, for: state) }
  open func image(for state: State) -> UIImage? { value(\.image, for: state) }
  open func backgroundImage(for state: State) -> UIImage? { value(\.backgroundImage, for: state) }

  open var currentTitle: String? { title(for: state) }
  open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
  /// The colour of the title. Default: white for a custom button with a background of its own, else the tint colour.
  open var currentTitleColor: UIColor { titleColor(for: state) ?? defaultTitleColor ?? tintColor }

  /// In UIKit, the title of any custom button is white. On the background of the page it could not be read.
  final var defaultTitleColor: UIColor? {
    guard buttonType == .custom, currentBackgroundImage != nil || backgroundColor.map({ $0 != .clear }) == true else {
      return nil
    }
    return hasTitle ? .white : nil
  }
  open var currentTitleShadowColor: UIColor? { titleShadowColor(for: state) }
  override final var isButtonElement: Bool { true }
  override final func addContent(to hash: inout StableHash) {
    hash.combine(currentTitle ?? "")
    if let image = currentImage { hash.combine(image.url) }
  }
  override final var ownText: String? { shownTitle }

  open var currentImage: UIImage? { image(for: state) }
  open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }

  /// The font of titles, unless the app sets one.
  static let titleFont = UIFont.systemFont(ofSize: UIFont.buttonFontSize)

  /// The label of the title. Set the text with `setTitle(_:for:)`.
  open var titleLabel: UILabel? {
    if let label { return label }
    let made = UILabel()
    made.font = Self.titleFont
    hasViews = true
    rareProperties[Views.self].label = made
    insertSubview(made, at: picture?.superview === self ? 1 : 0)
    updateContentViews()
    return made
  }

  /// The view of the image. Set the image with `setImage(_:for:)`.
  open var imageView: UIImageView? {
    if let picture { return picture }
    let made = ButtonImageView()
    hasViews = true
    rareProperties[Views.self].picture = made
    insertSubview(made, at: 0)
    updateContentViews()
    return made
  }

  /// The label of the configuration's subtitle; nil without one.
  open var subtitleLabel: UILabel? { rareProperties.box(of: Look.self)?.properties.subtitleLabel }

  // MARK: - Look

  /// Properties that few buttons set.
  struct Look: RarePropertyGroup {
    var imageEdgeInsets = UIEdgeInsets.zero
    var titleEdgeInsets = UIEdgeInsets.zero
    var contentEdgeInsets = UIEdgeInsets.zero
    var updateHandler: ConfigurationUpdateHandler?
    var needsConfiguration = false
    var subtitleLabel: UILabel?
  }

  // A group of its own, because it is large and read for each rendering.
  private struct Configured: RarePropertyGroup {
    var configuration: Configuration?
  }

  /// Moves the image of a button with a frame, in points. A button that flows ignores it.
  open var imageEdgeInsets: UIEdgeInsets {
    get { self[look: \.imageEdgeInsets] }
    set { self[look: \.imageEdgeInsets] = newValue }
  }

  /// Moves the title of a button with a frame, in points. A button that flows ignores it.
  open var titleEdgeInsets: UIEdgeInsets {
    get { self[look: \.titleEdgeInsets] }
    set { self[look: \.titleEdgeInsets] = newValue }
  }

  /// The distances of the content from the edges, in points.
  open var contentEdgeInsets: UIEdgeInsets {
    get { self[look: \.contentEdgeInsets] }
    set { self[look: \.contentEdgeInsets] = newValue }
  }

  @inline(__always)
  private subscript<Value: Equatable>(look property: WritableKeyPath<Look, Value>) -> Value {
    get { self[property] }
    set {
      guard self[property] != newValue else { return }
      self[property] = newValue
      contentDidChange()
    }
  }

  // MARK: - Configuration

  /// A closure that changes a button's configuration when the state of the button changed.
  public typealias ConfigurationUpdateHandler = (UIButton) -> Void

  /// The look and the content of the button, instead of its titles, images and insets. Default: nil.
  open var configuration: Configuration? {
    get { isConfigured ? rareProperties[Configured.self].configuration : nil }
    set {
      isConfigured = newValue != nil
      rareProperties[Configured.self].configuration = newValue
      contentDidChange()
    }
  }

  /// Called before the next layout when the state of the button changed.
  open var configurationUpdateHandler: ConfigurationUpdateHandler? {
    get { rareProperties.box(of: Look.self)?.properties.updateHandler }
    set {
      rareProperties[Look.self].updateHandler = newValue
      setNeedsUpdateConfiguration()
    }
  }

  /// Changes the configuration for the present state. Calls `configurationUpdateHandler`.
  open func updateConfiguration() { configurationUpdateHandler?(self) }

  /// Marks the button for `updateConfiguration()` before the next layout.
  public final func setNeedsUpdateConfiguration() {
    rareProperties[Look.self].needsConfiguration = true
    setNeedsLayout()
  }

  override func stateDidChange() {
    if isConfigured || configurationUpdateHandler != nil, automaticallyUpdatesConfiguration {
      setNeedsUpdateConfiguration()
    }
    contentDidChange()
  }

  // MARK: - Layout

  /// Returns the area of the background image: the bounds.
  open func backgroundRect(forBounds bounds: CGRect) -> CGRect { bounds }

  /// Returns the area of image and title: the bounds within `contentEdgeInsets`.
  open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: shownContentInsets) }

  /// Returns the area of the title of a button with a frame.
  open func titleRect(forContentRect contentRect: CGRect) -> CGRect { arrangement(in: contentRect).title }

  /// Returns the area of the image of a button with a frame.
  open func imageRect(forContentRect contentRect: CGRect) -> CGRect { arrangement(in: contentRect).image }

  override package final var hasContentSize: Bool { true }

  override final var wrapsContent: Bool { configuration != nil || (label?.numberOfLines ?? 1) != 1 }
  override final var fontOfBaseline: UIFont? { label?.font ?? Self.titleFont }

  override package final func contentSize(width: CGFloat) -> CGSize? {
    fittingSize(width: width > 0 ? width : .greatestFiniteMagnitude)
  }

  override open func layoutSubviews() {
    super.layoutSubviews()
    if rareProperties.box(of: Look.self)?.properties.needsConfiguration == true {
      rareProperties[Look.self].needsConfiguration = false
      updateConfiguration()
    }
    if hasAssignedFrame { layOutContent() }
  }

  // MARK: - Menus

  /// The menu of the button. Default: nil. If `showsMenuAsPrimaryAction` is false, a small button beside this one opens
  /// it, instead of a long press.
  open var menu: UIMenu? {
    get { hasMenu ? rareProperties.box(of: Menu.self)?.properties.menu : nil }
    set {
      hasMenu = newValue != nil
      if let newValue { rareProperties[Menu.self].menu = newValue } else { rareProperties.remove(Menu.self) }
      selectionDidChange()
    }
  }

  private struct Menu: RarePropertyGroup {
    var menu: UIMenu?
  }

  private func selectionDidChange() {
    if showsSelectedAction, let menu, menu.selectedElements.isEmpty { menu.selectFirstAction() }
    contentDidChange()
  }

  final var opensMenu: Bool { menu != nil && showsMenuAsPrimaryAction }
  private var showsSelectedAction: Bool { changesSelectionAsPrimaryAction && opensMenu }

  /// The action whose title the button shows; nil if it shows its own.
  final var selectedAction: UIMenuElement? { showsSelectedAction ? menu?.selectedElements.first : nil }

  private var cancels: Bool { buttonType == .close || role == .cancel }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    if part.isEmpty {
      if opensMenu { return nil }
      return super.tapTarget(ofPart: part).map { target in
        TapTarget(refusal: target.refusal, isLeaving: cancels) { [self] in
          if changesSelectionAsPrimaryAction { isSelected.toggle() }
          target.tap()
        }
      }
    }
    guard let menu, let entry = menu.entries.first(where: { $0.part == part }),
      !entry.action.attributes.contains(.hidden)
    else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: entry.action.attributes.contains(.disabled) ? .disabled : refusal) { [self] in
      if showsSelectedAction {
        menu.select(entry.action)
        contentDidChange()
      }
      menu.choose(entry)
    }
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { menu == nil ? "button" : "div" }

  override package func renderAccessibility(into html: HTMLRenderer) {
    guard menu == nil else { return }
    if buttonType == .close, accessibilityLabel == nil {
      html.write(attribute: "aria-label", localized(.screenClose))
    }
    super.renderAccessibility(into: html)
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    guard menu == nil else { return }
    html.write(" name=\"tap\"")
    html.write(attribute: "value", idOf: self)
    if !isEnabled { html.write(" disabled") }
    if isSelected { html.write(" aria-pressed=\"true\"") }
    if cancels { html.write(" data-cancels") }
    if buttonType == .close { html.write(" data-closes") }
  }

  override open func renderContent(into html: HTMLRenderer) {
    if let menu { renderContent(with: menu, into: html) } else { renderFace(into: html) }
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    appendLook(to: &css)
  }
}
