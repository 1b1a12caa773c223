import Foundation

/// An element of a page, with the elements in it. Patches change it as the script does: docs/reference/live-protocol.md.
struct Element {
  private(set) var id = ""
  private var attributes: [Substring: Substring] = [:]
  private var tag: Substring = ""
  private(set) var children: [Element] = []
  /// The texts that are in no element in it.
  private var ownText = ""

  subscript(name: Substring) -> String? { attributes[name].map { String($0) } }
  var isRow: Bool { tag == "li" }
  var text: String { ownText + children.map(\.text).joined() }
  var descendants: [Element] { children.flatMap { [$0] + $0.descendants } }

  func first(where isWanted: (Element) -> Bool) -> Element? {
    for child in children { if let found = isWanted(child) ? child : child.first(where: isWanted) { return found } }
    return nil
  }

  /// Reads markup as the server writes it.
  init(markup: String) {
    var open = [Element()]
    func close() {
      let last = open.removeLast()
      open[open.count - 1].children.append(last)
    }
    for part in markup.split(separator: "<", omittingEmptySubsequences: false) {
      let end = part.firstIndex(of: ">") ?? part.startIndex
      if part.first == "/" {
        if open.count > 1, open.last?.tag == part[..<end].dropFirst() { close() }
      } else if end > part.startIndex {
        open.append(Element(start: part[..<end]))
        if Self.emptyTags.contains(open.last?.tag ?? "") { close() }
      }
      open[open.count - 1].ownText += part[end...].dropFirst(end > part.startIndex ? 1 : 0)
    }
    while open.count > 1 { close() }
    self = open[0]
  }

  private static let emptyTags: Set<Substring> = ["br", "hr", "img", "input", "link", "meta", "wbr"]

  private init() {}

  private init(start: Substring) {
    let parts = start.split(separator: "\"", omittingEmptySubsequences: false)
    tag = parts[0].prefix { $0 != " " }
    for (name, value) in zip(parts, parts.dropFirst()) where name.last == "=" {
      attributes[name.dropLast().split(separator: " ").last ?? ""] = value
    }
    id = attributes["id"].map { String($0) } ?? ""
  }

  // MARK: - Patches

  enum Misfit: Error {
    /// Ids that the page does not have once.
    case ids([String])
  }

  /// - Parameter isWholePage: Whether the markup is that of all screens.
  mutating func apply(patch markup: String, isWholePage: Bool) throws(Misfit) {
    for new in Element(markup: markup).children {
      let new = try new.filled(from: self)
      let count = replace(by: new) { isWholePage ? $0["class"]?.hasPrefix("UIWindow") == true : $0.id == new.id }
      if count != 1 { throw .ids([new.id]) }
    }
  }

  private mutating func replace(by new: Element, where isReplaced: (Element) -> Bool) -> Int {
    var count = 0
    for index in children.indices {
      if isReplaced(children[index]) {
        (children[index], count) = (new, count + 1)
      } else {
        count += children[index].replace(by: new, where: isReplaced)
      }
    }
    return count
  }

  /// A copy with the elements of a page that it keeps.
  private func filled(from page: Element) throws(Misfit) -> Element {
    var copy = self
    copy.children = []
    for child in children {
      guard child.tag == "keep" else {
        copy.children.append(try child.filled(from: page))
        continue
      }
      let ids = [child["from"] ?? "", child["to"] ?? child["from"] ?? ""]
      guard let kept = page.siblings(from: ids[0], to: ids[1]) else { throw .ids(ids) }
      copy.children += kept
    }
    return copy
  }

  private func siblings(from first: String, to last: String) -> ArraySlice<Element>? {
    guard let start = children.firstIndex(where: { $0.id == first }) else {
      return children.lazy.compactMap { $0.siblings(from: first, to: last) }.first
    }
    return children[start...].firstIndex { $0.id == last }.map { children[start...$0] }
  }
}
