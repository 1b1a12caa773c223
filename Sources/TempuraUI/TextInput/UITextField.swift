public import Foundation

/// A field for one line of text.
open class UITextField: UIControl, UITextInput, TextInput, RangedText {
  /// When the field shows a view beside its text.
  public enum ViewMode: Int, Sendable { case never, whileEditing, unlessEditing, always }

  /// The border of a field.
  public enum BorderStyle: Int, Sendable { case none, line, bezel, roundedRect }

  /// Why editing ended.
  public enum DidEndEditingReason: Int, Sendable {
    case committed
    /// Never used: a browser does not report a cancelled edit.
    case cancelled
  }

  override final var isTextInput: Bool { true }
  override final var namingPlaceholder: String? { placeholder }
  override final func didLeaveWindowWhileEdited() { stopEditing() }

  private var content = ""

  public final weak var delegate: (any UITextFieldDelegate)?

  public final var text: String? {
    get { content }
    set {
      markTextAsSetByApp()
      appSelection = nil
      setText(newValue ?? "")
    }
  }

  package final func setText(_ text: String) {
    guard !text.isSameText(as: content) else { return }
    content = text
    dropDraft()
    setNeedsRender()
  }

  /// The text with `defaultTextAttributes`. Of the attributes of a new text, the font, the colour and the alignment of the first
  /// character apply to the whole field: an HTML field has one of each.
  public final var attributedText: NSAttributedString? {
    get { NSAttributedString(string: content, attributes: defaultTextAttributes) }
    set {
      text = newValue?.string
      if let newValue, newValue.length > 0 { apply(newValue.attributes(at: 0, effectiveRange: nil)) }
    }
  }

  public final var placeholder: String? {
    didSet {
      placeholderColor = nil
      if placeholder != oldValue { setNeedsRender() }
    }
  }

  /// The placeholder. Of its attributes, only the colour of the first character is used.
  public final var attributedPlaceholder: NSAttributedString? {
    get {
      let attributes = placeholderColor.map { [NSAttributedString.Key.foregroundColor: $0] }
      return placeholder.map { NSAttributedString(string: $0, attributes: attributes) }
    }
    set {
      placeholder = newValue?.string
      guard let newValue, newValue.length > 0 else { return }
      placeholderColor = newValue.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor
      setNeedsRender()
    }
  }

  private var placeholderColor: UIColor?
  final var textAttributes: [NSAttributedString.Key: Any] = [:]
  final var ownTypingAttributes: [NSAttributedString.Key: Any]?
  package final var appSelection: NSRange?

  @Rendered public final var font: UIFont?
  @Rendered public final var textColor: UIColor?
  @Rendered public final var textAlignment = NSTextAlignment.natural

  /// The border of the field. Default: `.none`.
  @Rendered public final var borderStyle = BorderStyle.none

  /// The maximum length of input, in UTF-16 units as in browsers. Default: nil, only the server's limit. The app itself
  /// may set a longer text. Not part of UIKit.
  @Rendered public final var maximumLength: Int?

  // MARK: - Views beside the text

  /// When the field shows a button that clears it. Default: `.never`. Every other mode means: when there is text.
  @Rendered public final var clearButtonMode = ViewMode.never

  /// Whether the text is cleared when editing begins. Default: false. Without a script, editing begins when changed text
  /// arrives, so the browser still shows the old text to the user.
  public final var clearsOnBeginEditing = false

  /// The view before the text. `leftViewMode` must show it.
  public final var leftView: UIView? { didSet { replaceSubview(oldValue, by: leftView) } }
  @Rendered public final var leftViewMode = ViewMode.never

  /// The view after the text. `rightViewMode` must show it.
  public final var rightView: UIView? { didSet { replaceSubview(oldValue, by: rightView) } }
  @Rendered public final var rightViewMode = ViewMode.never

  // MARK: - Caret

  /// Returns the area of the caret at a position, in points of the field.
  open func caretRect(for position: UITextPosition) -> CGRect { caretArea(at: position.offset) }

