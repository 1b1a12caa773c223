internal import Foundation

/// Writes a text with its attributes. If the text was broken into lines, writes the breaks, too.
///
/// The text stands in the markup as it is, so that it can be copied and read aloud. A `span` of the class `br` at the end of a
/// line contains the white space there, without a width, and shows the break. Text that does not fit is for screen readers
/// only.
struct TextWriter {
  private let html: HTMLRenderer
  private let text: MeasuredText
  private let broken: BrokenText?
  private let runs: [Run]
  /// Whether paragraphs are blocks with styles of their own.
  private let hasBlocks: Bool
  /// Whether each line has an element that is as high as the line, because their heights differ.
  private let hasStruts: Bool
  /// Whether lines are as wide as the available width, whatever paragraphs say.
  private let isJustified: Bool

  /// Whether letters may be written in both directions.
  private let hasTwoDirections: Bool
  /// The view that answers taps on links that a page cannot follow.
  private let view: UIView?
  /// The link whose element is open.
  private var openLink: String?

  /// A part of the text with the same attributes.
  private struct Run {
    var range: Range<Int>
    var attributes: [NSAttributedString.Key: Any]
    var link: String?
    /// Whether there is a link that a page cannot follow, such as one with a scheme of the app.
    var hasOwnLink = false
  }

  init(
    html: HTMLRenderer, text: MeasuredText, broken: BrokenText?, isJustified: Bool = false,
    answeringLinks view: UIView? = nil
  ) {
    (self.html, self.text, self.broken, self.view) = (html, text, broken, view)
    self.isJustified = isJustified
    hasTwoDirections = broken.map { $0.lines.count > 1 } == true && text.hasRightToLeftLetters
    runs = Self.runs(of: text)
    hasBlocks = broken == nil ? text.hasStyles : text.hasBlocks
    hasStruts = broken != nil && !text.hasOneLineHeight
  }

  /// The parts with the same attributes. In UIKit attributes may end inside a character, which then gets the following
  /// ones.
  private static func runs(of text: MeasuredText) -> [Run] {
    let units = text.string.utf16
    guard let attributed = text.attributed else { return [Run(range: 0..<units.count, attributes: [:])] }
    var runs: [Run] = []
    var start = 0
    attributed.enumerateAttributes(in: NSRange(location: 0, length: attributed.length)) { attributes, range, _ in
      let end = range.location + range.length
      let index = units.index(units.startIndex, offsetBy: end)
      guard index.samePosition(in: text.string.unicodeScalars) != nil else { return }
      let link = attributes[.link].flatMap(TextAttribute.link)
      let hasOwnLink = link == nil && attributes[.link] != nil
      runs.append(Run(range: start..<end, attributes: attributes, link: link, hasOwnLink: hasOwnLink))
      start = end
    }
    return runs
  }

  // MARK: - Lines

  mutating func write() {
    guard let broken else { return writeParagraphs() }
    for (index, line) in broken.lines.enumerated() {
      let isLast = index == broken.lines.count - 1
      if hasBlocks, line.startsParagraph {
        let previous = index > 0 ? broken.style(ofLine: index - 1) : nil
        startBlock(broken.style(ofLine: index), after: previous, at: line.range.lowerBound)
      }
      if hasStruts { writeStrut(line, distance: line.startsParagraph ? 0 : broken.distance(beforeLine: index)) }
      let endsParagraph = text.endsParagraph(at: line.range.upperBound)
      if !isLast, !endsParagraph, isJustified || broken.style(ofLine: index).alignment == .justified {
        writeJustified(line, room: broken.room(inLine: index))
      } else {
        writeVisible(line, hidden: isLast ? broken.hidden : nil)
      }
      if isLast {
        setLink(nil)
        let end = broken.hidden == nil ? line.visibleEnd : line.range.upperBound
        if broken.isTruncated, end < text.string.utf16.count {
          html.writeUnseen(string(end..<text.string.utf16.count))
        }
      } else if hasBlocks, endsParagraph {
        setLink(nil)
      } else {
        closeLink(before: line.range.upperBound)
        if endsParagraph {
          html.write(text: string(line.visibleEnd..<line.range.upperBound))
        } else {
          writeBreak(line)
        }
      }
      if hasBlocks, endsParagraph || isLast { html.write("</span>") }
    }
    setLink(nil)
  }

