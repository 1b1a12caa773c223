import Foundation

/// What a page has of a long list.
struct ShownList {
  struct ShownRow {
    let id: Int
    let text: String
    /// What taps of its buttons send.
    let taps: [String]
  }

  private(set) var rows: [ShownRow] = []
  /// How many rows there are before and after those, as the page says.
  private(set) var (before, after) = (0, 0)
  /// What buttons send that show more rows.
  private(set) var buttons: [String] = []
  /// Changes when the app scrolls.
  let scrolls: String

  /// - Returns: Nil if the page has no list.
  init?(_ page: Element) {
    guard let list = page.first(where: { $0.id == "ledger.rows" }) else { return nil }
    scrolls = list["data-scrolls"] ?? "0"
    for node in list.descendants {
      let taps = node.descendants.filter { $0["name"] == "tap" }.compactMap { $0["value"] }
      if let room = node["data-room"] {
        if rows.isEmpty { before = Int(room) ?? 0 } else { after = Int(room) ?? 0 }
        buttons += taps
      } else if node.isRow {
        let text = node.text.prefix { $0.isNumber || $0 == "." }
        let id = text.split(separator: ".").first.flatMap { Int($0) } ?? -1
        rows.append(ShownRow(id: id, text: "\(text)", taps: taps))
      }
    }
  }

  var range: Range<Int> { before..<before + rows.count }
  var count: Int { before + rows.count + after }
}

/// What the user of a tab sees of a long list.
struct Reader: CustomStringConvertible {
  /// What a live request tells of it.
  struct Report {
    fileprivate let seen: Range<Int>
    fileprivate let wanted: Int
    fileprivate let scrolls: String
    let header: String
  }

  private(set) var list: ShownList?
  private var version = ""
  /// The rows of the whole list.
  private var all: [Row] = []
  /// The numbers of the rows that are seen.
  private var seen = 0..<12
  /// How many rows the page wants.
  private var wanted = 0
  /// The rows that are seen as the server was told.
  private var told: [Row] = []
  /// The row that a button was to show.
  private var awaited: Row?

  var description: String {
    "rows \(list?.range ?? 0..<0) of \(all.count), \(seen) are seen, and \(told.first?.text ?? "none") is told"
  }

  /// What a live request says; nil if the page has no list.
  var report: Report? {
    guard let list else { return nil }
    let numbers = [0, seen.lowerBound * 44, seen.lowerBound, seen.upperBound - 1, 4400, wanted, 1]
    let header = "ledger.rows \(numbers.map { "\($0)" }.joined(separator: " ")) \(list.scrolls)"
    return Report(seen: seen, wanted: wanted, scrolls: list.scrolls, header: header)
  }

  /// Scrolls to a place, 0 for the start of the list and 1 for its end, or by some rows.
  ///
  /// - Returns: Whether there is a list to scroll.
  mutating func scroll(to place: Double?, by rows: Int, wanted: Int) -> Bool {
    guard let list else { return false }
    let first = place.map { Int($0 * Double(list.count)) } ?? seen.lowerBound + rows
    (self.wanted, awaited) = (wanted, nil)
    see(first, of: list.count)
    return true
  }

  private mutating func see(_ first: Int, of count: Int) {
    let first = max(min(first, count - 12), 0)
    seen = first..<first + 12
    told = []
  }

  /// Presses a button of the room.
  mutating func willPress(_ button: String) {
    guard let list else { return }
    told = []
    let number = button.contains("after") ? list.range.upperBound : list.range.lowerBound - 1
    if all.indices.contains(number) { awaited = all[number] }
  }

  /// Shows a page, or what a patch made of it.
  ///
  /// - Parameters:
  ///   - rows: The whole list of the state that the page shows.
  ///   - report: What the request told whose answer this is; nil for another change.
  /// - Returns: What is wrong; nil if nothing is.
  mutating func show(_ page: Element, version: String, rows: [Row], _ report: Report?) -> String? {
    guard let list = ShownList(page) else { return "has no list" }
    defer { (self.list, self.version, all) = (list, version, rows) }
    let texts = list.rows.map(\.text)
    guard list.count == rows.count, texts == rows[list.range].map(\.text) else {
      return "shows \(list.before), \(texts) and \(list.after) instead of \(rows.map(\.text))"
    }
    let shown = Set(list.rows.map(\.id))
    func isMissing(_ row: Row) -> Bool {
      !shown.contains(row.id) && rows.contains { $0.id == row.id && $0.moves == row.moves }
    }
    // A new scene knows numbers alone.
    let isSame = version.prefix { $0 != "." } == self.version.prefix { $0 != "." }
    if !isSame { (told, awaited) = ([], nil) }
    if list.scrolls == self.list?.scrolls, let row = told.first(where: isMissing) {
      return "lacks the row \(row.text), which its user reads: \(list.range) of \(rows.count)"
    }
    if let row = awaited, isMissing(row) {
      return "lacks the row \(row.text), which a button was to show: \(list.range) of \(rows.count)"
    }
    awaited = nil
    // The browser keeps the place of the rows.
    let places = Dictionary(uniqueKeysWithValues: rows.indices.map { (rows[$0].id, $0) })
    let kept = seen.clamped(to: all.indices).map { ($0, places[all[$0].id] ?? -1) }
    if let (number, place) = kept.first(where: { list.range.contains($1) }) {
      let place = max(min(place - number + seen.lowerBound, rows.count - seen.count), 0)
      seen = place..<place + seen.count
    }
    guard let report, report.scrolls == list.scrolls else { return nil }
    let reported = report.seen.clamped(to: rows.indices)
    // Empty if the list was longer when the page was made.
    guard reported.isEmpty || list.range.contains(reported.lowerBound), list.range.upperBound >= reported.upperBound
    else {
      return "has \(list.range), and its user sees \(reported) of \(rows.count)"
    }
    let wanted = list.rows.count < min(report.wanted, rows.count) || report.wanted == 0 && list.rows.count > 300
    if wanted { return "has \(list.rows.count) of \(rows.count) rows, and \(report.wanted) were wanted" }
    if reported.lowerBound > 0 { told = Array(rows[reported]) }
    return nil
  }
}
