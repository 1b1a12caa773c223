package import Foundation

/// Formats values for style sheets.
package enum CSS {
  /// A length in CSS pixels, which are UIKit's points.
  package static func px(_ length: CGFloat) -> String { length == 0 ? "0" : "\(number(length))px" }

  /// The distances from the four edges, clockwise from the top.
  package static func px(_ insets: UIEdgeInsets) -> String {
    [insets.top, insets.right, insets.bottom, insets.left].map { px($0) }.joined(separator: " ")
  }

  /// A length that scales with the browser's text size, whose default is 16 points.
  package static func rem(_ length: CGFloat) -> String { length == 0 ? "0" : "\(number(length / 16))rem" }

  /// A length of an assigned frame. Browsers cannot lay out lengths of some ten millions of pixels.
  package static func clampedRem(_ length: CGFloat) -> String { rem(min(max(length, -4_000_000), 4_000_000)) }

  /// The distances from the four edges, clockwise from the top, as lengths that scale with the browser's text size.
  package static func rem(_ insets: UIEdgeInsets) -> String {
    [insets.top, insets.right, insets.bottom, insets.left].map { rem($0) }.joined(separator: " ")
  }

  /// A number rounded to four decimals.
  package static func rounded(_ value: CGFloat) -> CGFloat { (value * 10_000).rounded() / 10_000 }

  /// A number with at most four decimals.
  package static func number(_ value: CGFloat) -> String {
    let scaled = (value * 10_000).rounded()
    guard scaled.isFinite, abs(scaled) < 1e13 else { return "0" }
    var (rest, decimals) = (Int(abs(scaled)), 4)
    while decimals > 0, rest % 10 == 0 { (rest, decimals) = (rest / 10, decimals - 1) }
    // Of at most 15 bytes, for which a string needs no memory. `String(value)` takes several times as long.
    return String(unsafeUninitializedCapacity: 15) { text in
      var start = 15
      func put(_ byte: UInt8) {
        start -= 1
        text[start] = byte
      }
      repeat {
        put(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
        decimals -= 1
        if decimals == 0 { put(UInt8(ascii: ".")) }
      } while rest > 0 || decimals >= 0
      if scaled < 0 { put(UInt8(ascii: "-")) }
      for index in start..<15 { text[index - start] = text[index] }
      return 15 - start
    }
  }
}
