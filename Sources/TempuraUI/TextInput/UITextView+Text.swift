public import Foundation

extension UITextView {
  public static let textDidBeginEditingNotification = NSNotification.Name("UITextViewTextDidBeginEditingNotification")
  public static let textDidEndEditingNotification = NSNotification.Name("UITextViewTextDidEndEditingNotification")
  /// Posted after the user, or `UITextInput`, changed the text.
  public static let textDidChangeNotification = NSNotification.Name("UITextViewTextDidChangeNotification")

  /// The area of the text. Its padding and its number of lines apply to the page.
  public final var textContainer: NSTextContainer {
    let container = ownContainer ?? NSTextContainer()
    if ownContainer == nil { use(container) }
    container.size = CGSize(width: max(bounds.width - textContainerInset.left - textContainerInset.right, 0), height: 0)
    return container
  }

  final func use(_ container: NSTextContainer) {
    ownContainer = container
    container.onChange = { [weak self] in self?.setNeedsRender() }
  }

  /// Counts the lines of the text.
  public final var layoutManager: NSLayoutManager { NSLayoutManager(of: self) }

  // MARK: - Attributes

  /// The attributes of links in text that is not editable. Default: those of the page's style sheet, which are read as the
  /// tint colour.
  public final var linkTextAttributes: [NSAttributedString.Key: Any]! {
    get { ownLinkAttributes ?? [.foregroundColor: tintColor ?? UIColor.systemBlue] }
    set {
      ownLinkAttributes = newValue
      setNeedsRender()
    }
  }

  /// The attributes of text that the user types: the font and colour of the view. A page shows one font.
  public final var typingAttributes: [NSAttributedString.Key: Any] {
    get { ownTypingAttributes ?? [.font: font ?? Self.defaultFont, .foregroundColor: textColor ?? .label] }
    set { ownTypingAttributes = newValue }
  }

  // MARK: - Selection

  /// The selection that the app set, else the end of the text. Setting it does not move the user's caret.
  public final var selectedRange: NSRange {
    get { selectedTextRange?.range ?? NSRange(location: 0, length: 0) }
    set { selectedTextRange = UITextRange(newValue) }
  }

  /// Scrolls the text so that a range of it is visible.
  public final func scrollRangeToVisible(_ range: NSRange) {
    guard bounds.height > 0 else { return }
    let (top, bottom) = (caretArea(at: range.location).minY, caretArea(at: NSMaxRange(range)).maxY)
    if bottom > contentOffset.y + bounds.height {
      contentOffset.y = bottom - bounds.height
    } else if top < contentOffset.y {
      contentOffset.y = max(top, 0)
    }
  }

  package final var rangedText: String { text }

  package final func replaceText(in range: NSRange, with string: String) {
    guard let part = Range(range, in: text) else { return }
    if attributed != nil {
      let changed = NSMutableAttributedString(attributedString: attributedText)
      changed.replaceCharacters(in: range, with: string)
      attributedText = changed
    } else {
      text = text.replacingCharacters(in: part, with: string)
    }
  }

  // MARK: - Areas

  final var measuredText: MeasuredText {
    let font = self.font ?? Self.defaultFont
    return attributed.map { MeasuredText($0, font: font) } ?? MeasuredText(text, font: font)
  }

  /// The text with the attributes of links.
  private var shownText: MeasuredText {
    guard let links = ownLinkAttributes, let attributed else {
      return measuredText
    }
    let text = NSMutableAttributedString(attributedString: attributed)
    attributed.enumerateAttribute(.link, in: NSRange(location: 0, length: attributed.length)) { link, range, _ in
      if link != nil { text.addAttributes(links, range: range) }
    }
    return MeasuredText(text, font: font ?? Self.defaultFont)
  }

  private var padding: CGFloat { ownContainer?.sanePadding ?? 5 }
  private var maximumNumberOfLines: Int {
    isEditable ? 0 : ownContainer?.maximumNumberOfLines ?? 0
  }

  final func fittingSize(width: CGFloat) -> CGSize {
    let insets = textContainerInset
    let sides = insets.left + insets.right + 2 * padding
    let text = measuredText.size(
      width: width > 0 ? max(width - sides, 1) : 0, lines: maximumNumberOfLines)
    let line = (font ?? Self.defaultFont).labelHeight
    return CGSize(width: text.width + sides, height: max(text.height, line) + insets.top + insets.bottom)
  }

  /// The lines of the text in the width of the view.
  fileprivate final var lines: BrokenText {
    let width = textContainer.size.width
    return measuredText.with(lineBreakMode).broken(
      width: width > 0 ? max(width - 2 * padding, 1) : 0, lines: maximumNumberOfLines)
  }

