internal import Foundation

/// A page in a window: its elements, with the values that were typed.
struct Page {
  /// The path and query that the browser shows.
  let url: String
  /// The status of the server's answer (RFC 9110, section 15).
  let status: Int
  let root: PageNode
  private let nodesByID: [String: PageNode]
  /// What the page's style rules say of the places of elements, by their classes.
  private let places: [Substring: Place]

  /// All elements, in the order of the page.
  let nodes: [PageNode]

  init(url: String, status: Int, root: PageNode) {
    self.url = url
    self.status = status
    self.root = root
    nodes = root.descendants
    var nodesByID: [String: PageNode] = [:]
    for node in nodes {
      if let id = node["id"], nodesByID[id] == nil { nodesByID[id] = node }
    }
    self.nodesByID = nodesByID
    places = Place.byClass(nodes.filter { $0.tag == "style" }.map(\.plainText).joined())
  }

  func node(withID id: String) -> PageNode? { nodesByID[id] }

  var title: String { nodes.first { $0.tag == "title" }?.plainText ?? "" }

  var language: String { nodes.first { $0.tag == "html" }?["lang"] ?? "" }

  /// The message at the top of the page about the last form.
  var notice: String? {
    nodes.first { $0.classes.contains("notice") && $0["role"] != "status" }.map { collapsed(text(of: $0)) }
  }

  var body: PageNode { nodes.first { $0.tag == "body" } ?? root }

  // MARK: - Texts

  /// The elements that have text and are not controls, such as labels and headings, in the order of the page.
  var textBlocks: [PageNode] { body.descendants.filter { isTextBlock($0) } }

  func isTextBlock(_ node: PageNode) -> Bool {
    guard !node.isInline, !node.isControl, node.tag != "option", node.tag != "optgroup",
      !node.ancestors.contains(where: { $0.isControl })
    else { return false }
    return node.contents.contains { content in
      switch content {
      case .text(let text): text.contains { !$0.isWhitespace }
      case .element(let child): child.isInline && !child.isControl && !collapsed(text(of: child)).isEmpty
      }
    }
  }

  /// The visible text of an element, one line per block.
  func text(of node: PageNode) -> String {
    var writer = TextWriter()
    write(node, into: &writer)
    return writer.finish()
  }

  private func write(_ node: PageNode, into writer: inout TextWriter) {
    for content in node.contents {
      switch content {
      case .text(let text): writer.text += text
      case .element(let child):
        if isInvisible(child) || child.isField { continue }
        if child.tag == "br" { writer.text += "\n" }
        if !child.isInline { writer.text += "\n" }
        write(child, into: &writer)
        if !child.isInline { writer.text += "\n" }
      }
    }
  }

  private func isInvisible(_ node: PageNode) -> Bool {
    node.has("hidden") || node["aria-hidden"] == "true" || node.classes.contains { places[$0]?.isHidden == true }
  }

  private struct TextWriter {
    var text = ""

    func finish() -> String {
      text.split(separator: "\n").map { $0.trimmingSpace }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
  }

  /// The text in one line, with single spaces.
  func collapsed(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }

  // MARK: - Names

  /// The accessible name of an element (Accessible Name and Description Computation 1.2, section 4.3.2): its label,
  /// else its content.
  func name(of node: PageNode) -> String {
    if let labels = node["aria-labelledby"] {
      let name = labels.split(separator: " ").compactMap { nodesByID[String($0)] }
        .map { text(of: $0) }.joined(separator: " ")
      if !collapsed(name).isEmpty { return collapsed(name) }
    }
    for attribute in ["aria-label", "alt"] {
      if let name = node[attribute], !collapsed(name).isEmpty { return collapsed(name) }
    }
    if node.isField { return collapsed(node["placeholder"] ?? node["title"] ?? "") }
    if node.isTappable || isTextBlock(node) {
      let name = collapsed(text(of: node))
      if !name.isEmpty { return name }
      if let image = node.first(where: { $0.tag == "img" }) { return collapsed(image["alt"] ?? "") }
    }
    return ""
  }

  // MARK: - Usability

  enum Obstacle: Equatable {
    case disabled
    case hidden
    /// Its view has a frame without width or height.
    case empty
    /// It is outside of the window, or of a view that clips it.
    case outside
    /// It is under the modal screen with this name.
    case covered(by: String)
    case inert
    /// It is in a closed menu, which the control with this name opens.
    case closed(opener: String)
  }

