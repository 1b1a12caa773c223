public import Foundation

extension UITextField {
  public static let textDidBeginEditingNotification = NSNotification.Name("UITextFieldTextDidBeginEditingNotification")
  public static let textDidEndEditingNotification = NSNotification.Name("UITextFieldTextDidEndEditingNotification")
  /// Posted after the user, or `UITextInput`, changed the text.
  public static let textDidChangeNotification = NSNotification.Name("UITextFieldTextDidChangeNotification")

  /// The attributes of the text. Font, colour, alignment and tracking apply to the page.
  public final var defaultTextAttributes: [NSAttributedString.Key: Any] {
    get {
      var attributes = textAttributes
      attributes[.font] = font ?? .systemFont(ofSize: 17)
      attributes[.foregroundColor] = textColor ?? .label
      return attributes
    }
    set { apply(newValue) }
  }

  final func apply(_ attributes: [NSAttributedString.Key: Any]) {
    textAttributes = attributes
    if let font = attributes[.font] as? UIFont { self.font = font }
    if let color = attributes[.foregroundColor] as? UIColor { textColor = color }
    if let style = attributes[.paragraphStyle] as? NSParagraphStyle { textAlignment = style.alignment }
    setNeedsRender()
  }

  /// The attributes of text that the user types. A page shows `defaultTextAttributes`.
  public final var typingAttributes: [NSAttributedString.Key: Any]? {
    get { ownTypingAttributes ?? defaultTextAttributes }
    set { ownTypingAttributes = newValue }
  }

  // MARK: - Ranges

  package final var rangedText: String { text ?? "" }

  package final func replaceText(in range: NSRange, with string: String) {
    let text = rangedText
    if let range = Range(range, in: text) { self.text = text.replacingCharacters(in: range, with: string) }
  }

  package final func caretArea(at offset: Int) -> CGRect {
    let rect = textRect(forBounds: bounds)
    let caret = measuredText.caret(at: offset, in: measuredText.broken(width: 0))
    return caret.offsetBy(dx: rect.minX, dy: rect.midY - caret.height / 2)
  }

  package final func offset(at point: CGPoint) -> Int {
    let x = point.x - textRect(forBounds: bounds).minX
    return measuredText.offset(at: CGPoint(x: x, y: 0), in: measuredText.broken(width: 0))
  }

  // MARK: - Areas

  private var measuredText: MeasuredText { MeasuredText(rangedText, font: font ?? .systemFont(ofSize: 17)) }

  final func appendTracking(to css: inout CSSText) {
    let tracking = TextAttribute.tracking(textAttributes)
    if tracking != 0 { css.declare("letter-spacing", CSS.rem(tracking)) }
  }
}
