internal import Foundation

/// Which rows of a list have cells. A short list has all. Rows are counted from 0 in the first section to the end of the last one.
///
/// Live pages tell which rows are seen. There are cells for these and for some windows around them; the rest of the list is *room*
/// of about the right height. Without a script, the room has buttons that show more rows.
struct ListWindow {
  /// A list with so few rows has a cell for each.
  static let maxWhole = 100
  /// The least number of cells of a longer list. Scrolling drops rows beyond `maxScrolled`. Buttons and printing go up to `maxCells`.
  static let (minCells, maxScrolled, maxCells) = (50, 300, 2000)

  /// The rows that have cells.
  private(set) var shown = 0..<0
  /// The rows that are on the screen: as the page told, or as the list guesses.
  private(set) var seen = 0..<0
  /// Whether the page told `seen`, or the app is scrolling there. The list guesses again once the app has scrolled.
  private(set) var isTold = false
  /// The length of a row that flows, with its distance to the next one, as the page measured it; nil if it did not.
  var pitch: CGFloat?

  /// Fits the window to a number of rows, after some came or went.
  ///
  /// - Parameter anchor: Where the first seen row is now; nil if it has gone.
  mutating func fit(to count: Int, anchor: Int?) {
    let shift = (anchor ?? seen.lowerBound) - seen.lowerBound
    seen = (seen.lowerBound + shift..<seen.upperBound + shift).clamped(to: 0..<count)
    shown = (max(shown.lowerBound + shift, 0)..<max(shown.upperBound + shift, 0)).clamped(to: 0..<count)
    grow(in: count)
  }

  /// Notes which rows are seen.
  ///
  /// - Parameters:
  ///   - wanted: The number of rows that the page wants around them.
  ///   - keepsAll: Whether no row may lose its cell, because the user types in one.
  mutating func see(
    _ rows: Range<Int>, isTold: Bool, wanted: Int = 0, keepsAll: Bool = false, grows: Bool = true, of count: Int
  ) {
    seen = rows.clamped(to: 0..<count)
    self.isTold = isTold
    guard grows else { return }
    let old = shown
    grow(in: count, wanted: wanted)
    if keepsAll { join(old, upTo: Self.maxCells) }
    shrink(to: keepsAll || !isTold ? Self.maxCells : max(Self.maxScrolled, min(wanted, Self.maxCells)))
  }

  /// The app scrolls to `seen`, and these rows have no places yet.
  mutating func holdSeen() { isTold = true }

  /// The app has scrolled: what the page told is outdated.
  mutating func forgetSeen() { isTold = false }

  /// Makes sure that there are cells around the seen rows.
  private mutating func grow(in count: Int, wanted: Int = 0) {
    guard count > Self.maxWhole else { return shown = 0..<count }
    let least = min(max(Self.minCells, min(wanted, Self.maxCells)), count)
    // A page tells early that its rows end. On the first page there are three windows in all.
    let margin = min(max(seen.count * (isTold ? 3 : 2), (least - seen.count + 1) / 2), Self.maxCells / 2)
    let (lower, upper) = (max(seen.lowerBound - margin, 0), min(seen.upperBound + margin, count))
    add(min(lower, count - least)..<max(upper, least))
  }

  /// Adds rows. Rows that are far from the ones before take their place.
  private mutating func add(_ rows: Range<Int>) {
    let isApart = shown.isEmpty || rows.lowerBound > shown.upperBound || rows.upperBound < shown.lowerBound
    if isApart || !join(rows, upTo: .max) { shown = rows }
  }

  /// Adds rows, and those between these and the ones before. Returns false if there would be too many rows then.
  @discardableResult private mutating func join(_ rows: Range<Int>, upTo count: Int) -> Bool {
    let all = min(rows.lowerBound, shown.lowerBound)..<max(rows.upperBound, shown.upperBound)
    guard all.count <= count else { return false }
    shown = all
    return true
  }

  /// Makes sure that a row has a cell, which an old page names. It does not count as seen.
  mutating func include(_ row: Int, in count: Int) {
    if !join(row..<row + 1, upTo: Self.maxCells) { see(row..<row + 1, isTold: false, of: count) }
  }

  /// Drops the rows that are farthest from the seen ones.
  private mutating func shrink(to count: Int) {
    while shown.count > max(count, seen.count) {
      let (before, after) = (seen.lowerBound - shown.lowerBound, shown.upperBound - seen.upperBound)
      let surplus = min(shown.count - count, max(abs(before - after), 2), max(before, after))
      guard surplus > 0 else { return }
      shown =
        before > after
        ? shown.lowerBound + surplus..<shown.upperBound : shown.lowerBound..<shown.upperBound - surplus
    }
  }

  /// Shows more rows at one side of those that a page has, as its button says. They count as seen.
  ///
  /// - Parameter row: The first row of the page, or the one behind its last.
  mutating func extend(_ edge: Edge, of row: Int, by number: Int, in count: Int) {
    let row = min(row, count)  // rows may have gone meanwhile
    let number = min(number, max(Self.maxCells - shown.count, Self.minCells))
    seen = edge == .before ? max(row - number, 0)..<row : row..<min(row + number, count)
    isTold = true
    if !join(seen, upTo: max(shown.count + number, Self.maxScrolled)) { add(seen) }
    shrink(to: Self.maxCells)
  }

  enum Edge: Substring { case before, after }
}
