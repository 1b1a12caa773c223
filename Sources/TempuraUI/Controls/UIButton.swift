public import Foundation

/// A control that sends `touchUpInside` on a tap.
open class UIButton: UIControl {
  /// The look of a button.
  public enum ButtonType: Int, Sendable {
    case custom, system, detailDisclosure, infoLight, infoDark, contactAdd, close
  }

  private struct StateAttributes {
    var title: String?
    var titleColor: UIColor?
    var image: UIImage?
  }

  // Few buttons have titles or images for other states, so `normal` is stored separately.
  private var normal = StateAttributes()
  private var others: [(state: State, attributes: StateAttributes)] = []
  private var label: ButtonTitle?

  public private(set) final var buttonType = ButtonType.custom

  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(type: ButtonType) {
    self.init(frame: .zero)
    buttonType = type
  }

  /// Makes a button with the title and image of an action. A tap performs the action.
  public convenience init(type: ButtonType = .system, primaryAction: UIAction) {
    self.init(type: type)
    setTitle(primaryAction.title, for: .normal)
    setImage(primaryAction.image, for: .normal)
    addAction(primaryAction, for: .touchUpInside)
  }

  // MARK: - Titles and images

  public final func setTitle(_ title: String?, for state: State) {
    if title != attributes(for: state).title { change(state) { $0.title = title } }
  }

  public final func setTitleColor(_ color: UIColor?, for state: State) {
    if color != attributes(for: state).titleColor { change(state) { $0.titleColor = color } }
  }

  public final func setImage(_ image: UIImage?, for state: State) {
    if image != attributes(for: state).image { change(state) { $0.image = image } }
  }

  public final func title(for state: State) -> String? { attributes(for: state).title ?? normal.title }
  public final func titleColor(for state: State) -> UIColor? { attributes(for: state).titleColor ?? normal.titleColor }
  public final func image(for state: State) -> UIImage? { attributes(for: state).image ?? normal.image }

  public final var currentTitle: String? { title(for: state) }
  public final var currentTitleColor: UIColor? { titleColor(for: state) }
  public final var currentImage: UIImage? { image(for: state) }

  private func attributes(for state: State) -> StateAttributes {
    state == .normal ? normal : others.first { $0.state == state }?.attributes ?? StateAttributes()
  }

  private func change(_ state: State, _ body: (inout StateAttributes) -> Void) {
    if state == .normal {
      body(&normal)
    } else if let index = others.firstIndex(where: { $0.state == state }) {
      body(&others[index].attributes)
    } else {
      var attributes = StateAttributes()
      body(&attributes)
      others.append((state, attributes))
    }
    setNeedsRender()
  }

  /// The label that sets the look of the title. Set the text with `setTitle(_:for:)`.
  public final var titleLabel: UILabel? {
    if let label { return label }
    let made = ButtonTitle(button: self)
    label = made
    return made
  }

  /// The title's label; nil if the app never used it.
  final var titleLabelIfMade: UILabel? { label }

  /// Insets in points. Ignored: the style sheet sets the distances of image and title.
  public final var imageEdgeInsets: UIEdgeInsets {
    get { rareProperties[Insets.self].image }
    set { rareProperties[Insets.self].image = newValue }
  }

  public final var titleEdgeInsets: UIEdgeInsets {
    get { rareProperties[Insets.self].title }
    set { rareProperties[Insets.self].title = newValue }
  }

  public final var contentEdgeInsets: UIEdgeInsets {
    get { rareProperties[Insets.self].content }
    set { rareProperties[Insets.self].content = newValue }
  }

  private struct Insets: RarePropertyGroup {
    var image = UIEdgeInsets.zero
    var title = UIEdgeInsets.zero
    var content = UIEdgeInsets.zero
  }

  // MARK: - Menus

  /// The menu of the button. Default: nil. If `showsMenuAsPrimaryAction` is false, a small button beside this one opens
  /// it, instead of a long press.
  open var menu: UIMenu? {
    didSet {
      if showsSelectedAction, let menu, menu.selectedElements.isEmpty { menu.selectFirstAction() }
      setNeedsRender()
    }
  }

