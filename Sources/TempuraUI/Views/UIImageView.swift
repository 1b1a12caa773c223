public import Foundation

/// A picture. Without an accessibility label it counts as decoration.
open class UIImageView: UIView {
  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(image: UIImage?) {
    self.init(frame: .zero)
    self.image = image
  }

  public final var image: UIImage? {
    didSet { if image != oldValue { setNeedsRender() } }
  }

  override open var htmlTag: StaticString { "img" }

  override open func renderHTML(into html: HTMLRenderer) {
    guard image != nil else { return html.element("span", of: self) {} }
    guard hasGestures else { return html.startTag("img", of: self) }
    html.element("span", of: self) {  // an image has no room for a button
      html.write("<img")
      self.renderImage(into: html)
      html.write(">")
    }
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    if !hasGestures { renderImage(into: html) }
  }

  private func renderImage(into html: HTMLRenderer) {
    guard let image else { return }
    html.write(attribute: "src", image.url)
    html.write(attribute: "alt", accessibilityLabel ?? "")
  }
}
