public import Foundation

/// A picture.
///
/// Those who do not see it are told its accessibility label. One that has none, and for which `isAccessibilityElement` was
/// not set to false, is reported in debug builds; the page takes it for decoration.
open class UIImageView: UIView {
  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(image: UIImage?) { self.init(image: image, highlightedImage: nil) }

  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(frame: .zero)
    self.image = image
    self.highlightedImage = highlightedImage
  }

  public final var image: UIImage? {
    didSet { if image != oldValue { setNeedsRender() } }
  }

  /// What is shown instead while the view is highlighted.
  public final var highlightedImage: UIImage? {
    didSet { if highlightedImage != oldValue { setNeedsRender() } }
  }

  public final var isHighlighted = false {
    didSet { if isHighlighted != oldValue { setNeedsRender() } }
  }

  private var shownImage: UIImage? { isHighlighted ? highlightedImage ?? image : image }

  // MARK: - HTML

  /// The picture is an element by itself where that can be.
  private var isElement: Bool { subviews.isEmpty && !hasGestures && shownImage?.isShape != true }

  override open var htmlTag: StaticString { isElement ? "img" : "div" }

  override open func renderHTML(into html: HTMLRenderer) {
    guard let shownImage else {
      return html.element(subviews.isEmpty ? "span" : "div", of: self) { self.renderSubviews(html) }
    }
    reportLackOfText()
    if isElement { return html.startTag("img", of: self) }
    html.element("div", of: self) {
      html.write(image: shownImage, label: self.accessibilityLabel)
      self.renderSubviews(html)
    }
  }

  private func renderSubviews(_ html: HTMLRenderer) {
    for view in subviews { html.render(view) }
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    guard isElement, let shownImage else { return }
    html.write(attribute: "src", shownImage.url)
    html.write(attribute: "alt", accessibilityLabel ?? "")
    if shownImage.flipsForRightToLeftLayoutDirection { html.write(" data-flips") }
  }

  /// The label is the picture's alternative text.
  override package func renderAccessibility(into html: HTMLRenderer) { renderTraits(into: html) }

  private func reportLackOfText() {
    #if DEBUG
      guard accessibilityLabel == nil, rareProperties[Accessibility.self].isElement != false else { return }
      Misuse.report(
        "\(nameInCode) has nothing to say to those who do not see it: set its accessibilityLabel to what the picture "
          + "shows, or its isAccessibilityElement to false if it is decoration.")
    #endif
  }

  override package func appendStyle(to css: inout String) {
    super.appendStyle(to: &css)
    css += contentMode.css
  }
}
