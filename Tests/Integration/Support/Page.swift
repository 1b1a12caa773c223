import Testing

@testable import TempuraTesting

/// The last answer to a request of a browser, and the controls of its page.
final class Page {
  let browser: Browser
  let url: String
  let status: Int
  let redirects: Int
  /// The heads of all responses, redirects included, in their order.
  let heads: [String]
  let body: [UInt8]

  init(browser: Browser, url: String, status: Int, redirects: Int, head: String, body: [UInt8]) {
    self.browser = browser
    self.url = url
    self.status = status
    self.redirects = redirects
    heads = head.split(separator: "\r\n\r\n").map(String.init)
    self.body = body
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The path and query of the URL.
  var target: String { url.hasPrefix(browser.base) ? String(url.dropFirst(browser.base.count)) : url }

  func header(_ name: String) -> String? { headers(name).last }

  /// The values of a header field in the last response.
  func headers(_ name: String) -> [String] {
    (heads.last ?? "").split(separator: "\r\n").dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else { return nil }
      return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
  }

  var isPage: Bool { header("Content-Type")?.hasPrefix("text/html") == true }

  // MARK: - Elements

  private lazy var content = TempuraTesting.Page(url: target, status: status, root: PageReader.read(text))

  var elements: [PageNode] { content.nodes }

  func element(_ id: String) -> PageNode? { content.node(withID: id) }

  /// Whether an element can be seen.
  func isShown(_ id: String) -> Bool { element(id).map(content.isShown) ?? false }

  /// Whether an element can be used.
  func isUsable(_ id: String) -> Bool {
    element(id).map { content.obstacle(to: $0) == nil && $0.ancestors.contains { $0.tag == "form" } } ?? false
  }

  var title: String { content.title }

  var notice: String? { content.notice }

  // MARK: - The form

  /// The page's nonce.
  var nonce: String { elements.first { $0.tag == "input" && $0["name"] == "page" }?["value"] ?? "" }

  /// The fields that the unchanged form sends: hidden fields, and fields with their texts.
  var fields: [(String, String)] {
    elements.compactMap { element in
      guard element.tag == "input" || element.tag == "textarea", let name = element["name"], element["disabled"] == nil,
        element["form"] == "screen" || element.ancestors.contains(where: { $0.tag == "form" })
      else { return nil }
      return (name, element.value)
    }
  }

  private func send(
    _ typed: [String: String], _ button: (String, String), sourceLocation: SourceLocation
  ) throws -> Page {
    var fields = fields
    for (name, text) in typed {
      let index = try #require(fields.firstIndex { $0.0 == name }, "no field \(name)", sourceLocation: sourceLocation)
      fields[index].1 = text
    }
    return try browser.post(url, fields + [button])
  }

  /// Types into fields, by their names, and presses a button, by its id. A button must be usable.
  func tap(
    _ id: String, typing typed: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Page {
    let button = try #require(
      elements.first { $0.tag == "button" && $0["name"] == "tap" && $0["value"] == id }, "no button \(id)",
      sourceLocation: sourceLocation)
    if let own = button["id"] { #expect(isUsable(own), sourceLocation: sourceLocation) }
    return try send(typed, ("tap", id), sourceLocation: sourceLocation)
  }

  /// Types into fields and presses Enter in one.
  func pressEnter(
    typing typed: [String: String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Page {
    try send(typed, ("return", "1"), sourceLocation: sourceLocation)
  }
}