  /// Writes the break after a line, around the white space there. Marks say which direction the letters around it have,
  /// because a browser sorts the characters of each line by themselves.
  private func writeBreak(_ line: BrokenText.Line) {
    html.write("<span class=\"br")
    if hasTwoDirections {
      let (before, after) = text.directions(around: line.range.upperBound)
      if before == after, let before { html.write(text: " \(before)-\(before)") }
      if before != after, let before { html.write(text: " after-\(before)") }
    }
    html.write("\">")
    var space = string(line.visibleEnd..<line.range.upperBound)
    // No page may contain the rarer line breaks.
    if let last = space.unicodeScalars.last, last == "\u{B}" || last == "\u{C}" || last == "\u{85}" {
      space.unicodeScalars.removeLast()
      space += " "
    }
    html.write(text: space)
    html.write("</span>")
  }

  /// Writes the characters of a line with wider spaces. A browser justifies only lines that it breaks itself.
  private mutating func writeJustified(_ line: BrokenText.Line, room: CGFloat) {
    let spaces = string(line.range.lowerBound..<line.visibleEnd).count { $0 == " " }
    guard spaces > 0, room > 0, room < .infinity else { return writeVisible(line, hidden: nil) }
    setLink(nil)
    html.write("<span")
    html.writeClass(declarations: "word-spacing:\(CSS.rem(room / CGFloat(spaces)));")
    html.write(">")
    writeVisible(line, hidden: nil)
    setLink(nil)
    html.write("</span>")
  }

  /// Writes the characters of a line, with an ellipsis for those that do not fit.
  private mutating func writeVisible(_ line: BrokenText.Line, hidden: Range<Int>?) {
    guard let hidden else {
      write(line.range.lowerBound..<line.visibleEnd)
      if line.hasHyphen { html.write("<span class=\"hyphen\"></span>") }
      return
    }
    write(line.range.lowerBound..<hidden.lowerBound)
    setLink(nil)
    // In the font of the text before it.
    let run = runs.last { $0.range.lowerBound < max(hidden.lowerBound, 1) }
    let css = AttributeStyle.css(of: run?.attributes ?? [:])
    html.write("<span class=\"ellipsis")
    if !css.isEmpty { html.write(text: " s\(html.styles.number(of: css))") }
    html.write("\"></span>")
    html.writeUnseen(string(hidden))
    write(hidden.upperBound..<max(line.visibleEnd, hidden.upperBound))
  }

  /// Writes a text that the browser breaks into lines.
  private mutating func writeParagraphs() {
    guard hasBlocks else {
      write(0..<text.string.utf16.count)
      return setLink(nil)
    }
    var previous: NSParagraphStyle.Values?
    for range in text.paragraphs {
      let style = text.attributed.map { MeasuredText.style(of: $0, at: range.lowerBound) } ?? NSParagraphStyle.Values()
      startBlock(style, after: previous, at: range.lowerBound)
      let visible = string(range)
      // A block without text has no height: it keeps its line feed.
      let end = visible.last?.isNewline == true ? range.upperBound - (visible.last?.utf16.count ?? 0) : range.upperBound
      write(end > range.lowerBound ? range.lowerBound..<end : range)
      setLink(nil)
      html.write("</span>")
      previous = style
    }
  }

  private func startBlock(
    _ style: NSParagraphStyle.Values, after previous: NSParagraphStyle.Values?, at offset: Int
  ) {
    html.write("<span class=\"paragraph")
    var css = style.css(isBroken: broken != nil, after: previous)
    if broken != nil, style.baseWritingDirection == .natural, let direction = text.direction(ofParagraphAt: offset) {
      css += "direction:\(direction);unicode-bidi:isolate;"
    }
    if !css.isEmpty { html.write(text: " s\(html.styles.number(of: css))") }
    html.write("\">")
  }

  /// Writes an empty element that is as high as a line, with the text at the bottom, as in UIKit.
  private func writeStrut(_ line: BrokenText.Line, distance: CGFloat) {
    html.write("<span class=\"strut")
    let css = "height:\(CSS.rem(line.height + distance));vertical-align:\(CSS.rem(-line.descent));"
    html.write(text: " s\(html.styles.number(of: css))")
    html.write("\"></span>")
  }

  // MARK: - Parts of lines

