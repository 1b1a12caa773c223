internal import Foundation

// The lines of a label with a frame. The page shows them as they were measured, so that the text fits the frame in every
// browser.

extension UILabel {
  /// The lines of a text in an area.
  struct Lines {
    var text: MeasuredText
    var broken: BrokenText
  }

  /// The lines of the present rendering, and what they were made for.
  private struct KnownLines: RarePropertyGroup {
    var size = CGSize.zero
    var numberOfLines = 0
    var lines: Lines?
    /// What layouts asked for: the text broken in a width, into a number of lines at most.
    var measured: [(width: CGFloat, lines: Int, broken: BrokenText, size: CGSize)] = []
  }

  /// The area that an override of `drawText(in:)` passed to the label.
  struct TextArea: RarePropertyGroup {
    var rect: CGRect?
  }

  final func dropLines() { rareProperties.remove(KnownLines.self) }

  /// Whether the label keeps lines, for tests.
  final var keepsLines: Bool { rareProperties.box(of: KnownLines.self)?.properties.lines != nil }

  /// Returns the size of the text. A layout asks several times for the size in the same width.
  final func measuredSize(width: CGFloat, lines: Int) -> CGSize {
    let known = rareProperties.box(of: KnownLines.self)
    if let known, let place = known.properties.measured.firstIndex(where: { $0.width == width && $0.lines == lines }) {
      return known.properties.measured[place].size
    }
    let text = measuredText
    guard !text.string.isEmpty else { return .zero }
    let broken = text.broken(width: width, lines: lines)
    // A transformed text depends on the language, too.
    guard textTransform == .none else { return broken.size }
    if known?.properties.measured.count == 4 { known?.properties.measured.removeFirst() }
    rareProperties[KnownLines.self].measured.append((width, lines, broken, broken.size))
    return broken.size
  }

  /// The lines that the page shows; nil if the browser breaks the text.
  final var shownLines: Lines? {
    guard hasAssignedFrame, bounds.width > 0, isOnFramedPage, let content = text, !content.isEmpty
    else { return nil }
    var size = bounds.size
    if let insets = textInsets {
      size = CGSize(
        width: max(size.width - insets.left - insets.right, 1), height: max(size.height - insets.top - insets.bottom, 1)
      )
    }
    // Read in place: a copy of what is known would count many references.
    if let known = rareProperties.box(of: KnownLines.self), known.properties.size == size,
      known.properties.numberOfLines == numberOfLines, let lines = known.properties.lines
    {
      return lines
    }
    let lines = lines(in: size)
    rareProperties[KnownLines.self].lines = lines
    rareProperties[KnownLines.self].size = size
    rareProperties[KnownLines.self].numberOfLines = numberOfLines
    return lines
  }

  private func lines(in size: CGSize) -> Lines {
    var text = measuredText
    if adjustsFontSizeToFitWidth, numberOfLines == 1 { text = fitting(text, width: size.width) }
    // A label without a height shows its text, like a view that does not clip its content.
    let height = size.height > 0 ? size.height : .infinity
    if let broken = measuredLines(of: text, in: CGSize(width: size.width, height: height)) {
      return Lines(text: text, broken: broken)
    }
    return Lines(text: text, broken: text.broken(width: size.width, lines: numberOfLines, height: height))
  }

  /// Returns the lines that a layout found in the same width, or the one line that a layout found and that fits.
  private func measuredLines(of text: MeasuredText, in size: CGSize) -> BrokenText? {
    guard text.attributed == nil, !adjustsFontSizeToFitWidth, let known = rareProperties.box(of: KnownLines.self) else {
      return nil
    }
    for entry in known.properties.measured {
      let isSameRoom =
        entry.width == size.width && entry.lines == numberOfLines && entry.size.height <= size.height
      guard isSameRoom || entry.size.width <= size.width && entry.broken.isWhole else { continue }
      var broken = entry.broken
      broken.availableWidth = size.width
      return broken
    }
    return nil
  }

  /// Returns a text of one line in the largest size that fits.
  private func fitting(_ text: MeasuredText, width: CGFloat) -> MeasuredText {
    let full = text.broken(width: 0, lines: 1).width
    guard full > width else { return text }
    let least = max(minimumScaleFactor, 1 / max(text.font.pointSize, 1))
    // Widths are not exactly proportional to sizes.
    var factor = max(width / full, least)
    var smaller = text.scaled(by: factor)
    for _ in 0..<4 where factor > least {
      let length = smaller.broken(width: 0, lines: 1).width
      if length <= width { break }
      factor = max(factor * (width / length) - 0.001, least)
      smaller = text.scaled(by: factor)
    }
    return smaller
  }

  /// The distances of the text from the edges, by an app's override of `drawText(in:)`, or of `intrinsicContentSize` if the
  /// label flows; nil if there is none.
  final var textInsets: UIEdgeInsets? {
    guard !ClassNames.isFrameworkClass(type(of: self)) else { return nil }
    // The insets may depend on the size, which is unknown for a label that flows.
    let area = bounds.isEmpty ? CGRect(x: 0, y: 0, width: 1000, height: 1000) : bounds
    drawText(in: area)
    guard let rect = rareProperties[TextArea.self].rect, rect != area else {
      return hasAssignedFrame ? nil : insetsOfOwnSize
    }
    return UIEdgeInsets(
      top: (rect.minY - area.minY).saneDistance, left: (rect.minX - area.minX).saneLength,
      bottom: (area.maxY - rect.maxY).saneDistance, right: (area.maxX - rect.maxX).saneLength)
  }

  /// The padding that moves the text to the area within `textInsets`, in whose middle it stands. A padding cannot be negative.
  final var textPadding: UIEdgeInsets? {
    guard var insets = textInsets else { return nil }
    if insets.top < 0 || insets.bottom < 0 {
      let distance = insets.top - insets.bottom
      (insets.top, insets.bottom) = (max(distance, 0), max(-distance, 0))
    }
    return insets
  }

  private var insetsOfOwnSize: UIEdgeInsets? {
    let room = CGRect(x: 0, y: 0, width: preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : 1e6, height: 1e6)
    let (text, own) = (textRect(forBounds: room, limitedToNumberOfLines: numberOfLines).size, intrinsicContentSize)
    let (width, height) = ((own.width - text.width).saneLength, (own.height - text.height).saneLength)
    guard width > 0 || height > 0 else { return nil }
    let before = textAlignment == .center ? width / 2 : isRightToLeft ? width : 0
    return UIEdgeInsets(top: height / 2, left: before, bottom: height / 2, right: width - before)
  }

  /// Appends the CSS of lines that are written.
  final func append(_ lines: Lines, to css: inout CSSText) {
    css += "white-space:pre;"
    let isEven = lines.text.hasOneLineHeight
    css.declare("line-height", rem: isEven ? lines.text.font.lineDistance : 0)
    if numberOfLines == 1, lineBreakMode == .byClipping { css += "overflow:hidden;" }
    // A browser finds the direction of each line anew. That of a paragraph is that of its first letter.
    if lines.broken.lines.count > 1, let direction = lines.text.directionOfAllParagraphs {
      css += "direction:\(direction);unicode-bidi:isolate;"
    }
  }
}

/// How a text in a smaller font is aligned vertically.
public enum UIBaselineAdjustment: Int, Sendable { case alignBaselines, alignCenters, none }
