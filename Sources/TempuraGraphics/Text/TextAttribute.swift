package import Foundation

/// Reads the values of attributes, which apps set as numbers of any type.
package enum TextAttribute {
  /// The value as a number; nil if it is not a number, or too large for a length.
  static func number(_ value: Any) -> Double? {
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

  package static func length(_ value: Any) -> CGFloat? { number(value).map { CGFloat($0) } }

  /// The value as the style of an underline; an empty style if it is not a number.
  static func lineStyle(_ value: Any?) -> NSUnderlineStyle {
    if let style = value as? NSUnderlineStyle { return style }
    return NSUnderlineStyle(rawValue: Int(value.flatMap(number) ?? 0))
  }

  /// The URL of a link; nil if its scheme is unsafe, such as that of a script.
  package static func link(_ value: Any) -> String? {
    guard let url = value as? URL ?? (value as? String).flatMap({ URL(string: $0) }) else { return nil }
    guard let scheme = url.scheme?.lowercased() else {
      let path = url.absoluteString
      return path.hasPrefix("/") && !path.hasPrefix("//") ? path : nil
    }
    return ["http", "https", "mailto", "tel"].contains(scheme) ? url.absoluteString : nil
  }

  /// The tracking of a part of a text, in points.
  package static func tracking(_ attributes: [NSAttributedString.Key: Any]) -> CGFloat {
    (attributes[.kern] ?? attributes[.tracking]).flatMap(length) ?? 0
  }
}
