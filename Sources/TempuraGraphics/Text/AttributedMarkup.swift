package import Foundation

/// The CSS of attributes.
package enum AttributeStyle {
  /// Returns the declarations for a part of a text, each with a semicolon.
  package static func css(of attributes: [NSAttributedString.Key: Any]) -> String {
    if attributes.isEmpty { return "" }
    var css = CSSText()
    if let font = attributes[.font] as? UIFont { css += font.css }
    if let color = attributes[.foregroundColor] as? UIColor { css.declare("color", color.css) }
    if let color = attributes[.backgroundColor] as? UIColor { css.declare("background-color", color.css) }
    let tracking = TextAttribute.tracking(attributes)
    if tracking != 0 { css.declare("letter-spacing", CSS.rem(tracking)) }
    if let offset = attributes[.baselineOffset].flatMap(TextAttribute.length), offset != 0 {
      css.declare("vertical-align", CSS.rem(offset))
    }
    if attributes[.ligature].flatMap(TextAttribute.number) == 0 { css += "font-variant-ligatures:none;" }
    if let slant = attributes[.obliqueness].flatMap(TextAttribute.number), slant != 0 { css += "font-style:italic;" }
    appendLines(attributes, to: &css)
    appendStroke(attributes, to: &css)
    if let shadow = attributes[.shadow] as? NSShadow { css += shadow.css ?? "" }
    appendDirection(attributes, to: &css)
    return css.string
  }

  private static func appendLines(_ attributes: [NSAttributedString.Key: Any], to css: inout CSSText) {
    let underline = TextAttribute.lineStyle(attributes[.underlineStyle])
    let strikethrough = TextAttribute.lineStyle(attributes[.strikethroughStyle])
    guard !underline.isEmpty || !strikethrough.isEmpty else { return }
    let lines = (underline.isEmpty ? "" : " underline") + (strikethrough.isEmpty ? "" : " line-through")
    css += "text-decoration:\(lines.dropFirst())\(underline.isEmpty ? strikethrough.css : underline.css);"
    let key: NSAttributedString.Key = underline.isEmpty ? .strikethroughColor : .underlineColor
    if let color = attributes[key] as? UIColor { css.declare("text-decoration-color", color.css) }
  }

  /// Outlines. The width is in percent of the font size.
  private static func appendStroke(_ attributes: [NSAttributedString.Key: Any], to css: inout CSSText) {
    guard let width = attributes[.strokeWidth].flatMap(TextAttribute.length), width != 0 else { return }
    let color = (attributes[.strokeColor] as? UIColor)?.css ?? "currentColor"
    css += "-webkit-text-stroke:\(CSS.number(abs(width) / 100))em \(color);"
    if width > 0 { css += "-webkit-text-fill-color:transparent;" }
  }

  private static func appendDirection(_ attributes: [NSAttributedString.Key: Any], to css: inout CSSText) {
    guard let value = (attributes[.writingDirection] as? [Any])?.first, let number = TextAttribute.number(value) else {
      return
    }
    // The lowest bit is the direction, the next one says whether it overrides that of the characters.
    let bits = Int(max(number, 0))
    css += "direction:\(bits & 1 == 1 ? "rtl" : "ltr");unicode-bidi:\(bits & 2 == 2 ? "bidi-override" : "embed");"
  }
}

extension NSParagraphStyle.Values {
  /// The declarations of a paragraph's block, each with a semicolon.
  ///
  /// - Parameters:
  ///   - isBroken: Whether the lines are written, with their heights.
  ///   - previous: The style of the paragraph before; nil for the first one.
  package func css(isBroken: Bool, after previous: NSParagraphStyle.Values?) -> String {
    var css = CSSText()
    css += alignment.css
    if baseWritingDirection != .natural {
      css += "direction:\(baseWritingDirection == .rightToLeft ? "rtl" : "ltr");unicode-bidi:isolate;"
      if alignment == .natural { css += "text-align:start;" }
    }
    let (indent, first, end) = (headIndent.saneLength, firstLineHeadIndent.saneLength, tailIndent.saneDistance)
    if first != indent { css.declare("text-indent", CSS.rem(first - indent)) }
    if indent > 0 { css.declare("padding-inline-start", CSS.rem(indent)) }
    if end != 0 { css.declare(end > 0 ? "width" : "padding-inline-end", CSS.rem(abs(end))) }
    if let previous {
      let distance = distance(from: previous) + (isBroken ? previous.lineSpacing.saneLength : 0)
      if distance > 0 { css.declare("margin-top", CSS.rem(distance)) }
    }
    if !isBroken { css += lineHeightCSS }
    return css.string
  }

  /// The line height of text that the browser breaks. `lh` is the line height of the view, which depends on the page.
  private var lineHeightCSS: String {
    let isMultiple = lineHeightMultiple > 0 && lineHeightMultiple < 100
    var height = isMultiple ? "\(CSS.number(lineHeightMultiple))lh" : "1lh"
    if minimumLineHeight > 0 { height = "max(\(height),\(CSS.rem(minimumLineHeight)))" }
    if maximumLineHeight > 0 { height = "min(\(height),\(CSS.rem(maximumLineHeight)))" }
    if minimumLineHeight > 0, minimumLineHeight == maximumLineHeight { height = CSS.rem(minimumLineHeight) }
    let spacing = lineSpacing.saneLength
    if spacing > 0 { height = "calc(\(height) + \(CSS.rem(spacing)))" }
    return height == "1lh" ? "" : "line-height:\(height);"
  }
}
