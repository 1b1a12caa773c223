internal import Foundation

/// Markup that operations of patches change, as `docs/reference/live-protocol.md` says. It stands for the document of a browser.
package struct PatchedDocument {
  /// Contains what the markup begins with.
  let root: PageNode

  /// The rules that were added to the page's style element.
  package private(set) var addedStyles = ""

  /// The values of the page that were set, such as its title.
  package private(set) var values: [String: String?] = [:]

  /// The id of the last target.
  private var lastID = ""

  package init(markup: String) { self.init(root: PageReader.read(markup)) }

  init(root: PageNode) { self.root = root }

  /// The markup in a form that is the same for equal documents: attributes are sorted, empty texts are left out.
  package var markup: String {
    var markup = ""
    root.writeNormalized(to: &markup)
    return markup
  }

  /// Applies operations.
  ///
  /// - Parameter operations: JSON objects, joined by commas.
  /// - Throws: `PatchError` if the operations do not fit to the document. Those before the wrong one are applied.
  package mutating func apply(_ operations: [UInt8]) throws {
    let json = [UInt8(ascii: "[")] + operations + [UInt8(ascii: "]")]
    guard let operations = try? JSONSerialization.jsonObject(with: Data(json)) as? [[Any]] else {
      throw PatchError.malformed(String(decoding: operations, as: UTF8.self))
    }
    for operation in operations { try apply(operation) }
  }

  mutating func apply(_ operation: [Any]) throws(PatchError) {
    let arguments = operation.dropFirst()
    do throws(PatchError) {
      switch operation.first as? String {
      case "a": try setAttributes(arguments)
      case "t":
        guard arguments.count == 2, let text = arguments[2] as? String else { throw .malformed("") }
        try element(arguments[1]).replaceContents(by: [.text(text)])
      case "h":
        guard arguments.count == 2, let markup = arguments[2] as? String else { throw .malformed("") }
        let target = try element(arguments[1])
        try target.replaceContents(by: target.containsRawText ? [.text(markup)] : contents(markup))
      case "r": try replace(arguments)
      case "d":
        var nodes: [PageNode] = []
        for argument in arguments { nodes.append(try element(argument)) }
        for node in nodes { node.remove() }
      case "i":
        guard arguments.count == 3 else { throw .malformed("") }
        let nodes = try contents(arguments[3])
        let target = try element(arguments[1])
        try target.insert(nodes, before: before(arguments[2], in: target))
      case "m": try move(arguments)
      case "s":
        guard arguments.count == 1, let css = arguments[1] as? String else { throw .malformed("") }
        addedStyles += css
      case "p":
        try forEachValue(in: arguments) { name, value in values[name] = value }
      default: throw .malformed("")
      }
    } catch .malformed {
      throw PatchError.malformed("\(operation)")
    }
  }

  // MARK: - Operations

  private mutating func setAttributes(_ arguments: ArraySlice<Any>) throws(PatchError) {
    guard let target = arguments.first else { throw .malformed("") }
    let node = try element(target)
    try forEachValue(in: arguments.dropFirst()) { name, value in node.attributes[name] = value }
  }

  private func forEachValue(in arguments: ArraySlice<Any>, _ body: (String, String?) -> Void) throws(PatchError) {
    guard arguments.count.isMultiple(of: 2), !arguments.isEmpty else { throw .malformed("") }
    for index in stride(from: arguments.startIndex, to: arguments.endIndex, by: 2) {
      guard let name = arguments[index] as? String, arguments[index + 1] is String || arguments[index + 1] is NSNull
      else { throw .malformed("") }
      body(name, arguments[index + 1] as? String)
    }
  }

  private mutating func replace(_ arguments: ArraySlice<Any>) throws(PatchError) {
    guard arguments.count == 2 else { throw .malformed("") }
    let contents = try contents(arguments[2])
    guard contents.count == 1, case .element = contents[0] else { throw .malformed("") }
    let node = try element(arguments[1])
    guard let parent = node.parent else { throw .malformed("") }
    parent.insert(contents, before: node)
    node.remove()
  }

  private mutating func move(_ arguments: ArraySlice<Any>) throws(PatchError) {
    guard arguments.count > 2 else { throw .malformed("") }
    let target = try element(arguments[1])
    let before = try before(arguments[2], in: target)
    for argument in arguments.dropFirst(2) {
      let child = try element(argument)
      guard child !== before, !child.contains(target), child !== target else { throw .notAChild("\(argument)") }
      child.remove()
      target.insert([.element(child)], before: before)
    }
  }

  // MARK: - Targets

  private mutating func before(_ argument: Any, in target: PageNode) throws(PatchError) -> PageNode? {
    if argument is NSNull { return nil }
    let node = try element(argument)
    guard node.parent === target else { throw .notAChild("\(argument)") }
    return node
  }

  /// The element that a target names. Fails if two elements have the id: a browser would take the first.
  private mutating func element(_ target: Any) throws(PatchError) -> PageNode {
    let path = target as? [Any] ?? [target]
    guard var id = path.first as? String else { throw .malformed("") }
    if id.isEmpty { id = lastID }
    lastID = id
    var found: [PageNode] = []
    root.find(id: id, into: &found)
    guard found.count == 1 else { throw found.isEmpty ? .missing(id) : .ambiguous(id) }
    var node = found[0]
    for step in path.dropFirst() {
      guard let index = step as? Int else { throw .malformed("") }
      let children = node.children
      guard children.indices.contains(index) else { throw .missing("\(path)") }
      node = children[index]
    }
    return node
  }

  private func contents(_ markup: Any) throws(PatchError) -> [PageNode.Content] {
    guard let markup = markup as? String else { throw .malformed("") }
    return PageReader.read(markup).contents
  }
}

/// An operation of a patch that does not fit to the page.
package enum PatchError: Error, Equatable, CustomStringConvertible {
  case malformed(String)
  case missing(String)
  case ambiguous(String)
  case notAChild(String)
  case gap(from: Int, to: Int)

  package var description: String {
    switch self {
    case .malformed(let operation):
      "The patch contains an operation that docs/reference/live-protocol.md does not describe: \(operation)."
    case .missing(let target): "The patch changes the element \(target), which is not in the page."
    case .ambiguous(let id): "The patch changes the element \(id), and the page contains several."
    case .notAChild(let target): "The patch moves elements within an element, and \(target) is not a child of it."
    case .gap(let last, let next): "The patch leads from step \(last) to step \(next)."
    }
  }
}
