public import Foundation

/// An image within a text.
open class NSTextAttachment: AttributeObject {
  /// The character of a text that stands for an attachment: U+FFFC.
  public static let character = 0xFFFC

  /// The image. Without one, the attachment is an empty area.
  open var image: UIImage?

  /// The bounds of the image, in points. The origin is the start of the baseline, and y grows upwards. If its size is zero,
  /// the image has its own size.
  open var bounds = CGRect.zero

  /// The data of a file. Pages do not show it: set `image`.
  open var contents: Data?
  open var fileType: String?

  // Without effect on a page:
  open var lineLayoutPadding: CGFloat = 0
  open var allowsTextAttachmentView = true

  /// The alternative text. Default: nil, the image is decoration. UIKit has it for all objects.
  public final var accessibilityLabel: String?

  override public init() {}

  public init(data contentData: Data?, ofType uti: String?) {
    contents = contentData
    fileType = uti
  }

  /// Never called, because a server has no archives.
  public required init?(coder: NSCoder) {}

  public convenience init(image: UIImage) {
    self.init(data: nil, ofType: nil)
    self.image = image
  }

  /// Returns the bounds of the image. An override can align it with the text.
  ///
  /// - Parameters:
  ///   - lineFrag: An area as high as a line of the text, in points.
  ///   - position: The start of the baseline: always zero.
  ///   - charIndex: The position of the attachment in the text, in UTF-16 units.
  open func attachmentBounds(
    for textContainer: NSTextContainer?, proposedLineFragment lineFrag: CGRect, glyphPosition position: CGPoint,
    characterIndex charIndex: Int
  ) -> CGRect {
    guard bounds.size == .zero, let image else { return bounds }
    return CGRect(origin: bounds.origin, size: image.size)
  }

  /// Returns the image that is shown.
  open func image(
    forBounds imageBounds: CGRect, textContainer: NSTextContainer?, characterIndex charIndex: Int
  ) -> UIImage? { image }
}

extension NSAttributedString {
  /// A text of one character that shows an attachment.
  public convenience init(attachment: NSTextAttachment) {
    self.init(string: "\u{FFFC}", attributes: [.attachment: attachment])
  }

  /// A text of one character that shows an attachment, with further attributes.
  public convenience init(attachment: NSTextAttachment, attributes: [NSAttributedString.Key: Any]) {
    self.init(string: "\u{FFFC}", attributes: attributes.merging([.attachment: attachment]) { $1 })
  }
}

extension NSTextAttachment {
  /// The bounds of the image beside a text in a font, with a finite size.
  package final func bounds(besides font: UIFont, at index: Int) -> CGRect {
    let line = CGRect(x: 0, y: font.descender - font.leading, width: 0, height: font.lineHeight)
    let bounds = attachmentBounds(for: nil, proposedLineFragment: line, glyphPosition: .zero, characterIndex: index)
    let origin = CGPoint(x: bounds.minX.saneDistance, y: bounds.origin.y.saneDistance)
    return CGRect(origin: origin, size: bounds.size.sane)
  }
}
