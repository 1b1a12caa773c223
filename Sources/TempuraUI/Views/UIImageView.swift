internal import Basics
public import Foundation

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

  private struct Frames: RarePropertyGroup {
    var images: [UIImage]?
    var duration: TimeInterval = 0
    var repeatCount = 0
    var isAnimating = false
    /// The images side by side that were shown last.
    var strip: (images: [UIImage], image: UIImage)?
  }

  private var frames: Frames { rareProperties.box(of: Frames.self)?.properties ?? Frames() }

  private func setFrames(_ change: (inout Frames) -> Void) {
    change(&rareProperties[Frames.self])
    setNeedsRender()
  }

  /// The images that the view shows one after another while it is animating.
  public final var animationImages: [UIImage]? {
    get { frames.images }
    set { setFrames { $0.images = newValue } }
  }

  /// In seconds; 0 for a thirtieth of one for each image.
  public final var animationDuration: TimeInterval {
    get { frames.duration }
    set { setFrames { $0.duration = newValue } }
  }

  /// 0 for no end.
  public final var animationRepeatCount: Int {
    get { frames.repeatCount }
    set { setFrames { $0.repeatCount = newValue } }
  }

  public final var isAnimating: Bool { frames.isAnimating && frames.images?.isEmpty == false }

  /// Shows the images one after another. The page does that by itself, unless its user wants no motion.
  open func startAnimating() { setFrames { $0.isAnimating = true } }

  open func stopAnimating() { setFrames { $0.isAnimating = false } }

  /// The images that the page shows one after another: those of the view, or of its animated image.
  private var movingImages: (images: [UIImage], duration: TimeInterval, repeatCount: Int)? {
    if !rareProperties.isEmpty, isAnimating, let images = frames.images {
      return (images, frames.duration, frames.repeatCount)
    }
    return image.flatMap { image in image.images.map { ($0, image.duration, 0) } }
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
    subviews.isEmpty && !hasGestures && movingImages == nil && !viewFlags.contains(.hasSublayers)
      && shownImage?.isShape != true
      && shownImage?.hasCaps != true
  }

  override open var htmlTag: StaticString { isImageElement ? "img" : "div" }

  override open func renderHTML(into html: HTMLRenderer) {
    if let (images, duration, repeatCount) = movingImages, let first = images.first {
      let strip = frames.strip.flatMap { $0.images == images ? $0.image : nil } ?? .strip(of: images)
      rareProperties[Frames.self].strip = (images, strip)
      return html.element("div", of: self) {
        html.write(
          strip: strip, of: images.count, first, duration: duration > 0 ? duration : Double(images.count) / 30,
          repeatCount: repeatCount, label: self.accessibilityLabel)
        self.renderSubviews(html)
      }
    }
    guard let shownImage else {
      return html.element(subviews.isEmpty ? "span" : "div", of: self) { self.renderSubviews(html) }
    }
    reportMissingLabel()
    if isImageElement { return html.startTag("img", of: self) }
    html.element("div", of: self) {
      if shownImage.hasCaps {
        html.write(stretched: shownImage, label: self.accessibilityLabel)
      } else {
        html.write(image: shownImage, label: self.accessibilityLabel, in: self.scaledSize, isFilled: self.isFilled)
      }
      self.renderSubviews(html)
    }
  }

  private func renderSubviews(_ html: HTMLRenderer) {
    for view in subviews { html.render(view) }
  }

  /// The size to which the image is scaled; nil if it keeps its own.
  private var scaledSize: CGSize? { hasAssignedFrame && contentMode.isScaled ? bounds.size : nil }
  private var isFilled: Bool { contentMode != .scaleAspectFit }

  override open func renderAttributes(into html: HTMLRenderer) {
    guard isImageElement, let shownImage else { return }
    html.writeSource(of: shownImage, in: scaledSize, isFilled: isFilled)
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
