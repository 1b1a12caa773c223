/// The accessibility tree of a page as text: one line per node with role, name and states, indented by depth.
struct AccessibilityTree: Decodable {
  private struct Value: Decodable {
    let text: String

    private enum CodingKeys: CodingKey { case value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func read<Read: Decodable>(_ type: Read.Type) -> Read? { try? container.decode(type, forKey: .value) }
      text =
        read(String.self) ?? read(Bool.self).map { "\($0)" }
        ?? read(Double.self).map { number in Int(exactly: number).map(String.init) ?? String(number) } ?? ""
    }
  }

  private struct Property: Decodable {
    let name: String
    let value: Value
  }

  private struct Node: Decodable {
    let nodeId: String
    let ignored: Bool
    let role, name, description, value: Value?
    let properties: [Property]?
    let childIds: [String]?
    let parentId: String?
  }

  private let nodes: [Node]

  /// The properties in a line. Others, such as focusable and editable, follow from the role.
  private static let states: Set<String> = [
    "disabled", "invalid", "level", "checked", "expanded", "pressed", "selected", "modal", "required", "multiline",
    "readonly", "valuemin", "valuemax", "valuetext", "hasPopup", "roledescription", "autocomplete",
  ]
  /// Roles without a line: their nodes only wrap text, which the parent has.
  private static let omittedRoles: Set<String> = ["InlineTextBox", "none", "generic", "LineBreak"]

  var lines: String {
    let byID = Dictionary(nodes.map { ($0.nodeId, $0) }) { first, _ in first }
    var lines: [String] = []
    func add(_ node: Node, depth: Int) {
      let role = node.role?.text ?? ""
      let hasLine = !node.ignored && !Self.omittedRoles.contains(role)
      if hasLine { lines.append(String(repeating: "  ", count: depth) + Self.line(of: node, role: role)) }
      if role == "StaticText" { return }
      let count = lines.count
      for child in node.childIds ?? [] { byID[child].map { add($0, depth: hasLine ? depth + 1 : depth) } }
      // The region of messages, which has none now.
      if hasLine, role == "alert", lines.count == count, node.name?.text.isEmpty != false { lines.removeLast() }
    }
    for root in nodes where root.parentId == nil { add(root, depth: 0) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(of node: Node, role: String) -> String {
    var line = role
    if let name = node.name?.text, !name.isEmpty { line += " “\(name)”" }
    if let value = node.value?.text, !value.isEmpty { line += " = “\(value)”" }
    if let description = node.description?.text, !description.isEmpty { line += " (\(description))" }
    for property in node.properties ?? []
    where states.contains(property.name) && !["false", ""].contains(property.value.text) {
      line += property.value.text == "true" ? ", \(property.name)" : ", \(property.name): \(property.value.text)"
    }
    return line.replacing("\n", with: "⏎")
  }
}
