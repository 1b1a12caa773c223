/// An element of a page in a window. Typing changes its attributes.
final class PageNode {
  enum Content {
    case element(PageNode)
    case text(String)
  }

  let tag: String
  var attributes: [String: String]
  var contents: [Content] = []
  weak var parent: PageNode?

  /// The paths of the files that were chosen in this field.
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

  /// The elements that contain this one, the innermost first.
  var ancestors: some Sequence<PageNode> { sequence(first: self) { $0.parent }.dropFirst() }

  /// The elements in this one, in the order of the page.
  var descendants: [PageNode] { children.flatMap { [$0] + $0.descendants } }

  func first(where isWanted: (PageNode) -> Bool) -> PageNode? {
    for child in children {
      if isWanted(child) { return child }
      if let found = child.first(where: isWanted) { return found }
    }
    return nil
  }

  func contains(_ other: PageNode) -> Bool { other.ancestors.contains { $0 === self } }

  // MARK: - Kinds

  /// Whether it is part of a line of text.
  var isInline: Bool { Self.inlineTags.contains(tag) }

  private static let inlineTags: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "em", "i", "img", "ins", "mark", "s", "span", "strong",
    "sub", "sup", "time", "u",
  ]

  /// Whether it can be tapped.
  var isTappable: Bool {
    switch tag {
    case "button", "summary": true
    case "a": has("href")
    default: false
    }
  }

  /// Whether it has a value that the user can change.
  var isField: Bool {
    switch tag {
    case "textarea", "select": true
    case "input": self["type"] != "hidden"
    default: false
    }
  }

  var isControl: Bool { isTappable || isField }

  /// Its ids in the app: its own, and the one that forms send.
  var ids: [String] {
    var ids: [String] = []
    if let id = self["id"] { ids.append(id) }
    if tag == "button", self["name"] == "tap", let value = self["value"] { ids.append(value) }
    if isField, let name = self["name"] { ids.append(name) }
    return ids
  }

  /// The value that forms send.
  var value: String {
    switch tag {
    case "textarea": plainText
    case "select": selectedOption?.optionValue ?? ""
    default: self["value"] ?? ""
    }
  }

  /// All text in it, also hidden text.
  var plainText: String {
    contents.map { content in
      switch content {
      case .text(let text): text
      case .element(let node): node.plainText
      }
    }.joined()
  }

  /// The attribute with the names of the files that were chosen in a field. Markup of browsers does not have this
  /// information.
  static let fileNames = "data-files"

  // MARK: - Choices

  var options: [PageNode] { descendants.filter { $0.tag == "option" } }

  var selectedOption: PageNode? {
    let options = options
    return options.last { $0.has("selected") } ?? options.first
  }

  var optionValue: String { self["value"] ?? plainText }
}
