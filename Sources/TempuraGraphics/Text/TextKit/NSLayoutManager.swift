public import Foundation

/// Says where the characters of a text are.
///
/// A glyph is one UTF-16 unit of the text. Only the first text container is laid out.
open class NSLayoutManager: NSObject {
  public final internal(set) weak var textStorage: NSTextStorage?
  public final private(set) var textContainers: [NSTextContainer] = []

  /// No effect on a page.
  open var usesFontLeading = true
  /// No effect on a page.
  open var allowsNonContiguousLayout = false

  /// The text of a view; nil for a layout of the app's own text.
  package final var viewText: (() -> MeasuredText)?

  override public init() { super.init() }

  /// Never called, because a server has no archives.
  public required init?(coder: NSCoder) { super.init() }

  open func addTextContainer(_ container: NSTextContainer) {
    textContainers.append(container)
    container.layoutManager = self
  }

  open func removeTextContainer(at index: Int) {
    guard textContainers.indices.contains(index) else { return }
    textContainers.remove(at: index).layoutManager = nil
  }

  // MARK: - Glyphs

  open var numberOfGlyphs: Int { text.string.utf16.count }

  /// Does nothing: lines are found when they are asked for.
  open func ensureLayout(for container: NSTextContainer) {}
  open func glyphRange(for container: NSTextContainer) -> NSRange { NSRange(location: 0, length: numberOfGlyphs) }
  open func glyphRange(
    forCharacterRange charRange: NSRange, actualCharacterRange actualCharRange: NSRangePointer?
  ) -> NSRange {
    actualCharRange?.pointee = charRange
    return charRange
  }
  open func characterRange(
    forGlyphRange glyphRange: NSRange, actualGlyphRange: NSRangePointer?
  ) -> NSRange {
    actualGlyphRange?.pointee = glyphRange
    return glyphRange
  }
  open func glyphIndexForCharacter(at charIndex: Int) -> Int { charIndex }
  open func characterIndexForGlyph(at glyphIndex: Int) -> Int { glyphIndex }

  // MARK: - Positions

  /// Returns the area of all lines, in points of the container.
  open func usedRect(for container: NSTextContainer) -> CGRect {
    let lines = ContainerLines(text, in: container)
    return CGRect(x: 0, y: 0, width: lines.broken.width + 2 * lines.padding, height: lines.broken.height)
  }

  /// Returns the area of some glyphs, in points of the container.
  open func boundingRect(forGlyphRange glyphRange: NSRange, in container: NSTextContainer) -> CGRect {
    ContainerLines(text, in: container).rect(of: glyphRange)
  }

  /// Returns the character at a point of the container. A point outside of the text means the nearest character.
  open func characterIndex(
    for point: CGPoint, in container: NSTextContainer,
    fractionOfDistanceBetweenInsertionPoints partialFraction: UnsafeMutablePointer<CGFloat>?
  ) -> Int {
    let (index, fraction) = ContainerLines(text, in: container).character(at: point)
    partialFraction?.pointee = fraction
    return index
  }

  open func glyphIndex(for point: CGPoint, in container: NSTextContainer) -> Int {
    characterIndex(for: point, in: container, fractionOfDistanceBetweenInsertionPoints: nil)
  }

  open func glyphIndex(
    for point: CGPoint, in container: NSTextContainer,
    fractionOfDistanceThroughGlyph partialFraction: UnsafeMutablePointer<CGFloat>?
  ) -> Int {
    characterIndex(for: point, in: container, fractionOfDistanceBetweenInsertionPoints: partialFraction)
  }

  /// Calls a closure for each line: with the area of the line, that of its text, the container, and the glyphs.
  open func enumerateLineFragments(
    forGlyphRange glyphRange: NSRange,
    using block: (CGRect, CGRect, NSTextContainer, NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    guard let container = textContainers.first else { return }
    let lines = ContainerLines(text, in: container)
    var stop = ObjCBool(false)
    for (index, line) in lines.broken.lines.enumerated() {
      guard NSRange(line.range).location <= NSMaxRange(glyphRange), line.range.upperBound >= glyphRange.location else {
        continue
      }
      let used = lines.rect(ofLine: index)
      block(container.lineRect(around: used), used, container, NSRange(line.range), &stop)
      if stop.boolValue { return }
    }
  }

  /// Returns the area of the line with a glyph, in points of the container.
  open func lineFragmentRect(
    forGlyphAt glyphIndex: Int, effectiveRange effectiveGlyphRange: NSRangePointer?
  ) -> CGRect {
    guard let container = textContainers.first,
      let used = usedRect(ofLineAt: glyphIndex, effectiveGlyphRange, in: container)
    else { return .zero }
    return container.lineRect(around: used)
  }

  /// Returns the area of the text in the line with a glyph, in points of the container.
  open func lineFragmentUsedRect(
    forGlyphAt glyphIndex: Int, effectiveRange effectiveGlyphRange: NSRangePointer?
  ) -> CGRect {
    textContainers.first.flatMap { usedRect(ofLineAt: glyphIndex, effectiveGlyphRange, in: $0) } ?? .zero
  }

  private func usedRect(ofLineAt glyphIndex: Int, _ range: NSRangePointer?, in container: NSTextContainer) -> CGRect? {
    let lines = ContainerLines(text, in: container)
    guard let index = lines.line(at: glyphIndex) else { return nil }
    range?.pointee = NSRange(lines.broken.lines[index].range)
    return lines.rect(ofLine: index)
  }

  private var text: MeasuredText {
    if let viewText { return viewText() }
    return MeasuredText(textStorage ?? NSAttributedString(string: ""), font: .textDefault)
  }
}

extension NSTextContainer {
  /// Returns the area of a line from the area of its text. It is as wide as the container.
  fileprivate func lineRect(around used: CGRect) -> CGRect {
    CGRect(x: 0, y: used.minY, width: size.width > 0 ? size.width : used.maxX, height: used.height)
  }
}
