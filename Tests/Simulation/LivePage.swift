import Foundation

/// What a tab shows of its page, and how the script brings it up to date: docs/reference/live-protocol.md.
///
/// Of the page's elements it has the texts of labels alone.
struct LivePage {
  private(set) var version = ""
  /// The marks of the screens and of the session, each after a dot.
  private(set) var marks = ""
  /// By the ids of the labels.
  private var texts: [String: String] = [:]

  /// What a patch of a page says besides.
  struct News {
    var url: String?
    /// Whether the page has to be loaded anew.
    var reloads = false
    var isWorking = false
  }

  /// - Returns: Nil if it is no page of the app.
  init?(_ html: String) {
    guard let nonce = Self.value("name=\"page\" value=\"", in: html) else { return nil }
    marks = String(nonce.drop { $0 != "." })
    version = Self.value("data-version=\"", in: html) ?? ""
    takeTexts(of: html)
  }

  private static func value(_ start: String, in html: String) -> String? {
    html.range(of: start).map { String(html[$0.upperBound...].prefix { $0 != "\"" }) }
  }

  /// - Parameter url: That of the page.
  func text(at url: String) -> String? { texts["\(Self.screen(at: url)).tokens"] }

  /// The number outside of the sessions, as the page shows it directly; nil if it does not.
  func number(at url: String) -> Int? { texts["\(Self.screen(at: url)).number"].flatMap { Int($0) } }

  static func screen(at url: String) -> String { url.hasSuffix("detail") ? "detail" : "ledger" }

  private static let labels = ["ledger.tokens", "detail.tokens", "ledger.number", "detail.number"]

  private mutating func takeTexts(of html: String) {
    for name in Self.labels {
      guard let id = html.range(of: "id=\"\(name)\""), let start = html[id.upperBound...].firstIndex(of: ">") else {
        continue
      }
      texts[name] = String(html[start...].dropFirst().prefix { $0 != "<" })
    }
  }

  /// Applies a patch.
  ///
  /// - Parameter note: Called for what must not be.
  /// - Returns: Nil if it is no patch.
  mutating func apply(_ patch: String, _ note: (String) -> Void) -> News? {
    guard patch.hasPrefix("{"),
      let patch = try? JSONSerialization.jsonObject(with: Data(patch.utf8)) as? [String: Any]
    else { return nil }
    var news = News(url: patch["url"] as? String)
    news.reloads = patch["reload"] as? Bool == true
    news.isWorking = patch["working"] as? Bool == true
    if news.reloads { return news }
    if let steps = patch["steps"] as? [[Any]] { apply(steps, note) }
    if let whole = patch["whole"] as? [String: Any] {
      takeTexts(of: whole["screen"] as? String ?? "")
      set("mark", to: whole["mark"])
      version = patch["version"] as? String ?? ""
    }
    return news
  }

  private mutating func apply(_ steps: [[Any]], _ note: (String) -> Void) {
    let parts = version.split(separator: ".")
    guard parts.count == 2, var number = Int(parts[1]) else { return note("A page without a version gets steps.") }
    for step in steps {
      guard let next = step.first as? Int, next > number else { continue }
      if next != number + 1 { note("A patch leads from version \(number) to \(next).") }
      number = next
      var last = ""
      for case let operation as [Any] in step.dropFirst() { apply(operation, &last) }
    }
    version = "\(parts[0]).\(number)"
  }

  private mutating func apply(_ operation: [Any], _ last: inout String) {
    switch operation.first as? String {
    case "p":
      for index in stride(from: 1, to: operation.count - 1, by: 2) {
        set(operation[index] as? String, to: operation[index + 1])
      }
      return
    case "h", "r": takeTexts(of: operation[2] as? String ?? "")
    case "i": takeTexts(of: operation[3] as? String ?? "")
    default: break
    }
    guard operation.count > 1, let name = (operation[1] as? [Any])?.first as? String ?? operation[1] as? String else {
      return
    }
    if !name.isEmpty { last = name }
    if operation.first as? String == "t", !(operation[1] is [Any]), texts[last] != nil {
      texts[last] = operation[2] as? String
    }
  }

  private mutating func set(_ name: String?, to value: Any?) {
    guard name == "mark" else { return }
    marks = ".\(value as? String ?? "").\(marks.split(separator: ".").last ?? "")"
  }
}
