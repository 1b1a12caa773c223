internal import Foundation

/// An item of a collection view.
open class UICollectionViewCell: UICollectionReusableView {
  /// The view for the content of the cell, a subview with the size of the cell.
  public final var contentView: UIView {
    if let itemContent { return itemContent }
    let made = ItemContentView()
    made.reserveSubviews(2)  // most cells have a few
    itemContent = made
    insertSubview(made, at: 0)
    made.setPathName(ofItem: "content", in: self)
    setArea(CGRect(origin: .zero, size: bounds.size), ofContent: made)
    return made
  }

  /// The views behind the content, as large as the cell: always, and while it is selected. If the style sheet positions the
  /// cell, the page shows only their background colours.
  public final var backgroundView: UIView? {
    get { self[background: \.always] }
    set { self[background: \.always] = newValue }
  }
  public final var selectedBackgroundView: UIView? {
    get { self[background: \.whileSelected] }
    set { self[background: \.whileSelected] = newValue }
  }

  private struct Backgrounds: RarePropertyGroup {
    var always: UIView?
    var whileSelected: UIView?
  }

  private subscript(background view: WritableKeyPath<Backgrounds, UIView?>) -> UIView? {
    get { rareProperties.box(of: Backgrounds.self)?.properties[keyPath: view] }
    set {
      let old = self[background: view]
      guard old !== newValue else { return }
      rareProperties[Backgrounds.self][keyPath: view] = newValue
      if old?.superview === self { old?.removeFromSuperview() }
      setNeedsRender()
      setNeedsLayout()
    }
  }

  override open func layoutSubviews() {
    super.layoutSubviews()
    layoutParts()
  }

  override final func layoutParts() {
    updateConfigurationIfNeeded()
    let area = areaOfContent
    guard area.width > 0 else { return }
    if let itemContent { setArea(area, ofContent: itemContent) }
    layOutConfiguredContent(area.size)
    if hasAssignedFrame { layOutBackgrounds(backgroundView, selectedBackgroundView, isSelected: isSelected) }
  }

  /// The area of the content view.
  var areaOfContent: CGRect { CGRect(origin: .zero, size: bounds.size) }

  // MARK: - Configurations

  /// The state of the cell for its configurations.
  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    state.isSelected = isSelected
    state.isHighlighted = isHighlighted
    state.isEditing = (superview as? UICollectionView)?.isEditing ?? false
    return state
  }

  /// Called before the cell is laid out, if its state changed. Does nothing by default.
  open func updateConfiguration(using state: UICellConfigurationState) {}

  /// Marks the configurations of the cell for an update.
  public final func setNeedsUpdateConfiguration() {
    viewFlags.remove(.isConfigured)
    setNeedsLayout()
  }

  private func updateConfigurationIfNeeded() {
    guard !viewFlags.contains(.isConfigured) else { return }
    viewFlags.insert(.isConfigured)
    if let contentConfiguration, !(contentConfiguration is UIListContentConfiguration) {
      self.contentConfiguration = contentConfiguration
    }
    updateConfiguration(using: configurationState)
    rareProperties.box(of: CellConfiguration.self)?.properties.handler?(self)
  }

  /// For source compatibility: the content is always updated for the state, and the background never.
  public final var automaticallyUpdatesContentConfiguration: Bool {
    get { true }
    set {}
  }
  public final var automaticallyUpdatesBackgroundConfiguration: Bool {
    get { true }
    set {}
  }

  // MARK: - Selection and size

  /// Whether the cell looks selected. To select its item, use the collection view.
  open var isSelected: Bool {
    get { viewFlags.contains(.isSelected) }
    set {
      set(.isSelected, to: newValue)
      cellStateDidChange()
      if selectedBackgroundView?.superview === self { selectedBackgroundView?.isHidden = !newValue }
    }
  }

  /// Whether the cell looks pressed. Only the app sets it, and the page ignores it: the style sheet shows presses.
  open var isHighlighted = false { didSet { cellStateDidChange() } }

  /// The size that the collection view gives the cell; nil for that of its content.
  final var itemSize: ItemSize? {
    get { self[\Sizing.itemSize] }
    set { self[\Sizing.itemSize] = newValue }
  }

  private struct Sizing: RarePropertyGroup {
    var itemSize: ItemSize?
  }

  override open var htmlTag: StaticString { "li" }

  override open func renderAttributes(into html: HTMLRenderer) {
    if viewFlags.contains(.isSelected) { html.write(" data-selected") }
    if let list = superview as? UICollectionView, list.scrollTarget === self { html.write(" data-scroll-target") }
  }

  override package func renderAccessibility(into html: HTMLRenderer) {
    // If the cell has a button that covers it, the button has the accessible name.
    if listWithTaps == nil { super.renderAccessibility(into: html) }
  }

  override open func renderContent(into html: HTMLRenderer) {
    renderTapArea(into: html)
    super.renderContent(into: html)
  }

  /// Writes the button that covers the cell, if the list handles taps on it.
  final func renderTapArea(into html: HTMLRenderer) {
    guard let list = listWithTaps else { return }
    html.writeStretchedButton(
      of: self, namedBy: self is UICollectionViewListCell ? contentView : self,
      fallback: hasText ? "" : localized(.partItem),
      isPressed: isSelected || list.allowsMultipleSelection ? isSelected : nil)
  }

  /// Whether a label says what the item is. The element that names the button contains it, and so a label of the button, too.
  private var hasText: Bool {
    var isFound = false
    forEachDescendant { view in if let label = view as? UILabel, label.text?.isEmpty == false { isFound = true } }
    return isFound
  }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    if let target = super.tapTarget(ofPart: part) { return target }
    guard part.isEmpty, let list = listWithTaps else { return nil }
    return TapTarget(refusal: isReachable ? nil : .unreachable) { list.tap(self) }
  }

  /// The list, if it handles taps on the cell.
  private var listWithTaps: UICollectionView? {
    guard let list = superview as? UICollectionView, !hasTapRecognizer, itemContent?.hasTapRecognizer != true,
      list.acceptsTap(on: self)
    else { return nil }
    return list
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    appendBackgroundConfiguration(to: &css)
    if hasAssignedFrame { return }
    if let itemSize { css += itemSize.css }
    let background = isSelected ? selectedBackgroundView ?? backgroundView : backgroundView
    if let color = background?.backgroundColor { css.declare("background-color", color.css) }
  }
}

/// The size of an item of a collection view.
struct ItemSize: Equatable {
  let size: CGSize
  /// Whether the item is as wide as the list.
  let isFullWidth: Bool

  /// The size as CSS declarations. The height is a minimum: an item grows with its content.
  var css: String {
    let width = isFullWidth ? "width:100%;" : "width:min(\(CSS.px(size.width)),100%);"
    return "flex:none;\(width)min-height:\(CSS.px(size.height));"
  }
}
