internal import Foundation

/// An item of a collection view.
open class UICollectionViewCell: UICollectionReusableView, ListCell {
  /// The view for the content of the cell, a subview with the size of the cell.
  public final var contentView: UIView { makeContent() }

  override final func layoutParts() {
    updateConfigurationIfNeeded()
    let area = areaOfContent
    guard area.width > 0 else { return }
    if let itemContent { setArea(area, ofContent: itemContent) }
    layOutConfiguredContent(area.size)
    if hasAssignedFrame { layOutBackgrounds() }
  }

  /// The area of the content view.
  var areaOfContent: CGRect { CGRect(origin: .zero, size: bounds.size) }

  // MARK: - Configurations

  /// The state of the cell for its configurations.
  open var configurationState: UICellConfigurationState {
    state(isEditing: (superview as? UICollectionView)?.isEditing ?? false, isHighlighted: isHighlighted)
  }

  /// Called before the cell is laid out, if its state changed. Does nothing by default.
  open func updateConfiguration(using state: UICellConfigurationState) {}

  // MARK: - Selection and size

  /// Whether the cell looks selected. To select its item, use the collection view.
  open var isSelected: Bool {
    get { viewFlags.contains(.isSelected) }
    set {
      set(.isSelected, to: newValue)
      cellStateDidChange()
      selectionOfBackgroundDidChange()
    }
  }

  /// Whether the cell looks pressed. Only the app sets it, and the page ignores it: the style sheet shows presses.
  open var isHighlighted = false { didSet { cellStateDidChange() } }

  override open var htmlTag: StaticString { "li" }

  override open func renderAttributes(into html: HTMLRenderer) {
    if viewFlags.contains(.isSelected) { html.write(" data-selected") }
    if let list = superview as? UICollectionView, list.targetOfBrowser === self { html.write(" data-scroll-target") }
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
    if let color = flowingBackground { css.declare("background-color", color.css) }
  }
}
