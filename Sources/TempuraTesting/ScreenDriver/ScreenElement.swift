/// An element of the screen, as a user perceives it.
public struct ScreenElement: Equatable, Sendable {
  /// Its id in the app; empty if it has none.
  public let id: String
  /// Its kind: `button`, `switch`, `text field`, `text`, `heading`, `image` and so on.
  public let kind: String
  /// Its accessible name: the accessibility label, or the content.
  public let name: String
  /// Its visible text, the value of a field, or the selected option of a picker.
  public let text: String
  /// Whether it is visible. Elements behind a modal screen are visible.
  public let isShown: Bool
  /// Whether it can be used now.
  public let isEnabled: Bool
  /// Whether a switch is on, or a segment, tab or button is selected.
  public let isSelected: Bool
  /// The message of the page about an invalid value of a field; nil if there is none.
  public let problem: String?

  init(_ node: PageNode, _ page: Page) {
    id = node.ids.first ?? ""
    kind = Self.kind(of: node)
    name = page.name(of: node)
    text =
      switch node.tag {
      case "select": node.selectedOption.map { page.collapsed($0.plainText) } ?? ""
      case "input" where node["type"] == "file": node.chosenFiles
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
