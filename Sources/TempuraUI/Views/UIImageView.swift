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
    html.startTag("img", of: self)
  }

  override open func renderAttributes(into html: HTMLRenderer) {
    guard let image else { return }
    html.write(attribute: "src", image.url)
    html.write(attribute: "alt", accessibilityLabel ?? "")
  }
}
