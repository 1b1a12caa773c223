import Testing

@testable import TempuraTesting

/// What a request was answered with in the end, and what can be done on it.
final class Page {
  let browser: Browser
  let url: String
  let status: Int
  let redirects: Int
  /// The heads of all responses on the way, the last one last.
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

  /// The URL without the server.
  var target: String { url.hasPrefix(browser.server.url) ? String(url.dropFirst(browser.server.url.count)) : url }

  func header(_ name: String) -> String? { headers(name).last }

  /// The field's values in the last response.
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
  func shows(_ id: String) -> Bool { element(id).map(content.isShown) ?? false }

  /// Whether an element can be used.
  func offers(_ id: String) -> Bool {
    element(id).map { content.obstacle(to: $0) == nil && $0.ancestors.contains { $0.tag == "form" } } ?? false
  }

  var title: String { content.title }

  var notice: String? { content.notice }

  // MARK: - The form

  /// The page's nonce.
  var nonce: String { elements.first { $0.tag == "input" && $0["name"] == "page" }?["value"] ?? "" }

  /// What the form sends if nobody touches it: its hidden fields, and the fields in it with their texts.
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

  /// Types into fields, by their names, and presses a button, by its id. Only what is offered can be pressed.
  func tap(
    _ id: String, typing typed: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Page {
    let button = try #require(
      elements.first { $0.tag == "button" && $0["name"] == "tap" && $0["value"] == id }, "no button \(id)",
      sourceLocation: sourceLocation)
    if let own = button["id"] { #expect(offers(own), sourceLocation: sourceLocation) }
    return try send(typed, ("tap", id), sourceLocation: sourceLocation)
  }

  /// Types into fields and presses Enter in one.
  func pressEnter(
    typing typed: [String: String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Page {
    try send(typed, ("return", "1"), sourceLocation: sourceLocation)
  }
}
