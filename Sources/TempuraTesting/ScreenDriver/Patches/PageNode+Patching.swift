extension PageNode {
  /// Replaces the elements with the ids of those in the markup of a patch.
  func apply(patchMarkup markup: String) throws(PatchError) {
    for content in PageReader.read(markup).contents {
      guard case .element(let new) = content, let id = new["id"] else { throw .malformed(markup) }
      try new.fillIn(from: self)
      try element(id).replace(by: [.element(new)])
    }
  }

  /// Replaces the `keep` elements in this element by what they name in a document.
  private func fillIn(from document: PageNode) throws(PatchError) {
    for keep in children {
      guard keep.tag == "keep" else {
        try keep.fillIn(from: document)
        continue
      }
      guard let first = keep["from"] else { throw .malformed(keep.shortMarkup) }
      let last = try document.element(keep["to"] ?? first)
      let siblings = last.parent?.children ?? []
      let from = try document.element(first)
      guard let start = siblings.firstIndex(where: { $0 === from }),
        let end = siblings.firstIndex(where: { $0 === last }), start <= end
      else { throw .notSiblings(first, keep["to"] ?? first) }
      for node in siblings[start...end] { node.remove() }
      try keep.replace(by: siblings[start...end].map { .element($0) })
    }
  }

  func replace(by contents: [Content]) throws(PatchError) {
    guard let parent else { throw .malformed(shortMarkup) }
    parent.insert(contents, before: self)
    remove()
  }

  /// The element with an id. Fails if two elements have it: a browser would take the first.
  private func element(_ id: String) throws(PatchError) -> PageNode {
    var found: [PageNode] = []
    find(id: id, into: &found)
    guard found.count == 1 else { throw found.isEmpty ? .missing(id) : .ambiguous(id) }
    return found[0]
  }
}

/// A patch that does not fit to the page.
package enum PatchError: Error, Equatable, CustomStringConvertible {
  case malformed(String)
  case missing(String)
  case ambiguous(String)
  case notSiblings(String, String)

  package var description: String {
    switch self {
    case .malformed(let part):
      "The patch contains a part that docs/reference/live-protocol.md does not describe: \(part)."
    case .missing(let id): "The patch names the element \(id), which is not in the page."
    case .ambiguous(let id): "The patch names the element \(id), and the page contains several."
    case .notSiblings(let first, let last):
      "The patch keeps the elements from \(first) to \(last), which do not follow one another in one element."
    }
  }
}
