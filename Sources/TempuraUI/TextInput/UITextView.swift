internal import Basics
public import Foundation

/// A field for text of several lines.
///
/// If the view has a delegate, the keyboard's return key is a button over a corner of the text. It is visible while it has
/// the focus; without a script, while the text is edited. A `returnKeyType` other than `.default` means that the return
/// key ends the input. The view is then an `input` while its text has one line, so that the Enter key sends the form
/// without script. Otherwise the view is a `textarea`.
open class UITextView: UIScrollView, UITextInput, TextInput, RangedText {
  // Its text scrolls by itself.
  override final var tellsViewport: Bool { false }

  override final var isTextInput: Bool { true }
  override final func didLeaveWindowWhileEdited() { stopEditing() }
  override final func addContent(to hash: inout StableHash) { hash.combine(sentValue(ofPart: "") ?? "") }

  private var content = ""

  override public init(frame: CGRect) { super.init(frame: frame) }
  public init(frame: CGRect, textContainer: NSTextContainer?) {
    super.init(frame: frame)
    if let textContainer { use(textContainer) }
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  private var textViewDelegate: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

  public final var text: String! {
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
    attributed = nil
    dropDraft()
    setNeedsRender()
  }

  /// The text with attributes. They are only visible while `isEditable` is false: an HTML field has one font and
  /// colour.
  public final var attributedText: NSAttributedString! {
    get { attributed ?? NSAttributedString(string: content) }
    set {
      text = newValue?.string
      attributed = newValue?.immutableCopy
      setNeedsRender()
    }
  }

  final private(set) var attributed: NSAttributedString?

  @Rendered public final var font: UIFont?
  /// The font of the text, unless the app sets one.
  static let defaultFont = UIFont.systemFont(ofSize: 12)
  @Rendered public final var textColor: UIColor?
  @Rendered public final var textAlignment = NSTextAlignment.natural
  /// Whether the user can edit the text. Default: true.
  @Rendered public final var isEditable = true

  /// Whether the user can select text that is not editable. Default: true. Editable text is always selectable.
  @Rendered public final var isSelectable = true

  /// The insets of the text within the field, in points. Default: 8 at the top and the bottom.
  public final var textContainerInset: UIEdgeInsets {
    get { inset ?? UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) }
    set { inset = newValue }
  }

  @Rendered final private(set) var inset: UIEdgeInsets?

  /// The maximum length of input, in UTF-16 units as in browsers. Default: nil, only the server's limit. The app itself
  /// may set a longer text. Not part of UIKit.
  @Rendered public final var maximumLength: Int?

  /// The text that an empty field shows. Default: nil. Not part of UIKit, which has it for text fields only.
  @Rendered public final var placeholder: String?

  // See `UITextView+Text.swift`.
  final var ownContainer: NSTextContainer?
  final var ownLinkAttributes: [NSAttributedString.Key: Any]?
  final var ownTypingAttributes: [NSAttributedString.Key: Any]?
  package final var appSelection: NSRange?

  // MARK: - Size

  /// Returns the size of the text with its insets, in points: whole numbers.
  ///
  /// - Parameter size: Its width is the available one. A width of 0 means any width.
  override open func sizeThatFits(_ size: CGSize) -> CGSize { fittingSize(width: size.width) }
  override final func estimatedContentSize(width: CGFloat) -> CGSize? { sizeThatFits(CGSize(width: width, height: 0)) }
  override final var wrapsContent: Bool { !isScrollEnabled }
  override final var stacksSubviews: Bool { false }
  override final var fillsColumn: Bool { false }

  /// The size of the text; none if the view scrolls.
  override open var intrinsicContentSize: CGSize { isScrollEnabled ? .noIntrinsicMetric : fittingSize(width: 0) }

  /// The size of the text with its insets in the width of the view, in points.
  override open var contentSize: CGSize {
    get { bounds.width > 0 ? CGSize(width: bounds.width, height: fittingSize(width: bounds.width).height) : .zero }
    set {}
  }

