package import Foundation

/// How values are written in style sheets.
package enum CSS {
  /// A length in CSS pixels, which are UIKit's points.
  package static func px(_ length: CGFloat) -> String { length == 0 ? "0" : "\(number(length))px" }

  /// The distances from all four edges, from the top clockwise.
  static func px(_ insets: UIEdgeInsets) -> String {
    [insets.top, insets.right, insets.bottom, insets.left].map { px($0) }.joined(separator: " ")
  }

  /// A length that scales with the text size of the browser, 16 points being its default.
  package static func rem(_ length: CGFloat) -> String { length == 0 ? "0" : "\(number(length / 16))rem" }

  /// Appends a declaration. Style sheets are written for every view that changes, and to interpolate takes long.
  package static func declare(_ property: String, _ value: String, in css: inout String) {
    css.append(property)
    css.append(":")
    css.append(value)
    css.append(";")
  }

  /// A number rounded to four decimals.
  static func rounded(_ value: CGFloat) -> CGFloat { (value * 10_000).rounded() / 10_000 }

  /// A number with at most four decimals.
  package static func number(_ value: CGFloat) -> String {
    let value = Double(rounded(value))
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    return value == value.rounded() ? String(Int(value)) : String(value)
  }
}
