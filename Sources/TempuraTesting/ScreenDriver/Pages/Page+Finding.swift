extension Page {
  /// What is looked for.
  enum Sought: String {
    case control = "control to tap"
    case field
    case container = "element with others in it"
    case anything = "element"

    var isControl: Bool { self == .control || self == .field }
  }

  /// Finds the one element that goes by a name: by its id, else its name or what can be read on it, else the end of its
  /// id, else the beginning of its name, else a part of that. Of several, those that can be used are meant.
  ///
  /// - Parameter container: In which element to look.
  /// - Throws: `AppDriverError.missing` or `.ambiguous`.
  func find(_ name: String, _ sought: Sought, in container: String? = nil) throws(AppDriverError) -> PageNode {
    let place = try container.map { name throws(AppDriverError) in try find(name, .container) } ?? root
    let all = candidates(sought, in: place)
    for isMatch in [hasID, isCalled, hasIDEnding, beginsSo, isCalledAlike] {
      let matches = all.filter { isMatch($0, name) }
      if matches.isEmpty { continue }
      let usable = matches.filter { obstacle(to: $0) == nil }
      let best = preferred(usable.isEmpty ? matches : usable, as: sought)
      if best.count == 1 || !sought.isControl && areOne(best) { return best[0] }
      throw .ambiguous(name, sought.rawValue, listing(best))
    }
    throw .missing(
      name, sought.rawValue, in: container, listing(all.filter { isShown($0) }))
  }

  /// A label says no more than its name: what it is the label of is meant, if that is there, too.
  private func preferred(_ nodes: [PageNode], as sought: Sought) -> [PageNode] {
    let better =
      switch sought {
      case .control, .field: nodes
      case .container: nodes.filter { $0.first { $0.isControl } != nil }
      case .anything: nodes.filter(\.isControl)
      }
    return better.isEmpty ? nodes : better
  }

  /// Whether an element that goes by a name, not by a part of it, can be seen.
  func isThere(_ name: String) -> Bool {
    candidates(.anything, in: root).contains { node in
      (hasID(node, name) || isCalled(node, name) || hasIDEnding(node, name)) && isShown(node)
    }
  }

  private func candidates(_ sought: Sought, in place: PageNode) -> [PageNode] {
    let nodes = place.descendants
    switch sought {
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

  /// Whether the first one contains the others: a label in a row that says nothing else, for one.
  private func areOne(_ nodes: [PageNode]) -> Bool {
    nodes.dropFirst().allSatisfy { nodes[0].contains($0) }
  }

  private func hasID(_ node: PageNode, _ id: String) -> Bool { node.ids.contains(id) }

  private func hasIDEnding(_ node: PageNode, _ ending: String) -> Bool {
    node.ids.contains { $0.hasSuffix(".\(ending)") }
  }

  private func isCalled(_ node: PageNode, _ name: String) -> Bool {
    let name = collapsed(name)
    if self.name(of: node) == name { return true }
    return node.isTappable && collapsed(text(of: node)) == name
  }

  private func beginsSo(_ node: PageNode, _ name: String) -> Bool {
    let name = collapsed(name)
    return !name.isEmpty && self.name(of: node).hasPrefix(name)
  }

  private func isCalledAlike(_ node: PageNode, _ name: String) -> Bool {
    let name = collapsed(name)
    return !name.isEmpty && self.name(of: node).contains(name)
  }

  /// What there is on the page, a line for each.
  func listing(_ nodes: [PageNode]) -> [String] {
    nodes.map { node in
      let name = name(of: node)
      let title = name.isEmpty ? "" : "“\(name)”"
      let state =
        switch obstacle(to: node) {
        case nil: ""
        case .disabled: ", disabled"
        case .hidden: ", hidden"
        case .covered, .inert: ", not to be reached"
        case .closed: ", in a closed menu"
        }
      return [title, node.ids.first.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ") + state
    }
  }
}
