extension Page {
  /// Which elements to search.
  enum SearchKind: String {
    case control = "control to tap"
    case field
    case container = "element that contains others"
    case anything = "element"

    var isControl: Bool { self == .control || self == .field }
  }

  /// Finds the element that matches a name. The first of these rules with a match decides: the id is equal, the name or
  /// visible text is equal, the id ends with it, the name begins with it, the name contains it. If several elements
  /// match, those that can be used are preferred.
  ///
  /// - Parameter container: The name of an element that contains it.
  /// - Throws: `AppDriverError.missing` or `.ambiguous`.
  func find(_ name: String, _ kind: SearchKind, in container: String? = nil) throws(AppDriverError) -> PageNode {
    let scope = try container.map { name throws(AppDriverError) in try find(name, .container) } ?? root
    let all = candidates(kind, in: scope)
    for isMatch in [hasID, hasName, hasIDEnding, nameBegins, nameContains] {
      let matches = all.filter { isMatch($0, name) }
      if matches.isEmpty { continue }
      let usable = matches.filter { obstacle(to: $0) == nil }
      let best = preferred(usable.isEmpty ? matches : usable, as: kind)
      if best.count == 1 || !kind.isControl && areNested(best) { return best[0] }
      throw .ambiguous(name, kind.rawValue, descriptions(of: best))
    }
    let shown = all.filter { isShown($0) }
    throw .missing(
      name, kind.rawValue, in: container, descriptions(of: shown), nearest: nearest(to: name, of: shown))
  }

  /// Prefers a control or container to the label that has the same name.
  private func preferred(_ nodes: [PageNode], as kind: SearchKind) -> [PageNode] {
    let better =
      switch kind {
      case .control, .field: nodes
      case .container: nodes.filter { $0.first { $0.isControl } != nil }
      case .anything: nodes.filter(\.isControl)
      }
    return better.isEmpty ? nodes : better
  }

  /// Whether an element is visible whose id, end of the id, name or whole text is equal to a name.
  func isShown(named name: String) -> Bool {
    candidates(.anything, in: root).contains { node in
      (hasID(node, name) || hasName(node, name) || hasIDEnding(node, name)) && isShown(node)
    }
  }

  /// What the page shows, and which of it is nearest to a name that is not shown.
  func summary(without name: String?) -> String {
    let shown = body.descendants.filter { ($0.isControl || isTextBlock($0)) && isShown($0) }
    return AppDriverError.page(
      url, without: name, nearest: name.flatMap { nearest(to: $0, of: shown) }, descriptions(of: shown))
  }

  /// The description of the element with the most similar name, text or end of its id; nil if none is similar.
  private func nearest(to name: String, of nodes: [PageNode]) -> String? {
    let found = Similarity.nearest(to: collapsed(name), of: nodes) { node in
      [self.name(of: node), collapsed(text(of: node))]
        + node.ids.compactMap { $0.split(separator: ".").last.map(String.init) }
    }
    return found.flatMap { descriptions(of: [$0]).first }
  }

  private func candidates(_ kind: SearchKind, in container: PageNode) -> [PageNode] {
    let nodes = container.descendants
    switch kind {
    case .control: return nodes.filter { $0.isTappable && $0["aria-hidden"] != "true" }
    case .field: return nodes.filter { $0.isField }
    case .container:
      return nodes.filter { !$0.isControl && !$0.children.isEmpty && ($0.has("id") || !name(of: $0).isEmpty) }
    case .anything:
      return nodes.filter {
        ($0.has("id") || $0.isControl || !self.name(of: $0).isEmpty) && $0["aria-hidden"] != "true"
      }
    }
  }

  /// Whether the first element contains the others, such as a row that contains only a label.
  private func areNested(_ nodes: [PageNode]) -> Bool {
    nodes.dropFirst().allSatisfy { nodes[0].contains($0) }
  }

  private func hasID(_ node: PageNode, _ id: String) -> Bool { node.ids.contains(id) }

  private func hasIDEnding(_ node: PageNode, _ ending: String) -> Bool {
    node.ids.contains { $0.hasSuffix(".\(ending)") }
  }

  private func hasName(_ node: PageNode, _ name: String) -> Bool {
    let name = collapsed(name)
    if self.name(of: node) == name { return true }
    return node.isTappable && collapsed(text(of: node)) == name
  }

  private func nameBegins(_ node: PageNode, _ name: String) -> Bool {
    let name = collapsed(name)
    return !name.isEmpty && self.name(of: node).hasPrefix(name)
  }

  private func nameContains(_ node: PageNode, _ name: String) -> Bool {
    let name = collapsed(name)
    return !name.isEmpty && self.name(of: node).contains(name)
  }

  /// Describes elements for an error message, one line each.
  func descriptions(of nodes: [PageNode]) -> [String] {
    nodes.map { node in
      let name = name(of: node)
      let title = name.isEmpty ? "" : "“\(name)”"
      let state =
        switch obstacle(to: node) {
        case nil: ""
        case .disabled: ", disabled"
        case .hidden: ", hidden"
        case .empty: ", without a size"
        case .outside: ", outside of what is visible"
        case .covered, .inert: ", takes no input"
        case .closed: ", in a closed menu"
        }
      return [title, node.ids.first.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ") + state
    }
  }
}
