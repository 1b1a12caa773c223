/// Formats markup: one line per tag or text, indented by depth.
enum Indentation {
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
        if !tag.hasSuffix("/>"), !PageReader.emptyTags.contains(name.lowercased()) { depth += 1 }
      }
    }
    add(rest)
    return lines.joined(separator: "\n") + "\n"
  }
}
