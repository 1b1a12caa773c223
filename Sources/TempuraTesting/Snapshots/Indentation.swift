/// Markup in lines, to be compared and read: an element or a text each, as far in as it is deep.
enum Indentation {
  private static let empty: Set<Substring> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  static func lines(of markup: String) -> String {
    var lines: [String] = []
    var depth = 0
    var rest = markup[...]
    func add(_ text: Substring) {
      if !text.allSatisfy({ $0.isWhitespace }) {
        lines.append(String(repeating: "  ", count: depth) + text.replacing("\n", with: "⏎"))
      }
    }
    while let start = rest.firstIndex(of: "<") {
      add(rest[..<start])
      rest = rest[start...]
      let end = rest.firstIndex(of: ">").map { rest.index(after: $0) } ?? rest.endIndex
      let tag = rest[..<end]
      rest = rest[end...]
      let name = tag.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
      if tag.hasPrefix("</") {
        depth = max(depth - 1, 0)
        add(tag)
      } else {
        add(tag)
        if !tag.hasSuffix("/>"), !empty.contains(name.lowercased()[...]) { depth += 1 }
      }
    }
    add(rest)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The rules of a style sheet, one a line.
  static func lines(ofCSS css: String) -> String {
    css.replacing("}", with: "}\n").split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
      .map { $0 + "\n" }.joined()
  }
}
