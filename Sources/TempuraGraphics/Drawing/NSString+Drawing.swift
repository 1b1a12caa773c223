public import Foundation
internal import TextLayout

extension NSAttributedString {
  /// Draws the text, with a line for each paragraph.
  ///
  /// - Parameter point: The top left corner.
  public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: .zero), breaks: false) }

  /// Draws the text, broken into lines.
  public func draw(in rect: CGRect) { draw(in: rect, breaks: true) }

  /// Draws the text.
  ///
  /// - Parameter options: `usesLineFragmentOrigin` draws several lines.
  public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
    if options.contains(.usesLineFragmentOrigin) { return draw(in: rect) }
    // Without the option, the origin is that of the baseline.
    let font = length > 0 ? attribute(.font, at: 0, effectiveRange: nil) as? UIFont : nil
    draw(at: CGPoint(x: rect.minX, y: rect.minY - (font ?? .textDefault).ascender))
  }

  private func draw(in rect: CGRect, breaks: Bool) {
    guard let context = DrawingStack.current, length > 0 else { return }
    let broken = MeasuredText(self, font: .textDefault).broken(width: breaks ? rect.width : 0)
    for (index, line) in broken.lines.enumerated() {
      let bottom = broken.bottom(ofLine: index)
      if breaks, rect.height > 0, bottom > rect.height + 1, index > 0 { break }
      let style = broken.style(ofLine: index)
      let indent = line.startsParagraph ? style.firstLineHeadIndent : style.headIndent
      var x = rect.minX + indent
      if breaks, rect.width > 0 {
        switch style.alignment {
        case .center: x += (rect.width - indent - line.width) / 2
        case .right: x += rect.width - indent - line.width
        default: break
        }
      }
      let range = NSRange(location: line.range.lowerBound, length: max(0, line.visibleEnd - line.range.lowerBound))
      context.draw(attributedSubstring(from: range), at: CGPoint(x: x, y: rect.minY + bottom - line.descent))
    }
  }
}

extension NSString {
  /// Draws the text, with a line for each paragraph.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    String(describing: self).draw(at: point, withAttributes: attrs)
  }

  /// Draws the text, broken into lines.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    String(describing: self).draw(in: rect, withAttributes: attrs)
  }
}

// On iOS strings have these methods of `NSString`.
extension String {
  /// Draws the text, with a line for each paragraph.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSAttributedString(string: self, attributes: attrs).draw(at: point)
  }

  /// Draws the text, broken into lines.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSAttributedString(string: self, attributes: attrs).draw(in: rect)
  }

  /// Draws the text: see the method of `NSAttributedString`.
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) {
    NSAttributedString(string: self, attributes: attributes).draw(with: rect, options: options, context: context)
  }
}

extension CGContext {
  /// Draws one line of text.
  ///
  /// - Parameter baseline: The start of the baseline.
  fileprivate func draw(_ line: NSAttributedString, at baseline: CGPoint) {
    guard line.length > 0 else { return }
    var spans = ""
    var parts: [DrawnText.Part] = []
    line.enumerateAttributes(in: NSRange(location: 0, length: line.length)) { attributes, range, _ in
      let font = attributes[.font] as? UIFont ?? .textDefault
      let color = attributes[.foregroundColor] as? UIColor ?? .black
      let text = line.attributedSubstring(from: range).string
      spans += "<tspan\(font.svg) fill=\"\(color.css)\""
      let kern = attributes[.kern].flatMap(TextAttribute.length)
      if let kern { spans += " letter-spacing=\"\(CSS.number(kern))\"" }
      let run = TextRun(length: text.utf16.count, font: font.textFont, tracking: Double(kern ?? 0))
      parts.append(DrawnText.Part(text: text, run: run, color: color.css))
      if !TextAttribute.lineStyle(attributes[.underlineStyle]).isEmpty { spans += " text-decoration=\"underline\"" }
      spans += ">\(Self.escaped(text))</tspan>"
    }
    let number = add(
      DrawnText(parts: parts, x: Double(baseline.x), y: Double(baseline.y), transform: transformAttribute))
    append(
      "<text data-text=\"\(number)\" xml:space=\"preserve\" x=\"\(CSS.number(baseline.x))\" y=\"\(CSS.number(baseline.y))\"\(transformAttribute)>"
        + "\(spans)</text>")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // So that no text looks like the name of a picture.
      case "\"": result += "&quot;"
      // XML has none of these characters, and a drawing uses one of them for ids.
      case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension UIFont {
  /// The attributes of the font in SVG, where lengths are points.
  fileprivate var svg: String {
    let measured = textFont
    var text = " font-family=\"\(HTMLText.escaped(FontLibrary.cssFamiliesOfDrawing(measured.family)))\""
    text += " font-size=\"\(CSS.number(pointSize))\" font-weight=\"\(measured.weight)\""
    if measured.isItalic { text += " font-style=\"italic\"" }
    return text
  }
}
