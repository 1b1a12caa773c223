import Testing

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

  private(set) lazy var root = HTMLElement.parse(body)
  private(set) lazy var elements = root.all
  private lazy var byID = Dictionary(elements.compactMap { element in element["id"].map { ($0, element) } }) { $1 }
  private lazy var invisibleClasses = Set(
    elements.first { $0.tag == "style" }?.text.split(separator: "\n")
      .filter { $0.contains("visibility:hidden") }.map { String($0.dropFirst().prefix { $0 != "{" }) } ?? [])

  func element(_ id: String) -> HTMLElement? { byID[id] }

  /// Whether people can see an element.
  func shows(_ id: String) -> Bool {
    guard let element = element(id) else { return false }
    return ([element] + element.ancestors).allSatisfy { element in
      element["hidden"] == nil
        && Set((element["class"] ?? "").split(separator: " ").map(String.init)).isDisjoint(with: invisibleClasses)
    }
  }

  /// Whether people can use an element.
  func offers(_ id: String) -> Bool {
    guard shows(id), let element = element(id) else { return false }
    return element["disabled"] == nil && ([element] + element.ancestors).allSatisfy { $0["inert"] == nil }
      && element.ancestors.contains { $0.tag == "form" }
  }

  /// What the page says at its top.
  var notice: String? { elements.first { $0["class"] == "notice" }?.text }

  var title: String? { elements.first { $0.tag == "title" }?.text }

  // MARK: - The form

  /// The page's nonce.
  var nonce: String { elements.first { $0.tag == "input" && $0["name"] == "page" }?["value"] ?? "" }

  /// What the form sends if nobody touches it: its hidden fields, and the fields in it with their texts.
  var fields: [(String, String)] {
    elements.compactMap { element in
      guard element.tag == "input" || element.tag == "textarea", let name = element["name"], element["disabled"] == nil,
        element["form"] == "screen" || element.ancestors.contains(where: { $0.tag == "form" })
      else { return nil }
      return (name, element.tag == "input" ? element["value"] ?? "" : element.text)
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
