/// A text of a screen that is another one now, is new, or is gone.
struct TextChange: Hashable, Sendable, CustomStringConvertible {
  /// Nil if it is new.
  let old: String?
  /// Nil if it is gone.
  let new: String?

  var description: String {
    switch (old, new) {
    case (let old?, let new?): "was “\(old)”, is “\(new)”"
    case (let old?, nil): "“\(old)” is gone"
    default: "“\(new ?? "")” is new"
    }
  }

  /// The changes between two snapshots of markup, in the order of the screen.
  static func changes(from old: String, to new: String) -> [TextChange] {
    let (old, new) = (texts(of: PageReader.read(old)), texts(of: PageReader.read(new)))
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var changes: [TextChange] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      let (isRemoved, isInserted) = (removed.contains(i), inserted.contains(j))
      if isRemoved || isInserted {
        changes.append(TextChange(old: isRemoved ? old[i] : nil, new: isInserted ? new[j] : nil))
      }
      // A text that stays waits for those before it.
      if isRemoved || !isInserted { i += 1 }
      if isInserted || !isRemoved { j += 1 }
    }
    return changes
  }

  /// The texts that a user can read or hear.
  private static func texts(of node: PageNode) -> [String] {
    let names = ["aria-label", "alt", "placeholder", "title"] + (node.isField ? ["value"] : [])
    var texts = names.compactMap { node[$0] }
    for content in node.contents {
      switch content {
      case .text(let text): texts.append(text.split { $0.isWhitespace }.joined(separator: " "))
      case .element(let child): texts += self.texts(of: child)
      }
    }
    return texts.filter { !$0.isEmpty }
  }
}
