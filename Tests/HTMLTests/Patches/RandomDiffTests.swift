import HTML
import TempuraTesting
import TestSupport
import Testing

/// Whatever happens to a tree: the operations lead from the old markup to the new one.
@Suite struct RandomDiffTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func operationsLeadToTheNewMarkup(seed: UInt64) throws {
    var play = TreePlay(seed: seed)
    var kinds: [Character: Int] = [:]
    var (rescues, wrappings) = (0, 0)
    for step in 0..<400 {
      let old = play.markup
      let log = play.change()
      let new = play.markup
      let changes = play.record(from: old, to: new)
      let operations = old.bytes.withUnsafeBytes { old in
        new.bytes.withUnsafeBytes { MarkupDiff.operations(from: old, to: $0, changes: changes) }
      }
      let text = String(decoding: operations ?? [], as: UTF8.self)
      do {
        var document = PatchedDocument(markup: old.text)
        try document.apply(try #require(operations))
        guard document.markup == PatchedDocument(markup: new.text).markup else { throw TestError("another page") }
      } catch {
        Issue.record("seed \(seed), step \(step): \(error)\n\(log)\n\(old.text)\n\(new.text)\n\(text)\n\(changes)")
        return
      }
      if text.hasPrefix(#"["m""#), text.contains(#"],["d","#) { rescues += 1 }
      if text.contains(/\["i",[^m]*\],\["m",[^m]*,null,/) { wrappings += 1 }
      for match in text.matches(of: /\["([a-z])",/) { kinds[match.output.1.first!, default: 0] += 1 }
    }
    for kind in "athrdim" { #expect(kinds[kind, default: 0] > 5, "\(kind) of \(kinds)") }
    #expect(rescues > 2 && wrappings > 2)
  }
}

/// A tree of elements that changes at random.
private struct TreePlay {
  final class Node {
    let key: Int
    var tag = "div"
    var id: String?
    var attributes: [String: String] = [:]
    /// The text before each child and at the end; empty if there is none.
    var texts: [String] = [""]
    var children: [Node] = []

    init(key: Int) { self.key = key }
  }

  /// The markup of a tree, and where its elements are.
  struct Markup {
    struct Place {
      var span = MarkupRegions.Span(0, 0)
      var startTag: [UInt8] = []
      var texts: [String] = []
      var children: [Int] = []
      var hasID = false
    }
    var bytes: [UInt8] = []
    var places: [Int: Place] = [:]
    var text: String { String(decoding: bytes, as: UTF8.self) }

    func bytes(of key: Int) -> ArraySlice<UInt8> { bytes[places[key]!.span.start..<places[key]!.span.end] }
  }

  private let root: Node
  private var nextKey = 1
  private var random: SeededNumbers

  init(seed: UInt64) {
    random = SeededNumbers(seed: seed)
    root = Node(key: 0)
    root.id = "root"
  }

  private mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  // MARK: - Changes

  private var nodes: [Node] {
    func all(_ node: Node) -> [Node] { [node] + node.children.flatMap(all) }
    return all(root)
  }

  private func contains(_ node: Node, _ other: Node) -> Bool {
    node === other || node.children.contains { contains($0, other) }
  }

  private func parent(of node: Node) -> Node? { nodes.first { $0.children.contains { $0 === node } } }

  private mutating func newNode() -> Node {
    let node = Node(key: nextKey)
    nextKey += 1
    switch number(below: 12) {
    case 0: node.tag = "br"
    case 1: node.tag = "textarea"
    case 2: node.tag = "svg"
    case 3, 4: node.tag = "span"
    case 5: node.tag = "p"
    default: break
    }
    if number(below: 4) > 0, node.tag != "br" { node.id = "n\(node.key)" }
    if !isContainer(node), node.tag != "br" { node.texts = [text()] }
    return node
  }

  private func isContainer(_ node: Node) -> Bool { ["div", "span"].contains(node.tag) }

  private mutating func text() -> String {
    ["", "a", "\n<b> & \"c\"", "👍🏽", "'\r"][number(below: 5)] + "\(number(below: 9))"
  }

  private mutating func insert(_ node: Node, into container: Node) {
    let place = number(below: container.children.count + 1)
    container.children.insert(node, at: place)
    container.texts.insert("", at: place)
  }

  private mutating func remove(_ node: Node) {
    guard let parent = parent(of: node), let place = parent.children.firstIndex(where: { $0 === node }) else { return }
    parent.children.remove(at: place)
    parent.texts.remove(at: place)
  }

  mutating func change() -> [String] {
    (0...number(below: 5)).map { _ in
      let all = nodes
      let node = all.randomElement(using: &random) ?? root
      let container = all.filter(isContainer).randomElement(using: &random) ?? root
      switch number(below: 15) {
      case 0...3 where all.count < 40:
        insert(newNode(), into: container)
        return "insert into \(container.key)"
      case 0...3 where number(below: 4) == 0, 4:
        if node !== root { remove(node) }
        return "remove \(node.key)"
      case 5, 6:
        guard node !== root, !contains(node, container) else { return "" }
        remove(node)
        insert(node, into: container)
        return "move \(node.key) to \(container.key)"
      case 7:
        container.children.shuffle(using: &random)
        return "shuffle \(container.key)"
      case 8:
        guard container.children.count > 1 else { return "" }
        let child = container.children.remove(at: number(below: container.children.count))
        container.children.insert(child, at: number(below: container.children.count + 1))
        return "move in \(container.key)"
      case 9:
        if node.tag != "br" {
          node.texts[number(below: node.texts.count)] = isContainer(node) && number(below: 3) > 0 ? "" : text()
        }
        return "text of \(node.key)"
      case 10:
        if isContainer(node) { node.tag = node.tag == "div" ? "span" : "div" }
        return "tag of \(node.key)"
      case 11:
        // The children take the place of their parent.
        guard node !== root, isContainer(node), let parent = parent(of: node) else { return "" }
        guard let place = parent.children.firstIndex(where: { $0 === node }) else { return "" }
        parent.children.replaceSubrange(place...place, with: node.children)
        parent.texts.replaceSubrange(place...place, with: node.children.map { _ in "" })
        return "unwrap \(node.key)"
      case 12:
        // A new element gets children of its parent.
        guard !container.children.isEmpty else { return "" }
        let first = number(below: container.children.count)
        let range = first..<first + 1 + number(below: container.children.count - first)
        let wrapper = newNode()
        guard isContainer(wrapper) else { return "" }
        if number(below: 3) == 0 { insert(newNode(), into: wrapper) }
        wrapper.children += container.children[range]
        wrapper.texts = wrapper.children.map { _ in "" } + [""]
        container.children.replaceSubrange(range, with: [wrapper])
        container.texts.replaceSubrange(range, with: [""])
        return "wrap \(range.count) of \(container.key)"
      default:
        let name = ["class", "hidden", "title"][number(below: 3)]
        node.attributes[name] = node.attributes[name] == nil || number(below: 2) == 0 ? text() : nil
        return "attribute of \(node.key)"
      }
    }
  }

  // MARK: - Markup

  var markup: Markup {
    var markup = Markup()
    func escaped(_ text: String) -> String {
      var buffer = HTMLBuffer()
      buffer.append(text: text)
      return buffer.string
    }
    func write(_ node: Node) {
      var place = Markup.Place()
      place.span.start = markup.bytes.count
      markup.bytes += Array("<\(node.tag)".utf8)
      if let id = node.id { markup.bytes += Array(" id=\"\(id)\"".utf8) }
      for (name, value) in node.attributes.sorted(by: { $0.key < $1.key }) {
        markup.bytes += Array(" \(name)=\"\(escaped(value))\"".utf8)
      }
      markup.bytes += Array(">".utf8)
      place.startTag = Array(markup.bytes[place.span.start...])
      place.hasID = node.id != nil
      if node.tag == "textarea" { markup.bytes.append(0x0A) }
      if node.tag != "br" {
        for (index, text) in node.texts.enumerated() {
          markup.bytes += Array(escaped(text).utf8)
          if index < node.children.count { write(node.children[index]) }
        }
        markup.bytes += Array("</\(node.tag)>".utf8)
      }
      place.texts = node.texts
      place.children = node.children.map(\.key)
      place.span.count = markup.bytes.count - place.span.start
      markup.places[node.key] = place
    }
    write(root)
    return markup
  }

  /// Divides the change into regions and pairs, at random, as a renderer might.
  mutating func record(from old: Markup, to new: Markup) -> MarkupRegions {
    var changes = MarkupRegions()
    recordOutside(0, old, new, &changes)
    return changes
  }

  /// Whether an element changed only in children, all of which are still there and have an id.
  private func isFrame(_ key: Int, _ old: Markup, _ new: Markup) -> Bool {
    guard let from = old.places[key], let to = new.places[key], from.startTag == to.startTag, from.texts == to.texts,
      from.children == to.children
    else { return false }
    return to.children.allSatisfy { child in
      old.bytes(of: child) == new.bytes(of: child) || hasSameID(child, old, new) || isFrame(child, old, new)
    }
  }

  private func hasSameID(_ key: Int, _ old: Markup, _ new: Markup) -> Bool {
    old.places[key]?.hasID == true && new.places[key]?.hasID == true
  }

  private mutating func recordOutside(_ key: Int, _ old: Markup, _ new: Markup, _ changes: inout MarkupRegions) {
    if old.bytes(of: key) == new.bytes(of: key), number(below: 4) > 0 { return }
    if isFrame(key, old, new), !hasSameID(key, old, new) || number(below: 3) > 0 {
      for child in new.places[key]!.children { recordOutside(child, old, new, &changes) }
    } else if hasSameID(key, old, new) {
      let index = changes.regions.count
      let first = changes.pairs.count
      changes.regions.append(.init(old: old.places[key]!.span, new: new.places[key]!.span, pairs: first..<first))
      for child in new.places[key]!.children { recordInside(child, old, new, &changes) }
      changes.regions[index].pairs = first..<changes.pairs.count
    }
  }

  private mutating func recordInside(_ key: Int, _ old: Markup, _ new: Markup, _ changes: inout MarkupRegions) {
    if hasSameID(key, old, new), number(below: 2) == 0 {
      let pair = MarkupRegions.Pair(old: old.places[key]!.span, new: new.places[key]!.span)
      if old.bytes(of: key) == new.bytes(of: key) { return changes.pairs.append(pair) }
      if isFrame(key, old, new) {
        changes.pairs.append(pair)
        for child in new.places[key]!.children { recordOutside(child, old, new, &changes) }
        return
      }
    }
    for child in new.places[key]!.children { recordInside(child, old, new, &changes) }
  }
}
