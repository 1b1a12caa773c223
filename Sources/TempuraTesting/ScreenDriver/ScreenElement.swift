/// What a driver's user sees of an element of the screen.
public struct ScreenElement: Equatable, Sendable {
  /// What the app knows it by; empty if it has no id.
  public let id: String
  /// What it is to its user: `button`, `switch`, `text field`, `text`, `heading`, `image` and so on.
  public let kind: String
  /// What a screen reader calls it: its accessibility label, or what is in it.
  public let name: String
  /// What can be read on it. Of a field, its value; of a picker, what is chosen.
  public let text: String
  /// Whether it can be seen. What a modal screen covers in part can.
  public let isShown: Bool
  /// Whether its user can use it now.
  public let isEnabled: Bool
  /// Whether a switch is on, a segment or tab chosen, a button selected.
  public let isSelected: Bool
  /// What the page says is wrong with the value of a field.
  public let problem: String?

  init(_ node: PageNode, _ page: Page) {
    id = node.ids.first ?? ""
    kind = Self.kind(of: node)
    name = page.name(of: node)
    text =
      switch node.tag {
      case "select": node.selectedOption.map { page.collapsed($0.plainText) } ?? ""
      case "input" where node["type"] == "file": node[PageNode.fileNames] ?? ""
      case "input", "textarea": node.value
      case "img": node["alt"] ?? ""
      case "progress": node["value"] ?? ""
      default: page.text(of: node)
      }
    isShown = page.isShown(node)
    isEnabled = page.obstacle(to: node) == nil
    isSelected =
      ["aria-checked", "aria-pressed", "aria-selected"].contains { node[$0] == "true" }
      || node["aria-current"].map { $0 != "false" } ?? false
    problem = page.problem(of: node)
  }

  private static func kind(of node: PageNode) -> String {
    switch (node.tag, node["role"] ?? node["type"]) {
    case ("button", "switch"): "switch"
    case ("button", "radio"): "segment"
    case ("button", _), ("summary", _): "button"
    case ("a", _): "link"
    case ("textarea", _): "text view"
    case ("select", _): "picker"
    case ("input", "range"): "slider"
    case ("input", "date"): "date"
    case ("input", "time"): "time"
    case ("input", "datetime-local"): "date and time"
    case ("input", "file"): "file field"
    case ("input", _): "text field"
    case ("img", _): "image"
    case ("progress", _): "progress"
    case ("dialog", _): "modal screen"
    case ("ul", _), ("ol", _): "list"
    case ("li", _): "row"
    case ("h1", _), ("h2", _), ("h3", _), ("h4", _), ("h5", _), ("h6", _): "heading"
    case (_, let role?): role
    default: "text"
    }
  }
}
