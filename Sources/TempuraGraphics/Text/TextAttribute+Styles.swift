package import Foundation

extension TextAttribute {
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
