public import Foundation

// UIKit's names of the text attributes that pages support.

extension NSAttributedString.Key {
  /// A `UIFont`.
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  /// A `UIColor`.
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  /// A `UIColor`.
  public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
  /// The raw value of an `NSUnderlineStyle`.
  public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
  /// A `UIColor`.
  public static let underlineColor = NSAttributedString.Key(rawValue: "NSUnderlineColor")
  /// The raw value of an `NSUnderlineStyle`.
  public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
  /// A number: the additional space between characters, in points.
  public static let kern = NSAttributedString.Key(rawValue: "NSKern")
  /// A `URL`, or a string with one. Pages support http, https, mailto and tel URLs, and paths on this server.
  public static let link = NSAttributedString.Key(rawValue: "NSLink")
}

/// The style of an underline or strikethrough.
public struct NSUnderlineStyle: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let single = NSUnderlineStyle(rawValue: 0x01)
  public static let thick = NSUnderlineStyle(rawValue: 0x02)
  public static let double = NSUnderlineStyle(rawValue: 0x09)
  public static let patternDot = NSUnderlineStyle(rawValue: 0x0100)
  public static let patternDash = NSUnderlineStyle(rawValue: 0x0200)
  /// Under words only. Pages underline the spaces, too.
  public static let byWord = NSUnderlineStyle(rawValue: 0x8000)

  /// The style of the line in CSS, after a space; empty for a plain one.
  fileprivate var css: String {
    if contains(.double) { return " double" }
    if contains(.patternDot) { return " dotted" }
    if contains(.patternDash) { return " dashed" }
    return contains(.thick) ? " 2px" : ""
  }
}

extension HTMLRenderer {
  /// Writes a text with the attributes that pages support.
  func write(attributed text: NSAttributedString) {
    let string = text.string
    var start = string.startIndex
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
      let end = string.utf16.index(string.startIndex, offsetBy: range.location + range.length)
      // In UIKit attributes may end inside a character, which then gets the following ones.
      guard let end = end.samePosition(in: string.unicodeScalars) else { return }
      write(text: String(string[start..<end]), attributes: attributes)
      start = end
    }
  }

  private func write(text: String, attributes: [NSAttributedString.Key: Any]) {
    let css = Self.css(of: attributes)
    let link = attributes[.link].flatMap(Self.link)
    guard !css.isEmpty || link != nil else { return write(text: text) }
    write(link == nil ? "<span" : "<a")
    if let link { write(attribute: "href", link) }
    if !css.isEmpty { write(attribute: "class", "s\(styles.number(of: css))") }
    write(">")
    write(text: text)
    write(link == nil ? "</span>" : "</a>")
  }

  private static func css(of attributes: [NSAttributedString.Key: Any]) -> String {
    var css = ""
    if let font = attributes[.font] as? UIFont { css += font.css }
    if let color = attributes[.foregroundColor] as? UIColor { CSS.declare("color", color.css, in: &css) }
    if let color = attributes[.backgroundColor] as? UIColor { CSS.declare("background-color", color.css, in: &css) }
    if let kern = attributes[.kern].flatMap(number) { CSS.declare("letter-spacing", CSS.px(CGFloat(kern)), in: &css) }
    let underline = NSUnderlineStyle(rawValue: Int(attributes[.underlineStyle].flatMap(number) ?? 0))
    let strikethrough = NSUnderlineStyle(rawValue: Int(attributes[.strikethroughStyle].flatMap(number) ?? 0))
    if !underline.isEmpty || !strikethrough.isEmpty {
      let lines = (underline.isEmpty ? "" : " underline") + (strikethrough.isEmpty ? "" : " line-through")
      css += "text-decoration:\(lines.dropFirst())\(underline.isEmpty ? strikethrough.css : underline.css);"
      if let color = attributes[.underlineColor] as? UIColor {
        CSS.declare("text-decoration-color", color.css, in: &css)
      }
    }
    return css
  }

  private static func number(_ value: Any) -> Double? {
    let number: Double? =
      switch value {
      case let value as Int: Double(value)
      case let value as Double: value
      case let value as CGFloat: Double(value)
      case let value as Float: Double(value)
      case let value as NSNumber: value.doubleValue
      default: nil
      }
    return number.flatMap { abs($0) < 1e6 ? $0 : nil }
  }

  /// Returns the URL of a link; nil if its scheme is unsafe, such as that of a script.
  private static func link(_ value: Any) -> String? {
    guard let url = value as? URL ?? (value as? String).flatMap({ URL(string: $0) }) else { return nil }
    guard let scheme = url.scheme?.lowercased() else {
      let path = url.absoluteString
      return path.hasPrefix("/") && !path.hasPrefix("//") ? path : nil
    }
    return ["http", "https", "mailto", "tel"].contains(scheme) ? url.absoluteString : nil
  }
}
