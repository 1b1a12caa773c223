/// A page that patches keep up to date, as the script does in a browser.
struct LiveDocument {
  let root: PageNode
  /// What the page says for live requests.
  let release: String
  private(set) var version: String

  /// The changes of the last patch, as JSON.
  private(set) var lastChanges = ""

  /// - Returns: nil for a page without the script, such as an error page.
  init?(_ root: PageNode) {
    guard let script = root.first(where: { $0.tag == "script" && $0.has("data-version") }),
      let version = script["data-version"], let release = script["data-release"]
    else { return nil }
    self.root = root
    self.version = version
    self.release = release
  }

  /// The element of the screens.
  static func screen(in root: PageNode) -> PageNode? { root.first { $0.classes.contains("UIWindow") } }

  /// The rules of the page's style element.
  static func rules(in root: PageNode) -> Set<Substring> {
    let css = root.first { $0.tag == "style" }?.plainText ?? ""
    return Set(css.split(separator: "}").map { $0.drop { $0.isWhitespace } }.filter { !$0.isEmpty })
  }

  // MARK: - Patches

  /// Applies a patch. What the user typed stays, unless the patch answers the form that sent it.
  ///
  /// - Parameters:
  ///   - sent: The names of the fields that were sent and applied.
  ///   - replacesNotices: Whether the notices are replaced even if the patch has none.
  /// - Throws: `PatchError` if the patch does not fit to the page.
  mutating func apply(_ patch: PagePatch, sent: Set<String>, replacesNotices: Bool) throws(PatchError) {
    guard patch.status != 204 else { return }
    lastChanges = patch.changes
    let inputs = Inputs(of: root, sent: sent)
    if let css = patch.style {
      try Self.screen(in: root)?.replace(by: PageReader.read(patch.markup).contents)
      style?.replaceContents(by: [.text(css)])
    } else {
      try root.apply(patchMarkup: patch.markup)
      if !patch.rules.isEmpty { style?.contents.append(.text(patch.rules)) }
    }
    for (name, value) in patch.values { set(name, to: value) }
    version = patch.version ?? version
    inputs.restore(in: root)
    if !patch.notices.isEmpty || replacesNotices {
      let notices = PageReader.read(patch.notices)
      root.first { $0["id"] == "notices" }?.replaceContents(by: notices.contents)
    }
  }

  // MARK: - The page's head

  private var style: PageNode? { root.first { $0.tag == "style" } }

  /// Sets a value of the page.
  private func set(_ name: String, to value: String?) {
    let html = root.first { $0.tag == "html" }
    switch name {
    case "title": root.first { $0.tag == "title" }?.replaceContents(by: [.text(value ?? "")])
    case "language": html?.attributes["lang"] = value
    case "direction": html?.attributes["dir"] = value
    case "viewport": root.first { $0.tag == "meta" && $0["name"] == "viewport" }?.attributes["content"] = value
    case "heading": setHeading(value)
    case "mark": setMark(value ?? "")
    default: break  // the font does not change what a test can read
    }
  }

  /// The heading for screen readers outside of the screens.
  static func heading(in root: PageNode) -> PageNode? { root.first { $0.classes.contains("page-heading") } }

  /// What the form says of the page after its nonce: the marks of the screens and of the session.
  var marks: String { String(pageField?["value"]?.drop { $0 != "." } ?? "") }

  private var pageField: PageNode? { root.first { $0["name"] == "page" } }

  private func setMark(_ mark: String) {
    let parts = pageField?["value"]?.split(separator: ".") ?? []
    if parts.count == 3 { pageField?.attributes["value"] = "\(parts[0]).\(mark).\(parts[2])" }
  }

  private func setHeading(_ text: String?) {
    Self.heading(in: root)?.remove()
    guard let text, let notices = root.first(where: { $0["id"] == "notices" }) else { return }
    let header = PageNode(tag: "header", attributes: ["class": "page-heading"])
    let heading = PageNode(tag: "h1")
    heading.contents = [.text(text)]
    header.append(heading)
    notices.parent?.insert([.element(header)], before: notices)
  }
}

/// What the user did with the fields and menus of a page, while a patch changes its elements.
private struct Inputs {
  private var fields: [String: PageNode.Input] = [:]
  private var menus: [String: Bool] = [:]

  /// - Parameter sent: The names of the fields whose values were applied. These take their new default values.
  init(of root: PageNode, sent: Set<String>) {
    for node in root.descendants {
      if let name = node["name"], node.isField, node.isChanged, !sent.contains(name) {
        fields[name] = PageNode.Input(value: node.value, files: node.input.files)
      }
      if let id = node["id"], let isOpen = node.input.isOpen { menus[id] = isOpen }
    }
  }

  func restore(in root: PageNode) {
    for node in root.descendants {
      if node.isField { node.input = node["name"].flatMap { fields[$0] } ?? PageNode.Input() }
      if let id = node["id"], let isOpen = menus[id] { node.input.isOpen = isOpen }
    }
  }
}
