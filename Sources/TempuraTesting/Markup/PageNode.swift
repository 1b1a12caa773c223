/// An element of a page in a window.
final class PageNode {
  enum Content {
    case element(PageNode)
    case text(String)
  }

  let tag: String
  var attributes: [String: String]
  var contents: [Content] = []
  weak var parent: PageNode?

  /// What the user did with the element. The server's markup does not contain it.
  struct Input {
    /// The value that was typed or chosen; nil for the default value.
    var value: String?
    /// The paths of the files that were chosen.
    var files: [String] = []
    /// Whether a menu is open; nil as the markup says.
    var isOpen: Bool?
  }

  var input = Input()

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
  var value: String { tag == "select" ? selectedOption?.optionValue ?? "" : input.value ?? defaultValue }

  /// The value in the markup.
  var defaultValue: String {
    switch tag {
    case "textarea": plainText
    case "select": defaultOption?.optionValue ?? ""
    default: self["value"] ?? ""
    }
  }

  /// Whether the user changed the value of the field.
  var isChanged: Bool { !input.files.isEmpty || value != defaultValue }

  /// All text in it, also hidden text.
  var plainText: String {
    contents.map { content in
      switch content {
      case .text(let text): text
      case .element(let node): node.plainText
      }
    }.joined()
  }

  /// The attribute with the names of the files that were chosen in a field, in the copy of a browser's page. Markup of
  /// browsers does not have this information.
  static let fileNames = "data-files"

  /// The names of the files that were chosen in this field.
  var chosenFiles: String {
    if input.files.isEmpty { return self[Self.fileNames] ?? "" }
    return input.files.compactMap { $0.split(separator: "/").last }.joined(separator: ", ")
  }

  // MARK: - Choices

  var options: [PageNode] { descendants.filter { $0.tag == "option" } }

  var selectedOption: PageNode? {
    input.value.flatMap { value in options.first { $0.optionValue == value } } ?? defaultOption
  }

  private var defaultOption: PageNode? {
    let options = options
    return options.last { $0.has("selected") } ?? options.first
  }

  var optionValue: String { self["value"] ?? plainText }
}
