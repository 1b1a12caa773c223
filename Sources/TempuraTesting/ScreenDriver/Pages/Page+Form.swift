internal import TempuraServer

extension Page {
  /// The fields that a browser sends when a button is pressed (HTML Standard, section 4.10.22.4), in the order of the
  /// page.
  ///
  /// - Parameter button: The button; nil if the form is sent without one.
  func form(pressing button: PageNode?) -> [LocalRequest.Field] {
    let form = nodes.first { $0.tag == "form" && $0["id"] == Self.formID }
    let takesFiles = (button?["formenctype"] ?? form?["enctype"])?.hasPrefix("multipart/") == true
    var fields: [LocalRequest.Field] = []
    for node in nodes where node["form"] == Self.formID || form?.contains(node) == true {
      guard let name = node["name"], !name.isEmpty, !node.has("disabled") else { continue }
      switch node.tag {
      case "button":
        if node === button { fields.append(.init(name, node["value"] ?? "")) }
      case "input" where node["type"] == "checkbox" || node["type"] == "radio":
        if node.has("checked") { fields.append(.init(name, node["value"] ?? "on")) }
      case "textarea":
        fields.append(.init(name, node.value.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")))
      case "input" where node["type"] == "file":
        let files = node.input.files.isEmpty ? [""] : node.input.files
        fields += files.map { .init(name, takesFiles ? $0 : Self.fileName($0), isFile: takesFiles) }
      case "input", "select": fields.append(.init(name, node.value))
      default: break
      }
    }
    return fields
  }

  /// The button that the return key presses: the first button with the name `return`.
  var returnButton: PageNode? { nodes.first { $0.tag == "button" && $0["name"] == "return" } }

  private static func fileName(_ path: String) -> String { path.split(separator: "/").last.map { String($0) } ?? "" }

  private static let formID = "screen"

  /// The button beside a field that sends its value.
  func setButton(of field: PageNode) -> PageNode? {
    field.parent?.children.first { $0.tag == "button" && $0["value"]?.hasSuffix(".set") == true }
  }
}
