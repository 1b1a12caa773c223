internal import Recordings

extension Step.Property {
  static func all(of item: Any, redact: (String) -> String) -> [Step.Property] {
    Mirror(reflecting: item).children.map { Step.Property($0.label ?? "", text: redact("\($0.value)"), source: nil) }
  }
  static func text(of value: Any, redact: (String) -> String) -> String { redact("\(value)") }
}