  /// The position of the first line.
  private var start: CGPoint { CGPoint(x: textContainerInset.left + padding, y: textContainerInset.top) }

  package final func caretArea(at offset: Int) -> CGRect {
    measuredText.caret(at: offset, in: lines).offsetBy(dx: start.x, dy: start.y)
  }

  package final func offset(at point: CGPoint) -> Int {
    measuredText.offset(at: CGPoint(x: point.x - start.x, y: point.y - start.y), in: lines)
  }

  // MARK: - HTML

  /// Whether the field on the page is exactly as large as the view's frame.
  final var isExact: Bool { hasAssignedFrame && isOnFramedPage }

  /// Writes text that is not editable as text.
  ///
  /// - Returns: False if the page shows a field instead.
  final func showsText(into html: HTMLRenderer) -> Bool {
    guard isExact || attributed != nil else { return false }
    html.write("<div class=\"text")
    let text = shownText
    if isExact {
      let even = text.hasOneLineHeight ? CSS.rem(text.font.lineDistance) : "0"
      html.write(text: " s\(html.styles.number(of: "white-space:pre;line-height:\(even);"))")
    }
    html.write("\">")
    if isExact, !text.string.isEmpty {
      let inset = textContainerInset
      let width = bounds.width - inset.left - inset.right - 2 * padding
      let text = text.with(lineBreakMode)
      html.write(text, brokenInto: text.broken(width: width, lines: maximumNumberOfLines), answeringLinks: linkAnswers)
    } else {
      html.write(attributed: text.attributed ?? NSAttributedString(string: ""), answeringLinks: linkAnswers)
    }
    html.write("</div>")
    return true
  }

  // MARK: - Links

  /// Whether taps on links of the app's own schemes ask the delegate.
  private var linkAnswers: UIView? { answersTapsOnLinks ? self : nil }

  private var answersTapsOnLinks: Bool { isSelectable && delegate is any UITextViewDelegate }

  /// The effect of a tap on the link at an offset of text that is not editable.
  final func targetOfLink(at offset: Int) -> TapTarget? {
    var range = NSRange(location: 0, length: 0)
    guard !isEditable, answersTapsOnLinks, let attributed, offset >= 0, offset < attributed.length,
      let link = attributed.attribute(.link, at: offset, effectiveRange: &range),
      let url = link as? URL ?? (link as? String).flatMap({ URL(string: $0) })
    else { return nil }
    return TapTarget(refusal: isReachable ? nil : .unreachable) { [self] in
      let delegate = delegate as? any UITextViewDelegate
      _ = delegate?.textView(self, shouldInteractWith: url, in: range, interaction: .invokeDefaultAction)
    }
  }

  private var lineBreakMode: NSLineBreakMode {
    ownContainer?.lineBreakMode ?? .byWordWrapping
  }

  final func appendInsets(to css: inout CSSText) {
    if isExact {
      let inset = textContainerInset
      let lineHeight = (font ?? Self.defaultFont).labelHeight
      // A browser centres the line of an `input`; that of a text view is at the top.
      let space = isEditable && isOneLine(shownValue()) ? bounds.height - inset.top - lineHeight : 0
      let insets = UIEdgeInsets(
        top: inset.top, left: inset.left + padding, bottom: max(inset.bottom, space), right: inset.right + padding)
      css.declare("--inset", CSS.rem(insets))
      css.declare("line-height", CSS.rem(lineHeight))
    } else if let inset {
      css.declare("--inset", CSS.px(inset))
    }
  }
}

/// Counts the lines of a text view's text. A glyph is one UTF-16 unit.
public final class NSLayoutManager {
  private weak var view: UITextView?

  fileprivate init(of view: UITextView) { self.view = view }

  public var numberOfGlyphs: Int { view?.text.utf16.count ?? 0 }

  public func ensureLayout(for container: NSTextContainer) {}

  /// Returns the area of all lines, in points of the container.
  public func usedRect(for container: NSTextContainer) -> CGRect {
    guard let text = view?.lines else { return .zero }
    return CGRect(x: 0, y: 0, width: text.width + 2 * container.sanePadding, height: text.height)
  }

  /// Returns the area of the line with a character, in points of the container, and the characters of that line.
  public func lineFragmentRect(forGlyphAt glyphIndex: Int, effectiveRange: NSRangePointer?) -> CGRect {
    guard let view, case let text = view.lines, let index = text.index(ofLineAt: glyphIndex) else { return .zero }
    effectiveRange?.pointee = NSRange(text.lines[index].range)
    var area = text.rect(ofLine: index)
    area.size.width = view.textContainer.size.width
    return area
  }
}