  /// Whether an element is visible.
  func isShown(_ node: PageNode) -> Bool {
    switch obstacle(to: node) {
    case .hidden, .empty, .outside, .closed: false
    case nil, .disabled, .covered, .inert: true
    }
  }

  /// Why an element cannot be used; nil if it can.
  func obstacle(to node: PageNode) -> Obstacle? {
    var inside = node
    var isInert = false
    var isHidden = false
    for ancestor in [node] + Array(node.ancestors) {
      isInert = isInert || ancestor.has("inert")
      isHidden = isHidden || isInvisible(ancestor)
      if ancestor !== node, ancestor.tag == "details", !ancestor.isOpenMenu, inside.tag != "summary" {
        return .closed(opener: ancestor.children.first { $0.tag == "summary" }.map(displayName) ?? "")
      }
      if ancestor !== node, ancestor.has("popover"), !ancestor.isOpenMenu {
        return .closed(opener: opener(of: ancestor).map(displayName) ?? "")
      }
      inside = ancestor
    }
    if isHidden { return hasEmptyFrame(node) ? .empty : isOutside(node) ? .outside : .hidden }
    if node.isControl, isOutside(node) { return .outside }
    if isInert {
      let modal = nodes.last { $0.tag == "dialog" && $0.has("open") }
      guard let modal, !modal.contains(node) else { return .inert }
      return .covered(by: displayName(of: modal))
    }
    return node.has("disabled") ? .disabled : nil
  }

  private func place(of node: PageNode) -> Place? { node.classes.lazy.compactMap { places[$0] }.first }

  /// Whether the view of a control has a frame in which nothing can be seen.
  private func hasEmptyFrame(_ node: PageNode) -> Bool {
    let nearest = sequence(first: node) { $0.parent }.lazy.compactMap { place(of: $0)?.frame }.first { _ in true }
    return nearest.map { $0.width <= 0 || $0.height <= 0 } ?? false
  }

  /// Whether an element on a page that the server laid out is outside of a view around it that clips, or of the window.
  private func isOutside(_ node: PageNode) -> Bool {
    var area: CGRect?
    for element in sequence(first: node, next: \.parent) {
      if element.tag == "dialog" { return false }
      let place = place(of: element)
      if let known = area {
        if element.has("data-scrolls") {
          area = place?.frame.map { CGRect(origin: .zero, size: $0.size) }
        } else if let frame = place?.frame, place?.isClipping == true, frame.width > 0, frame.height > 0 {
          if !known.intersects(CGRect(origin: .zero, size: frame.size)) { return true }
        } else if let width = place?.windowWidth {
          return known.maxX <= 0 || known.minX >= width
        }
      }
      if place?.isMoved == true { return false }
      guard let frame = place?.frame else { continue }
      area = area?.offsetBy(dx: frame.minX, dy: frame.minY) ?? frame
    }
    return false
  }

  private func opener(of popover: PageNode) -> PageNode? {
    popover["id"].flatMap { id in nodes.first { $0["popovertarget"] == id } }
  }

  /// The name of an element in messages: its accessible name, else its id.
  func displayName(of node: PageNode) -> String {
    let name = name(of: node)
    return name.isEmpty ? node.ids.first ?? node.tag : name
  }

  /// The message beside a field about its invalid value.
  func problem(of node: PageNode) -> String? {
    guard node["aria-invalid"] == "true" else { return nil }
    return (node["aria-describedby"] ?? "").split(separator: " ").compactMap { nodesByID[String($0)] }
      .first { $0.classes.contains("problem") }.map { collapsed(text(of: $0)) }
  }
}

extension PageNode {
  var classes: [Substring] { (self["class"] ?? "").split(separator: " ") }

  /// The attribute of an open popover, in the copy of a browser's page. Markup of browsers does not have this
  /// information.
  static let openPopover = "data-open"

  /// Whether this `details` element or popover is open.
  var isOpenMenu: Bool { input.isOpen ?? has(has("popover") ? Self.openPopover : "open") }
}

extension Substring {
  fileprivate var trimmingSpace: Substring {
    var rest = self
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
