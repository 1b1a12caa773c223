internal import Basics
internal import Foundation

/// A view that shows an image.
///
/// Its accessibility label is the alternative text of the image. In debug builds a view without a label is reported,
/// unless the app set `isAccessibilityElement` to false. On the page an image without a label is decoration.
open class UIImageView: UIView {
  public convenience init(image: UIImage?) { self.init(image: image, highlightedImage: nil) }

  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(frame: .zero)
    self.image = image
    self.highlightedImage = highlightedImage
  }

  @Rendered public final var image: UIImage?

  /// The image that is shown instead while the view is highlighted.
  @Rendered public final var highlightedImage: UIImage?

  @Rendered public final var isHighlighted = false

  private struct Symbols: RarePropertyGroup {
    var configuration: UIImage.SymbolConfiguration?
  }

  /// The size of a symbol that has none of its own.
  public final var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
    get { rareProperties.box(of: Symbols.self)?.properties.configuration }
    set {
      rareProperties[Symbols.self].configuration = newValue
      setNeedsRender()
    }
  }

  /// The image in the size that the app chose for symbols.
  final var shownImage: UIImage? {
    let shown = isHighlighted ? highlightedImage ?? image : image
    guard !rareProperties.isEmpty, let configuration = preferredSymbolConfiguration else { return shown }
    return shown?.applyingSymbolConfiguration(configuration)
  }

  /// The alternative text of the image: the view's own label, else that of the image.
  override open var accessibilityLabel: String? {
    get { super.accessibilityLabel ?? shownImage?.accessibilityLabel }
    set { super.accessibilityLabel = newValue }
  }

  override final var isEmptyWithoutSize: Bool { true }
  override final var imageToDraw: UIImage? { image }
  override final func addContent(to hash: inout StableHash) { if let image { hash.combine(image.url) } }
  override final func estimatedContentSize(width: CGFloat) -> CGSize? {
    shownImage.flatMap { $0.size == .zero ? nil : $0.size }
  }
  override final func isElastic(inRow: Bool) -> Bool { false }
  override final var stacksSubviews: Bool { false }

  // MARK: - HTML

  /// Whether the view's element is an `img`, which can have no content, gestures or fill colour.
  private var isImageElement: Bool {
    subviews.isEmpty && !hasGestures && !viewFlags.contains(.hasSublayers) && shownImage?.isShape != true
      && shownImage?.hasCaps != true
  }

  override open var htmlTag: StaticString { isImageElement ? "img" : "div" }

  override open func renderHTML(into html: HTMLRenderer) {
    guard let shownImage else {
      return html.element(subviews.isEmpty ? "span" : "div", of: self) { self.renderSubviews(html) }
    }
    reportMissingLabel()
    if isImageElement { return html.startTag("img", of: self) }
    html.element("div", of: self) {
      if shownImage.hasCaps {
        html.write(stretched: shownImage, label: self.accessibilityLabel)
      } else {
        html.write(image: shownImage, label: self.accessibilityLabel)
      }
      self.renderSubviews(html)
    }
  }

  private func renderSubviews(_ html: HTMLRenderer) {
    for view in subviews { html.render(view) }
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    guard isImageElement, let shownImage else { return }
    html.writeSource(of: shownImage)
    html.write(attribute: "alt", accessibilityLabel ?? "")
    if shownImage.flipsForRightToLeftLayoutDirection { html.write(" data-flips") }
  }

  /// Writes no label, because that is the alternative text of the image.
  override package func renderAccessibility(into html: HTMLRenderer) {
    html.write(traits: accessibilityTraits)
  }

  private func reportMissingLabel() {
    #if DEBUG
      guard accessibilityLabel == nil, rareProperties[Accessibility.self].isElement != false else { return }
      Misuse.report(
        "\(nameInCode) has nothing to say to those who do not see it: set its accessibilityLabel to what the picture "
          + "shows, or its isAccessibilityElement to false if it is decoration.")
    #endif
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    css += contentMode.css
    if isImageElement, let dark = shownImage?.darkCSS(in: overriddenInterfaceStyle) { css += dark }
  }
}