  /// Returns the area of the caret at a position, in points of the view.
  open func caretRect(for position: UITextPosition) -> CGRect { caretArea(at: position.offset) }

  /// Returns no areas: the server does not know what the user selected.
  open func selectionRects(for range: UITextRange) -> [UITextSelectionRect] { [] }

  /// Returns the attributes of the character after a position, or before it if the direction is backward; in an empty text
  /// `typingAttributes`.
  open func textStyling(
    at position: UITextPosition, in direction: UITextStorageDirection
  ) -> [NSAttributedString.Key: Any]? {
    guard let attributed, attributed.length > 0 else { return typingAttributes }
    let offset = position.offset - (direction == .backward ? 1 : 0)
    return attributed.attributes(at: min(max(offset, 0), attributed.length - 1), effectiveRange: nil)
  }

  open func deleteBackward() { deleteBeforeSelection() }

  // MARK: - Focus

  override open var canBecomeFirstResponder: Bool { isEditable }
  override open var isFirstResponder: Bool { !viewFlags.isDisjoint(with: [.isFirstResponder, .isBeingEdited]) }

  @discardableResult override open func becomeFirstResponder() -> Bool { takeFocus() }
  @discardableResult override open func resignFirstResponder() -> Bool { resign() }

  package final var shouldBeginEditing: Bool { textViewDelegate?.textViewShouldBeginEditing(self) ?? true }
  package final var shouldEndEditing: Bool { textViewDelegate?.textViewShouldEndEditing(self) ?? true }
  package final func didBeginEditing() {
    textViewDelegate?.textViewDidBeginEditing(self)
    NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
  }
  package final func didEndEditing() {
    textViewDelegate?.textViewDidEndEditing(self)
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

  package final func sentValue(ofPart part: String) -> String? { part.isEmpty ? content : nil }

  package final func problem(with input: FieldInput, part: String) -> String? {
    guard let text = input.text?.withLineFeeds, let maximumLength else { return nil }
    return text.lengthProblem(maximum: maximumLength)
  }

  override package func tapTarget(ofPart part: String) -> TapTarget? {
    if part.hasPrefix("link-"), let offset = Int(part.dropFirst(5)) { return targetOfLink(at: offset) }
    guard part == "return" else { return super.tapTarget(ofPart: part) }
    return TapTarget(refusal: refusal) { self.pressReturn() }
  }

  package final var refusal: ControlRefusal? {
    guard isEditable, !hasInputView else { return .disabled }
    return isReachable ? nil : .unreachable
  }

  private var returnEndsInput: Bool { textTraits.returnKeyType != .default }

  package final func type(_ text: String, before next: NextControl, endsEditing: Bool) {
    let text = text.withLineFeeds
    dropDraft()
    guard TypedText(from: content, to: text) != nil else { return }
    let old = content
    guard beginEditing() else { return setNeedsRender() }
    // The app may have changed the text when editing began.
    let change = TypedText(from: content, to: text) ?? TypedText(replacing: content.nsRange, with: text)
    if returnEndsInput, change.replacement.contains(where: \.isNewline) {
      if let changes = changesWithinLines(to: text) {
        for change in changes { applyIfAllowed(change) }
      } else {
        // The line break is a press of the return key, about which `pressReturn` asks the delegate. The text gets a
        // space.
        let lines = change.replacement.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let line = (lines.last == "" ? lines.dropLast() : lines[...]).joined(separator: " ")
        applyIfAllowed(TypedText(replacing: change.range, with: line))
        if next == .none { pressReturn() }
      }
    } else {
      apply(change, before: next)
    }
    if endsEditing { endEditing() }
    markTextAsTyped(replacing: old)
  }

  package final func restore(_ text: String) { setTypedText(text) }

  /// Returns the changes of each line, the last line first; nil if the number of lines changed. Changes in two lines do
  /// not include the line break between them, which the user did not type.
  private func changesWithinLines(to text: String) -> [TypedText]? {
    let old = content.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard old.count == new.count else { return nil }
    var changes: [TypedText] = []
    for (old, new) in zip(old, new).reversed() {
      guard let change = TypedText(from: String(old), to: String(new)) else { continue }
      if change.replacement.contains(where: \.isNewline) { return nil }  // a Unicode line break other than "\n"
      let start = old.utf16.distance(from: content.utf16.startIndex, to: old.startIndex)
      let range = NSRange(location: start + change.range.location, length: change.range.length)
      changes.append(TypedText(replacing: range, with: change.replacement))
    }
    return changes
  }

  package final func pressReturn() {
    let end = NSRange(location: content.utf16.count, length: 0)
    let old = content
    applyIfAllowed(TypedText(replacing: end, with: "\n"))
    markTextAsTyped(replacing: old)
  }

  /// Makes the changes of which a typed one consists, each if the delegate allows it.
  private func apply(_ change: TypedText, before next: NextControl) {
    var parts = change.parts
    // A line break at the end of the text and the return key after it are one press.
    if next == .returnKey, parts.last == "\n", NSMaxRange(change.range) == content.utf16.count {
      parts.removeLast()
      if parts.isEmpty, change.range.length > 0 { parts = [""] }
    }
    appSelection = change.range
    var refusesReturn = false
    for part in parts where !(refusesReturn && part == "\n") {
      let isAllowed = type(part, in: selection)
      refusesReturn = !isAllowed && part == "\n"
    }
  }

  private func applyIfAllowed(_ change: TypedText) { type(change.replacement, in: change.range) }

  package final func allowsChange(in range: NSRange, to replacement: String) -> Bool {
    textViewDelegate?.textView(self, shouldChangeTextIn: range, replacementText: replacement) ?? true
  }

  package final func tellOfChange() {
    textViewDelegate?.textViewDidChange(self)
    NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
  }

  package final var tellsValuesOnTheWay: Bool { delegate != nil }

  // MARK: - HTML

  override package func renderAccessibility(into html: HTMLRenderer) {}

  /// Whether the page shows an `input` with this text, and not a `textarea`.
  package final var isOneLine: Bool { isOneLine(shownValue()) }

  final func isOneLine(_ shown: String) -> Bool { returnEndsInput && !shown.contains(where: \.isNewline) }

  override open func renderContent(into html: HTMLRenderer) {
    if !isEditable, showsText(into: html) { return renderSubviews(into: html) }
    let shown = shownValue()
    let isOneLine = isOneLine(shown)
    html.write(isOneLine ? "<input type=\"text\"" : "<textarea")
    let isReadOnly = !isEditable || hasInputView
    html.writeFieldAttributes(of: self, label: placeholder, isReadOnly: isReadOnly)
    if let placeholder { html.write(attribute: "placeholder", placeholder) }
    if isReadOnly { html.write(" readonly") }
    if isEditable { html.writeMaximumLength(maximumLength, isOneLine: isOneLine) }
    textTraits.render(into: html, inputType: isOneLine ? "text" : nil)
    if isOneLine {
      html.write(attribute: "value", shown)
      html.write(">")
    } else {
      html.write(">\n")  // an HTML parser drops one line feed here: without it, the first one of the text
      html.write(text: shown)
      html.write("</textarea>")
    }
    if delegate != nil, isEditable {
      html.writeButton(tapping: "return", of: self, cssClass: "return", title: textTraits.returnKeyType.title)
    }
    html.writeProblem(of: self)
    renderSubviews(into: html)
    html.writeInputViews(of: self)
  }

  /// Writes the app's own views over the text, such as the label of a placeholder.
  private func renderSubviews(into html: HTMLRenderer) {
    for view in subviews where !isInputView(view) { html.render(view) }
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    if let font { css += font.css }
    if let textColor { css.declare("color", textColor.css) }
    css += textAlignment.css
    appendInsets(to: &css)
    if !isSelectable, !isEditable { css += "user-select:none;" }
  }
}

extension String {
  /// The range of the whole string, in UTF-16 units.
  var nsRange: NSRange { NSRange(location: 0, length: utf16.count) }
}

extension TypedText {
  init(replacing range: NSRange, with replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}
