public import Foundation

/// Follows what happens in a text field.
public protocol UITextFieldDelegate: AnyObject {
  func textFieldDidBeginEditing(_ textField: UITextField)
  func textFieldDidEndEditing(_ textField: UITextField)
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
  public func textFieldDidBeginEditing(_ textField: UITextField) {}
  public func textFieldDidEndEditing(_ textField: UITextField) {}
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool { true }
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

/// A field for one line of text.
open class UITextField: UIControl, UITextInputTraits, TextInput {
  private var content = ""

  override public init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public final weak var delegate: (any UITextFieldDelegate)?

  public final var text: String? {
    get { content }
    set {
      guard !(newValue ?? "").isSameText(as: content) else { return }
      content = newValue ?? ""
      dropDraft()
      setNeedsRender()
    }
  }

  public final var placeholder: String? { didSet { if placeholder != oldValue { setNeedsRender() } } }
  public final var font: UIFont? { didSet { if font != oldValue { setNeedsRender() } } }
  public final var textColor: UIColor? { didSet { if textColor != oldValue { setNeedsRender() } } }
  public final var textAlignment = NSTextAlignment.natural {
    didSet { if textAlignment != oldValue { setNeedsRender() } }
  }

  /// The most characters that the field takes, in UTF-16 units as browsers count; nil for the server's limit only. A longer
  /// text of the app's own stays.
  public final var maximumLength: Int? { didSet { if maximumLength != oldValue { setNeedsRender() } } }

  // MARK: - Focus

  override open var canBecomeFirstResponder: Bool { isEnabled }
  override open var isFirstResponder: Bool { viewFlags.contains(.isFirstResponder) }

  @discardableResult override open func becomeFirstResponder() -> Bool { takeFocus() }
  @discardableResult override open func resignFirstResponder() -> Bool { giveUpFocus() }

  // MARK: - Input

  /// A page never has a secure text.
  package final func sentValue(ofPart part: String) -> String? {
    guard part.isEmpty else { return nil }
    return isSecureTextEntry ? "" : content
  }

  package final func problem(with input: FieldInput, part: String) -> String? {
    guard let text = input.text.map(Self.line), let maximumLength else { return nil }
    let length = text.utf16.count
    guard length > maximumLength else { return nil }
    return "This is too long: it has \(length) characters, and \(max(maximumLength, 0)) fit."
  }

  package final func type(_ text: String, takesLineBreakForReturn: Bool) {
    let text = Self.line(text)
    dropDraft()
    guard TypedText(from: content, to: text) != nil else { return }
    delegate?.textFieldDidBeginEditing(self)
    sendActions(for: .editingDidBegin)
    // The app may have changed the text just now, to clear it for one.
    let change = TypedText(from: content, to: text) ?? TypedText(replacing: content.nsRange, with: text)
    let isAllowed =
      delegate?.textField(self, shouldChangeCharactersIn: change.range, replacementString: change.replacement) ?? true
    if isAllowed {
      self.text = text
      sendActions(for: .editingChanged)
    }
    // The browser shows what was typed, whatever became of it here.
    setNeedsRender()
    delegate?.textFieldDidEndEditing(self)
    sendActions(for: .editingDidEnd)
  }

  package final func pressReturn() {
    guard delegate?.textFieldShouldReturn(self) ?? true else { return }
    sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
  }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    guard part == "return" else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: refusal) { self.pressReturn() }
  }

  /// What a browser makes of a text: it lets nobody type a line break into the field.
  private static func line(_ text: String) -> String {
    func isLineBreak(_ character: Character) -> Bool { character == "\n" || character == "\r\n" || character == "\r" }
    guard text.contains(where: isLineBreak) else { return text }
    return text.split(whereSeparator: isLineBreak).joined(separator: " ")
  }

  // MARK: - HTML

  override package func renderAccessibility(into html: HTMLRenderer) {}

  override open func renderContent(into html: HTMLRenderer) {
    html.write("<input")
    html.writeFieldAttributes(of: self, label: placeholder)
    html.write(attribute: "type", type)
    if !isSecureTextEntry { html.write(attribute: "value", shownValue()) }
    if let placeholder { html.write(attribute: "placeholder", placeholder) }
    if let maximumLength { html.write(attribute: "maxlength", String(max(maximumLength, 0))) }
    textTraits.render(into: html)
    html.write(">")
    html.writeProblem(of: self)
    super.renderContent(into: html)
  }

  private var type: String {
    if textTraits.isSecure { return "password" }
    return switch textTraits.keyboardType {
    case .emailAddress: "email"
    case .URL: "url"
    case .phonePad: "tel"
    case .webSearch: "search"
    default: "text"
    }
  }

  override package func appendStyle(to css: inout String) {
    appendCommonStyle(to: &css)
    if let font { css.append(font.css) }
    if let textColor { CSS.declare("color", textColor.css, in: &css) }
    css += textAlignment.css
  }
}