  /// Returns no areas: the server does not know what the user selected.
  open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] { [] }

  open func deleteBackward() { deleteBeforeSelection() }

  /// Never called: the page shows the text.
  open func drawText(in rect: CGRect) {}
  /// Never called, as `drawText(in:)`.
  open func drawPlaceholder(in rect: CGRect) {}

  // MARK: - Focus

  /// Whether the user edits the field: on a live page while the field has the focus, else only while its form is applied.
  public final var isEditing: Bool { isBeingEdited }

  override open var canBecomeFirstResponder: Bool { isEnabled }
  override open var isFirstResponder: Bool { !viewFlags.isDisjoint(with: [.isFirstResponder, .isBeingEdited]) }

  @discardableResult override open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder, isFirstResponder || shouldBeginEditing else { return false }
    return takeFocus()
  }

  @discardableResult override open func resignFirstResponder() -> Bool { resign() }

  package final var shouldBeginEditing: Bool { delegate?.textFieldShouldBeginEditing(self) ?? true }
  package final var shouldEndEditing: Bool { delegate?.textFieldShouldEndEditing(self) ?? true }

  package final func didBeginEditing() {
    delegate?.textFieldDidBeginEditing(self)
    sendActions(for: .editingDidBegin)
    NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
    if clearsOnBeginEditing, delegate?.textFieldShouldClear(self) ?? true { text = "" }
  }

  package final func didEndEditing() {
    delegate?.textFieldDidEndEditing(self, reason: .committed)
    sendActions(for: .editingDidEnd)
    NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
  }

  /// What the user enters the text with, such as a picker. A page shows it at its bottom while the field has the focus, and the
  /// user cannot type into the field.
  override open var inputView: UIView? {
    get { inputViews?.input }
    set { replaceInputView(\.input, by: newValue) }
  }

  /// A view above the keyboard. A page shows it at its bottom while the field has the focus.
  override open var inputAccessoryView: UIView? {
    get { inputViews?.accessory }
    set { replaceInputView(\.accessory, by: newValue) }
  }

  // MARK: - Input

  override package final var refusal: ControlRefusal? { hasInputView ? .disabled : super.refusal }

  /// Secure text is never sent to the browser, so an unchanged field sends an empty text.
  package final func sentValue(ofPart part: String) -> String? {
    guard part.isEmpty else { return nil }
    return isSecureTextEntry ? "" : content
  }

  package final func problem(with input: FieldInput, part: String) -> String? {
    guard let text = input.text.map(Self.withoutLineBreaks), let maximumLength else { return nil }
    return text.lengthProblem(maximum: maximumLength)
  }

  package final func type(_ text: String, before next: NextControl, endsEditing: Bool) {
    let text = Self.withoutLineBreaks(text)
    dropDraft()
    guard !isSecureTextEntry || !text.isEmpty else { return }  // unchanged
    guard TypedText(from: content, to: text) != nil else { return }
    let old = content
    guard beginEditing() else { return setNeedsRender() }
    // The app may have changed the text when editing began.
    let change = TypedText(from: content, to: text) ?? TypedText(replacing: content.nsRange, with: text)
    type(change.replacement, in: change.range)
    if endsEditing { endEditing() }
    markTextAsTyped(replacing: old)
  }

  package final func allowsChange(in range: NSRange, to replacement: String) -> Bool {
    delegate?.textField(self, shouldChangeCharactersIn: range, replacementString: replacement) ?? true
  }

  package final func tellOfChange() {
    sendActions(for: .editingChanged)
    NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
  }

  package final func restore(_ text: String) { setTypedText(text) }

  package final func pressReturn() {
    guard delegate?.textFieldShouldReturn(self) ?? true else { return }
    sendActions(for: [.editingDidEndOnExit, .primaryActionTriggered])
  }

  private func clear() {
    guard delegate?.textFieldShouldClear(self) ?? true else { return }
    let old = content
    setTypedText("")
    tellOfChange()
    markTextAsTyped(replacing: old)
  }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    switch part {
    case "return": TapTarget(refusal: refusal) { self.pressReturn() }
    case "clear" where clearButtonMode != .never: TapTarget(refusal: refusal) { self.clear() }
    default: super.tapTarget(ofPart: part)
    }
  }

  /// Replaces line breaks by spaces, because an `input` has only one line.
  private static func withoutLineBreaks(_ text: String) -> String {
    func isLineBreak(_ character: Character) -> Bool { character == "\n" || character == "\r\n" || character == "\r" }
    guard text.contains(where: isLineBreak) else { return text }
    return text.split(whereSeparator: isLineBreak).joined(separator: " ")
  }

  // A page does not contain a secure text, so that it cannot be sent in parts.
  package final var tellsValuesOnTheWay: Bool {
    !isSecureTextEntry
      && (delegate != nil || !allControlEvents.isDisjoint(with: [.editingDidBegin, .editingChanged, .editingDidEnd]))
  }

  // MARK: - HTML

  override package func renderAccessibility(into html: HTMLRenderer) {}

  /// The accessible name if the app sets none. Nil reports the missing name as a mistake.
  package var fallbackLabel: String? { placeholder }

  /// The `type` attribute of the `input`.
  package var inputType: String { textTraits.inputType }

  override open func renderContent(into html: HTMLRenderer) {
    render(leftView, leftViewMode, into: html)
    html.write("<input")
    html.writeFieldAttributes(of: self, label: fallbackLabel, isReadOnly: hasInputView)
    if hasInputView { html.write(" readonly") }
    let type = inputType
    html.write(attribute: "type", type)
    if !isSecureTextEntry { html.write(attribute: "value", shownValue()) }
    if let placeholder { html.write(attribute: "placeholder", placeholder) }
    html.writeMaximumLength(maximumLength, isOneLine: true)
    textTraits.render(into: html, inputType: type)
    html.write(">")
    if clearButtonMode != .never, !content.isEmpty || !shownValue().isEmpty {
      html.writeButton(tapping: "clear", of: self, cssClass: "clear", label: clearLabel, isEnabled: isEnabled) {
        html.write("<span aria-hidden=\"true\"></span>")
      }
    }
    render(rightView, rightViewMode, into: html)
    html.writeProblem(of: self)
    for view in subviews where view !== leftView && view !== rightView && !isInputView(view) { html.render(view) }
    html.writeInputViews(of: self)
  }

  private var clearLabel: String {
    (accessibilityLabel ?? placeholder).map { localized(.buttonClearField($0)) } ?? localized(.buttonClear)
  }

  private func render(_ view: UIView?, _ mode: ViewMode, into html: HTMLRenderer) {
    guard let view, view.superview === self, mode != .never else { return }
    html.write("<div class=\"beside")
    switch mode {
    case .never, .always: break
    case .whileEditing: html.write(" editing")
    case .unlessEditing: html.write(" resting")
    }
    let style = areaStyle(of: view)
    if !style.isEmpty { html.write(text: " s\(html.styles.number(of: style))") }
    html.write("\">")
    html.render(view)
    html.write("</div>")
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if let font { css += font.css }
    if let textColor { css.declare("color", textColor.css) }
    if let placeholderColor { css.declare("--placeholder", placeholderColor.css) }
    switch borderStyle {
    case .none: break
    case .roundedRect:
      css += "--border:var(--hairline) solid var(--line);--corner:0.3125rem;--field:light-dark(#fff,#1c1c1e);"
    case .line, .bezel: css += "--border:1px solid var(--edge);"
    }
    appendTracking(to: &css)
    css += textAlignment.css
    appendInsets(to: &css)
  }

  // MARK: - Areas of a field with a frame

  override package final var hasContentSize: Bool { true }

  override final var fontOfBaseline: UIFont? { font ?? .systemFont(ofSize: 17) }
  override final func isElastic(inRow: Bool) -> Bool { inRow }
  override final var isAsWideAsColumn: Bool { true }
  override final var needsGivenWidth: Bool { true }

  override package func contentSize(width: CGFloat) -> CGSize? {
    let text = MeasuredText(content.isEmpty ? placeholder ?? "" : content, font: font ?? .systemFont(ofSize: 17)).size(
      lines: 1)
    let padding: CGFloat = borderStyle == .none ? 0 : 7
    let views = widthTaken(by: leftView, leftViewMode) + widthTaken(by: rightView, rightViewMode)
    return CGSize(
      width: text.width + 2 * padding + views, height: max(text.height, lineHeight) + (padding > 0 ? 13 : 1))
  }

  private var lineHeight: CGFloat { (font ?? .systemFont(ofSize: 17)).labelHeight.rounded(.up) }

  private func widthTaken(by view: UIView?, _ mode: ViewMode) -> CGFloat {
    mode == .never ? 0 : view?.sizeInContainer(width: 0).width ?? 0
  }

  /// Returns the area of the text: the bounds without the border and the views beside the text. A field with a frame keeps
  /// to it.
  open func textRect(forBounds bounds: CGRect) -> CGRect {
    let padding: CGFloat = borderStyle == .none ? 0 : 7
    let left = max(padding, leftViewMode == .never || leftView == nil ? 0 : leftViewRect(forBounds: bounds).maxX)
    let showsRight = rightViewMode != .never && rightView != nil
    let right = max(padding, showsRight ? bounds.maxX - rightViewRect(forBounds: bounds).minX : 0)
    return bounds.inset(by: UIEdgeInsets(top: 0, left: left, bottom: 0, right: right))
  }

  /// Returns the area of the text while it is edited. A page shows the text in `textRect(forBounds:)` then, too.
  open func editingRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }

  /// Returns the area of the placeholder. A page shows it in `textRect(forBounds:)`.
  open func placeholderRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }

  /// Returns the area of the border: the bounds.
  open func borderRect(forBounds bounds: CGRect) -> CGRect { bounds }

  /// Returns the area of the button that clears the text. A page has it at the end of the field.
  open func clearButtonRect(forBounds bounds: CGRect) -> CGRect {
    CGRect(x: bounds.maxX - 26, y: bounds.midY - 10, width: 19, height: 19)
  }

  /// Returns the area of the left view. A field with a frame keeps to it.
  open func leftViewRect(forBounds bounds: CGRect) -> CGRect {
    let size = leftView?.sizeInContainer(width: 0) ?? .zero
    return CGRect(x: bounds.minX, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
  }

  /// Returns the area of the right view. A field with a frame keeps to it.
  open func rightViewRect(forBounds bounds: CGRect) -> CGRect {
    let size = rightView?.sizeInContainer(width: 0) ?? .zero
    return CGRect(x: bounds.maxX - size.width, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
  }

  /// Appends the insets of the text. Those of an app's class may depend on the size, which is unknown for a field that flows.
  private func appendInsets(to css: inout CSSText) {
    let isOwnFlow = !hasAssignedFrame && ClassNames.isFrameworkClass(Swift.type(of: self))
    if isOwnFlow, borderStyle == .none { return }
    if isOwnFlow { return css += "--inset:0 0.4375rem;" }  // the style sheet puts the views beside the text
    let bounds = hasAssignedFrame ? self.bounds : CGRect(x: 0, y: 0, width: 1000, height: 1000)
    let text = textRect(forBounds: bounds)
    let insets = [text.minY, bounds.width - text.maxX, bounds.height - text.maxY, text.minX]
    guard insets.contains(where: { $0 != 0 }) else { return }
    css += "--inset:\(insets.map { CSS.rem(max($0, 0)) }.joined(separator: " "));"
  }

  /// The declarations of the area of a view beside the text.
  private func areaStyle(of view: UIView) -> String {
    guard hasAssignedFrame else {
      let size = view.frame.size
      return size == .zero ? "" : "min-width:\(CSS.rem(size.width));min-height:\(CSS.rem(size.height));"
    }
    let rect = view === leftView ? leftViewRect(forBounds: bounds) : rightViewRect(forBounds: bounds)
    return "left:\(CSS.rem(rect.minX));top:\(CSS.rem(rect.minY));width:\(CSS.rem(rect.width));"
      + "height:\(CSS.rem(rect.height));"
  }
}

extension String {
  /// Returns the message for a text that is too long, in UTF-16 units as in browsers; nil if it is not.
  func lengthProblem(maximum maximumLength: Int) -> String? {
    let length = utf16.count
    guard length > maximumLength else { return nil }
    return localized(.problemTooLong(length, max(maximumLength, 0)))
  }
}

extension HTMLRenderer {
  /// Writes how long a text may be: as the app says, and in one line no longer than the server takes. A browser silently cuts off
  /// what is pasted beyond that. So a field of several lines has no limit of the server, which refuses a longer text with a message.
  func writeMaximumLength(_ maximumLength: Int?, isOneLine: Bool) {
    let limit = isOneLine ? AppEnvironment.current.textLimit : nil
    guard let length = [maximumLength, limit].lazy.compactMap(\.self).min() else { return }
    write(attribute: "maxlength", String(max(length, 0)))
  }
}
