public import Foundation

extension UITextView {
  /// The area of the text. Its padding and its number of lines apply to the page.
  public final var textContainer: NSTextContainer {
    let container = ownContainer ?? NSTextContainer()
    if ownContainer == nil { use(container) }
    let inset = textContainerInset
    let width = max(bounds.width - inset.left - inset.right, 0)
    if container.size.width != width {
      let onChange = container.onChange
      container.onChange = nil
      container.size = CGSize(width: width, height: 0)
      container.onChange = onChange
    }
    return container
  }

  final func use(_ container: NSTextContainer) {
    ownContainer = container
    container.onChange = { [weak self] in
      self?.setNeedsRender()
    }
  }

  /// Says where the characters of the view's text are.
  public final var layoutManager: NSLayoutManager {
    if let manager = ownLayoutManager {
      _ = textContainer
      return manager
    }
    let manager = NSLayoutManager()
    manager.addTextContainer(textContainer)
    manager.viewText = { [weak self] in self?.measuredText ?? MeasuredText("", font: UITextView.defaultFont) }
    ownLayoutManager = manager
    return manager
  }

  /// The text with its attributes. Edits of it change the text of the view.
  public final var textStorage: NSTextStorage {
    let current = attributedText ?? NSAttributedString(string: "")
    if let storage = ownStorage {
      if !storage.isEditing, !storage.isEqual(to: current) {
        let onEdit = storage.onEdit
        storage.onEdit = nil
        storage.setAttributedString(current)
        storage.onEdit = onEdit
      }
      return storage
    }
    let storage = NSTextStorage(attributedString: current)
    storage.onEdit = { [weak self, weak storage] in
      if let self, let storage { self.attributedText = storage }
    }
    storage.addLayoutManager(layoutManager)
    ownStorage = storage
    return storage
  }

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

  /// The attributes of text that the user types: the font and colour of the view. Setting them has no effect on the page,
  /// whose fields have one font.
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
    let area = area(of: range)
    guard bounds.height > 0 else { return }
    if area.maxY > contentOffset.y + bounds.height {
      contentOffset.y = area.maxY - bounds.height
    } else if area.minY < contentOffset.y {
      contentOffset.y = max(area.minY, 0)
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

  package final func area(of range: NSRange) -> CGRect {
    let inset = textContainerInset
    return layoutManager.boundingRect(forGlyphRange: range, in: textContainer)
      .offsetBy(dx: inset.left, dy: inset.top)
  }

  package final func offset(at point: CGPoint) -> Int {
    let inset = textContainerInset
    var fraction: CGFloat = 0
    let index = layoutManager.characterIndex(
      for: CGPoint(x: point.x - inset.left, y: point.y - inset.top), in: textContainer,
      fractionOfDistanceBetweenInsertionPoints: &fraction)
    return min(index + (fraction > 0.5 ? 1 : 0), text.utf16.count)
  }

  final func caretArea(at offset: Int) -> CGRect {
    let line = ContainerLines(measuredText, in: textContainer)
    guard let index = line.line(at: offset) else {
      return CGRect(
        x: textContainerInset.left + padding, y: textContainerInset.top, width: 2,
        height: (font ?? Self.defaultFont).labelHeight)
    }
    let rect = line.rect(ofLine: index)
    return CGRect(
      x: textContainerInset.left + line.x(of: offset), y: textContainerInset.top + rect.minY, width: 2,
      height: rect.height)
  }

  // MARK: - HTML

  /// Whether the field on the page is exactly as large as the view's frame.
  final var isExact: Bool { isPositionedByFrame && isOnFramedPage }

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
      html.write(text, brokenInto: text.broken(width: width, lines: maximumNumberOfLines), of: self)
    } else {
      html.write(attributed: text.attributed ?? NSAttributedString(string: ""), of: self)
    }
    html.write("</div>")
    return true
  }

  // MARK: - Links

  /// Whether taps on links of the app's own schemes ask the delegate.
  final var answersTapsOnLinks: Bool { isSelectable && delegate is any UITextViewDelegate }

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

/// Kinds of text that become links.
public struct UIDataDetectorTypes: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let phoneNumber = UIDataDetectorTypes(rawValue: 1 << 0)
  public static let link = UIDataDetectorTypes(rawValue: 1 << 1)
  public static let address = UIDataDetectorTypes(rawValue: 1 << 2)
  public static let calendarEvent = UIDataDetectorTypes(rawValue: 1 << 3)
  public static let all = UIDataDetectorTypes(rawValue: .max)
}
