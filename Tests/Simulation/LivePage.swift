import Foundation

/// What a tab shows of its page, and how the script brings it up to date: docs/reference/live-protocol.md.
///
/// Of the page's elements it has the texts of labels alone, except where there is a long list.
struct LivePage {
  /// The whole page; nil if it has no long list.
  private(set) var document: Element?
  /// Why a patch did not fit to it.
  private(set) var problem: String?
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
  init?(_ html: String, _ document: Element? = nil) {
    self.document = document
    guard let nonce = Self.value("name=\"page\" value=\"", in: html) else { return nil }
    marks = String(nonce.drop { $0 != "." })
    version = Self.value("data-version=\"", in: html) ?? ""
    takeTexts(of: html)
  }

  private static func value(_ start: String, in html: String) -> String? {
    html.rest(after: start).map { String($0.prefix { $0 != "\"" }) }
  }

  /// A copy of which only labels are patched.
  var labels: LivePage {
    var copy = self
    copy.document = nil
    return copy
  }

  /// - Parameter url: That of the page.
  func text(at url: String) -> String? { texts["\(Self.screen(at: url)).tokens"] }

  /// The number outside of the sessions, as the page shows it directly; nil if it does not.
  func number(at url: String) -> Int? { texts["\(Self.screen(at: url)).number"].flatMap { Int($0) } }

  static func screen(at url: String) -> String { url.hasSuffix("detail") ? "detail" : "ledger" }

  private static let labels = ["ledger.tokens", "detail.tokens", "ledger.number", "detail.number"]

  private mutating func takeTexts(of html: String) {
    for name in Self.labels {
      guard let rest = html.rest(after: "id=\"\(name)\"", isLast: true) else { continue }
      texts[name] = String(rest.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
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
    let markup = patch["markup"] as? String ?? ""
    takeTexts(of: markup)
    do { try document?.apply(patch: markup, isWholePage: patch["style"] != nil) } catch { problem = "\(error)" }
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

extension String {
  /// What follows the first occurrence of a text, or the last one. Foundation would take half of the time of a history.
  func rest(after text: String, isLast: Bool = false) -> Substring? {
    let end: Int? = withCString { page in
      var end: Int?
      while isLast || end == nil, let found = strstr(page + (end ?? 0), text) {
        end = UnsafePointer(found) - page + text.utf8.count
      }
      return end
    }
    return end.map { self[utf8.index(startIndex, offsetBy: $0)...] }
  }
}
