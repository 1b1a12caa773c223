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
    // Of at most 15 bytes, for which a string needs no memory. `String(value)` takes several times as long.
    String(unsafeUninitializedCapacity: longestNumber) { text in
      text.baseAddress.map { write(value, to: UnsafeMutableRawPointer($0)) } ?? 0
    }
  }

  /// The bytes of a number at most.
  static let longestNumber = 15

  /// Writes a number with at most four decimals to room for the longest one, and returns the number of bytes.
  static func write(_ value: CGFloat, to text: UnsafeMutableRawPointer) -> Int {
    let scaled = (Double(value) * 10_000).rounded()
    var (rest, decimals) = (scaled.isFinite && abs(scaled) < 1e13 ? UInt64(abs(scaled)) : 0, 4)
    while decimals > 0, rest % 10 == 0 { (rest, decimals) = (rest / 10, decimals - 1) }
    let isNegative = scaled < 0 && rest > 0
    var start = longestNumber
    func put(_ byte: UInt8) {
      start &-= 1
      text.storeBytes(of: byte, toByteOffset: start, as: UInt8.self)
    }
    repeat {
      put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      decimals -= 1
      if decimals == 0 { put(UInt8(ascii: ".")) }
    } while rest > 0 || decimals >= 0
    if isNegative { put(UInt8(ascii: "-")) }
    memmove(text, text + start, longestNumber - start)
    return longestNumber - start
  }
}
