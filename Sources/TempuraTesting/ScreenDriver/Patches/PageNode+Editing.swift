internal import TempuraUI

extension PageNode {
  func find(id: String, into found: inout [PageNode]) {
    if attributes["id"] == id { found.append(self) }
    for case .element(let child) in contents { child.find(id: id, into: &found) }
  }

  func replaceContents(by contents: [Content]) {
    self.contents = []
    insert(contents, before: nil)
  }

  func insert(_ added: [Content], before node: PageNode?) {
    var position = contents.count
    if let node, let index = contents.firstIndex(where: { $0.is(node) }) { position = index }
    contents.insert(contentsOf: added, at: position)
    for case .element(let child) in added { child.parent = self }
  }

  func remove() {
    parent?.contents.removeAll { $0.is(self) }
    parent = nil
  }

  /// The markup with sorted attributes and without empty texts.
  var normalizedMarkup: String {
    var markup = ""
    writeNormalized(to: &markup)
    return markup
  }

  private func writeNormalized(to markup: inout String) {
    if !tag.isEmpty {
      markup += "<\(tag)"
      for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
        markup += " \(name)=\"\(HTMLText.escaped(value))\""
      }
      markup += ">"
    }
    for content in contents {
      switch content {
      case .element(let child): child.writeNormalized(to: &markup)
      case .text(let text): markup += HTMLText.escaped(text)
      }
    }
    if !tag.isEmpty { markup += "</\(tag)>" }
  }
}

extension PageNode.Content {
  fileprivate func `is`(_ node: PageNode) -> Bool {
    if case .element(let element) = self { element === node } else { false }
  }
}