  /// Writes a part of the text, with an element for each run that needs one. A link at the end is left open, because it may
  /// go on in the next line.
  private mutating func write(_ range: Range<Int>) {
    for run in runs where run.range.overlaps(range) {
      let part = run.range.clamped(to: range)
      let css = AttributeStyle.css(of: run.attributes)
      // The element of a link that is one part has the style itself.
      let language = run.attributes[.accessibilitySpeechLanguage] as? String
      let isWholeLink =
        run.link != nil && language == nil && openLink != run.link && part == run.range
        && link(at: part.upperBound) != run.link
      setLink(run.link, css: isWholeLink ? css : (run.attributes[.font] as? UIFont)?.css ?? "")
      if let attachment = run.attributes[.attachment] as? NSTextAttachment {
        write(attachment, at: part, run.attributes)
      } else if run.hasOwnLink, let view {
        let isFirst = part.lowerBound == run.range.lowerBound
        html.writeButton(
          tapping: "link-\(run.range.lowerBound)", of: view, cssClass: "link", declarations: css,
          label: isFirst && part != run.range ? string(run.range) : nil
        ) {
          if !isFirst { html.write(" tabindex=\"-1\" aria-hidden=\"true\"") }
        } content: {
          html.write(text: string(part))
        }
      } else if css.isEmpty && language == nil || isWholeLink {
        html.write(text: string(part))
      } else {
        html.write("<span")
        html.writeClass(declarations: css)
        if let language { html.write(attribute: "lang", language) }
        html.write(">")
        html.write(text: string(part))
        html.write("</span>")
      }
    }
  }

  private mutating func setLink(_ link: String?, css: String = "") {
    guard link != openLink else { return }
    if openLink != nil { html.write("</a>") }
    openLink = link
    guard let link else { return }
    html.write("<a")
    html.write(attribute: "href", html.url(of: link))
    html.writeClass(declarations: css)
    html.write(">")
  }

  /// Ends the open link, unless the text at an offset belongs to it.
  private mutating func closeLink(before offset: Int) {
    if link(at: offset) != openLink { setLink(nil) }
  }

  private func link(at offset: Int) -> String? { runs.first { $0.range.contains(offset) }?.link }

  private func string(_ range: Range<Int>) -> String {
    let units = text.string.utf16
    let start = units.index(units.startIndex, offsetBy: min(range.lowerBound, units.count))
    let end = units.index(units.startIndex, offsetBy: min(range.upperBound, units.count))
    return String(text.string[start..<end])
  }

  // MARK: - Attachments

  /// Writes the images of a part, whose characters all have the same attachment.
  private func write(
    _ attachment: NSTextAttachment, at range: Range<Int>, _ attributes: [NSAttributedString.Key: Any]
  ) {
    let font = attributes[.font] as? UIFont ?? text.font
    let offset = attributes[.baselineOffset].flatMap(TextAttribute.length) ?? 0
    for index in range {
      let bounds = attachment.bounds(besides: font, at: index)
      var css = "width:\(CSS.rem(bounds.width));height:\(CSS.rem(bounds.height));"
      css += "vertical-align:\(CSS.rem(bounds.origin.y + offset));"
      let tracking = TextAttribute.tracking(attributes)
      if tracking != 0 { css += "margin-inline-end:\(CSS.rem(tracking));" }
      if let color = attributes[.foregroundColor] as? UIColor { css += "color:\(color.css);" }
      html.write("<span class=\"attachment")
      html.write(text: " s\(html.styles.number(of: css))")
      html.write("\">")
      if let image = attachment.image(forBounds: bounds, textContainer: nil, characterIndex: index) {
        html.write(image: image, label: attachment.accessibilityLabel)
      }
      html.write("</span>")
    }
  }
}

extension HTMLRenderer {
  /// Writes a text that the browser breaks into lines, with its attributes.
  ///
  /// - Parameter view: The view that answers taps on links that a page cannot follow.
  func write(attributed text: NSAttributedString, answeringLinks view: UIView? = nil) {
    var writer = TextWriter(html: self, text: MeasuredText(text, font: .textDefault), broken: nil, answeringLinks: view)
    writer.write()
  }

  /// Writes a text with the lines into which it was broken.
  ///
  /// - Parameter view: The view that answers taps on links that a page cannot follow.
  func write(
    _ text: MeasuredText, brokenInto lines: BrokenText, isJustified: Bool = false, answeringLinks view: UIView? = nil
  ) {
    // Most texts are plain and have one line, which is the whole text.
    if text.attributed == nil, lines.isWhole, lines.lines[0].visibleEnd == text.string.utf16.count {
      return write(text: text.string)
    }
    var writer = TextWriter(html: self, text: text, broken: lines, isJustified: isJustified, answeringLinks: view)
    writer.write()
  }
}
