/// An element of a page, as it is in the browser: what is typed changes its attributes.
final class PageNode {
  enum Content {
    case element(PageNode)
    case text(String)
  }

  let tag: String
  var attributes: [String: String]
  var contents: [Content] = []
  private(set) weak var parent: PageNode?

  /// The paths of the files that were chosen in it.
  var files: [String] = []

  init(tag: String, attributes: [String: String] = [:]) {
    self.tag = tag
    self.attributes = attributes
  }

  subscript(name: String) -> String? { attributes[name] }

  func has(_ name: String) -> Bool { attributes[name] != nil }

  func append(_ child: PageNode) {
    child.parent = self
    contents.append(.element(child))
  }

  // MARK: - The tree

  var children: [PageNode] {
    contents.compactMap { content in
      if case .element(let node) = content { node } else { nil }
    }
  }

  /// What contains the element, from the inside out.
  var ancestors: some Sequence<PageNode> { sequence(first: self) { $0.parent }.dropFirst() }

  /// All that is in the element, in the order of the page.
  var descendants: [PageNode] { children.flatMap { [$0] + $0.descendants } }

  func first(where isWanted: (PageNode) -> Bool) -> PageNode? {
    for child in children {
      if isWanted(child) { return child }
      if let found = child.first(where: isWanted) { return found }
    }
    return nil
  }

  func contains(_ other: PageNode) -> Bool { other.ancestors.contains { $0 === self } }

  // MARK: - What kind of element it is

  /// Whether it is in the middle of a text, and does not begin a new one.
  var isInline: Bool { Self.inlineTags.contains(tag) }

  private static let inlineTags: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "em", "i", "img", "ins", "mark", "s", "span", "strong",
    "sub", "sup", "time", "u",
  ]

  /// Whether something happens when it is pressed.
  var isTappable: Bool {
    switch tag {
    case "button", "summary": true
    case "a": has("href")
    default: false
    }
  }

  /// Whether its user changes a value that a form sends.
  var isField: Bool {
    switch tag {
    case "textarea", "select": true
    case "input": self["type"] != "hidden"
    default: false
    }
  }

  var isControl: Bool { isTappable || isField }

  /// The ids that the app knows it by: its own, and what a form calls it.
  var ids: [String] {
    var ids: [String] = []
    if let id = self["id"] { ids.append(id) }
    if tag == "button", self["name"] == "tap", let value = self["value"] { ids.append(value) }
    if isField, let name = self["name"] { ids.append(name) }
    return ids
  }

  /// What forms send for it.
  var value: String {
    switch tag {
    case "textarea": plainText
    case "select": selectedOption?.optionValue ?? ""
    default: self["value"] ?? ""
    }
  }

  /// The text in it as it stands in the page.
  var plainText: String {
    contents.map { content in
      switch content {
      case .text(let text): text
      case .element(let node): node.plainText
      }
    }.joined()
  }

  /// The attribute that says what the files are called which were chosen in a field. Browsers do not say so in the markup.
  static let fileNames = "data-files"

  // MARK: - Choices

  var options: [PageNode] { descendants.filter { $0.tag == "option" } }

  var selectedOption: PageNode? {
    let options = options
    return options.last { $0.has("selected") } ?? options.first
  }

  var optionValue: String { self["value"] ?? plainText }
}