  /// Whether a tap opens the menu instead of sending `touchUpInside`. Default: false.
  open var showsMenuAsPrimaryAction = false { didSet { setNeedsRender() } }

  /// Whether the button shows the chosen action of its menu as its title. For a button that opens no menu: whether a
  /// tap toggles `isSelected`. Default: false.
  open var changesSelectionAsPrimaryAction = false {
    didSet {
      if showsSelectedAction, let menu, menu.selectedElements.isEmpty { menu.selectFirstAction() }
      setNeedsRender()
    }
  }

  private var opensMenu: Bool { menu != nil && showsMenuAsPrimaryAction }
  private var showsSelectedAction: Bool { changesSelectionAsPrimaryAction && opensMenu }

  private var selectedAction: UIMenuElement? { showsSelectedAction ? menu?.selectedElements.first : nil }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    if part.isEmpty {
      if opensMenu { return nil }
      guard changesSelectionAsPrimaryAction else { return super.tapTarget(ofPart: part) }
      return super.tapTarget(ofPart: part).map { target in
        TapTarget(refusal: target.refusal) { [self] in
          isSelected.toggle()
          target.tap()
        }
      }
    }
    guard let menu, let entry = menu.entries.first(where: { $0.part == part }),
      !entry.action.attributes.contains(.hidden)
    else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: entry.action.attributes.contains(.disabled) ? .disabled : refusal) { [self] in
      if showsSelectedAction { menu.select(entry.action) }
      menu.choose(entry)
    }
  }

  // MARK: - HTML

  override open var htmlTag: StaticString { menu == nil ? "button" : "div" }

  override package func renderAccessibility(into html: HTMLRenderer) {
    if menu == nil { super.renderAccessibility(into: html) }
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    guard menu == nil else { return }
    html.write(" name=\"tap\"")
    html.write(attribute: "value", idOf: self)
    if !isEnabled { html.write(" disabled") }
    if isSelected { html.write(" aria-pressed=\"true\"") }
  }

  override open func renderContent(into html: HTMLRenderer) {
    if let menu { renderContent(with: menu, into: html) } else { renderTitleAndImage(into: html) }
  }

  /// Writes the content of a button with a menu. Its element is a `div`, which contains the button, the menu and its
  /// opener.
  private func renderContent(with menu: UIMenu, into html: HTMLRenderer) {
    let label = accessibilityLabel
    if opensMenu {
      html.writeMenu(menu, of: self, isEnabled: isEnabled, label: label, cssClass: "opens-menu") {
        renderTitleAndImage(into: html)
      }
      return
    }
    html.writeButton(of: self, label: label, isEnabled: isEnabled) {
      if isSelected { html.write(" aria-pressed=\"true\"") }
    } content: {
      renderTitleAndImage(into: html)
    }
    let name = (label ?? currentTitle).map { localized(.moreOf($0)) } ?? localized(.more)
    html.writeMenu(menu, of: self, isEnabled: isEnabled, label: name, cssClass: "opens-menu more") {
      html.write("<span>…</span>")
    }
  }

  private func renderTitleAndImage(into html: HTMLRenderer) {
    let pressed = attributes(for: .highlighted).image
    if let image = currentImage { html.write(image: image, cssClass: pressed == nil ? nil : "normal") }
    if let pressed { html.write(image: pressed, cssClass: "highlighted") }
    if let title = selectedAction?.title ?? currentTitle { html.writeSpan(title) }
    super.renderContent(into: html)
  }

  override package func appendStyle(to css: inout String) {
    super.appendStyle(to: &css)
    label?.appendStyle(to: &css)
    if let color = currentTitleColor { CSS.declare("color", color.css, in: &css) }
    if let color = attributes(for: .highlighted).titleColor { CSS.declare("--pressed", color.css, in: &css) }
  }
}

/// The title's label. It marks the button for rendering when it changes.
private final class ButtonTitle: UILabel {
  private weak var button: UIButton?

  convenience init(button: UIButton) {
    self.init(frame: .zero)
    self.button = button
  }

  override func didChangeMarkup() { button?.setNeedsRender() }
}
