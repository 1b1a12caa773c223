internal import Foundation

/// The values that a field accepts (HTML Standard, section 4.10.5.1).
struct Field {
  private let node: PageNode

  init(_ node: PageNode) { self.node = node }

  private var type: String { node.tag == "input" ? node["type"] ?? "text" : node.tag }

  /// Whether a user types its value.
  var isTyped: Bool {
    ["text", "search", "url", "tel", "email", "password", "number", "textarea"].contains(type)
  }

  /// Whether a live page sends what is typed at the next pause. The script does not send what is no number yet.
  var isSentWhileTyping: Bool { isTyped && type != "number" && node.has("data-live") }

  /// The beginning of a text that fits into the field. `maxlength` counts UTF-16 code units.
  func fitting(_ text: String) -> String {
    guard let limit = node["maxlength"].flatMap(Int.init) else { return text }
    var fitting = ""
    var length = 0
    for character in text {
      length += character.utf16.count
      if length > limit { break }
      fitting.append(character)
    }
    return fitting
  }

  /// The nearest value that the slider can have.
  func nearest(_ value: Double) -> String {
    let least = node["min"].flatMap(Double.init) ?? 0
    let limit = node["max"].flatMap(Double.init) ?? 100
    var nearest = min(max(value, least), limit)
    if let step = node["step"].flatMap(Double.init), step > 0 {
      nearest = least + ((nearest - least) / step).rounded() * step
      if nearest > limit { nearest -= step }
    }
    return nearest == nearest.rounded() && abs(nearest) < 1e15 ? String(Int(nearest)) : String(nearest)
  }

  /// Whether a date or time has the form of the field; nil if the field is for something else.
  func fits(_ value: String) -> Bool? {
    switch type {
    case "date": value.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil && isDate(value)
    case "time": value.wholeMatch(of: /([01][0-9]|2[0-3]):[0-5][0-9]/) != nil
    case "datetime-local":
      value.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]/) != nil
        && isDate(String(value.prefix(10)))
    default: nil
    }
  }

  private func isDate(_ text: String) -> Bool {
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    return DateComponents(
      calendar: Calendar(identifier: .gregorian), year: numbers[0], month: numbers[1], day: numbers[2]
    )
    .isValidDate
  }
}
