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
      guard let id = html.range(of: "id=\"\(name)\"", options: .backwards),
        let start = html[id.upperBound...].firstIndex(of: ">")
      else { continue }
      texts[name] = String(html[start...].dropFirst().prefix { $0 != "<" })
    }
  }

  /// Applies a patch.
  ///
  /// - Returns: Nil if it is no patch.
  mutating func apply(_ patch: String) -> News? { Self.members(of: patch).map { apply($0) } }

  private static func members(of object: some StringProtocol) -> [String: Any]? {
    guard object.hasPrefix("{") else { return nil }
    return try? JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: Any]
  }

  private mutating func apply(_ patch: [String: Any]) -> News {
    var news = News(url: patch["url"] as? String)
    news.reloads = patch["reload"] as? Bool == true
    news.isWorking = patch["working"] as? Bool == true
    if news.reloads { return news }
    takeTexts(of: patch["markup"] as? String ?? "")
    let values = patch["page"] as? [Any] ?? []
    for index in stride(from: 0, to: values.count - 1, by: 2) where values[index] as? String == "mark" {
      marks = ".\(values[index + 1] as? String ?? "").\(marks.split(separator: ".").last ?? "")"
    }
    version = patch["version"] as? String ?? version
    return news
  }

  // MARK: - Events

  /// What a stream tells a tab.
  struct Told {
    fileprivate let members: [String: Any]

    /// - Returns: What an event tells, by the names of tabs.
    static func all(in event: String) -> [String: Told] {
      let line = event.split(separator: "\n").first { $0.hasPrefix("data:") }
      let tabs = line.flatMap { LivePage.members(of: $0.dropFirst("data:".count)) } ?? [:]
      return tabs.compactMapValues { ($0 as? [String: Any]).map(Told.init) }
    }
  }

  /// Applies what a stream told, if it follows the page's version.
  ///
  /// - Returns: Whether the page has to ask, because it has missed something.
  mutating func follow(_ told: Told) -> Bool {
    let from = told.members["from"] as? String ?? ""
    if from == version {
      _ = apply(told.members)
      return false
    }
    let (mine, its) = (
      version.split(separator: "."), (told.members["version"] as? String ?? from).split(separator: ".")
    )
    return mine.first != its.first || Int(its.last ?? "") ?? 0 > Int(mine.last ?? "") ?? 0
  }
}
