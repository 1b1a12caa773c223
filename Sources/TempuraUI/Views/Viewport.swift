package import Foundation

/// What a live page tells of a scroll view: how far it is scrolled, and which rows of a list are seen.
package struct Viewport: Sendable {
  /// The id of the view's element.
  package let id: String
  /// How far the content is scrolled from its start, in points.
  package let offset: CGPoint
  /// The seen rows, counted over all sections; empty if the view is no list.
  package let rows: Range<Int>
  /// The length of a row with its distance to the next one, in points; nil if there are none.
  package let pitch: CGFloat?
  /// How many rows the page wants.
  package let wanted: Int
  /// Whether no row may leave the page: the user types in one.
  package let keepsAll: Bool
  /// Whether the view has come to rest.
  package let isAtRest: Bool
  /// `UIScrollView.scrollCount` of the page; nil if it did not tell.
  let scrollCount: Double?

  // No list is longer, and no page is.
  private static let (maxRows, maxLength): (Double, Double) = (1e8, 1e9)
  private static let maxSeen = 500

  /// - Parameters:
  ///   - numbers: The offset in CSS pixels, the first and the last seen row, the length of a row in hundredths of CSS pixels, the number
  ///     of wanted rows or -1 if none may leave, 1 if the view has come to rest, and maybe the value of `data-scrolls`.
  ///   - scale: The points of a CSS pixel.
  /// - Returns: nil if the numbers are not finite, or too few.
  package init?(id: String, _ numbers: [Double], scale: CGFloat) {
    guard 7...8 ~= numbers.count, numbers.allSatisfy(\.isFinite), !id.isEmpty else { return nil }
    func length(_ number: Double) -> CGFloat { CGFloat(min(max(number, -Self.maxLength), Self.maxLength)) * scale }
    func row(_ number: Double) -> Int { Int(min(max(number, -1), Self.maxRows)) }
    self.id = id
    offset = CGPoint(x: length(numbers[0]), y: length(numbers[1]))
    let (first, last) = (row(numbers[2]), row(numbers[3]))
    rows = first >= 0 && last >= first ? first..<min(last, first + Self.maxSeen - 1) + 1 : 0..<0
    pitch = numbers[4] > 0 ? length(numbers[4]) / 100 : nil
    wanted = max(row(numbers[5]), 0)
    keepsAll = numbers[5] < 0
    isAtRest = numbers[6] > 0
    scrollCount = numbers.count > 7 ? numbers[7] : nil
  }
}
