/// What must not be recorded.
package struct Redaction: Sendable {
  /// What stands for a text that is not recorded.
  package static let mark = "•••"

  /// Names of properties, and keys of the state's JSON, whose values are not recorded.
  package var keys: Set<String>
  /// Takes secrets out of a text, such as what was typed into secure fields.
  package var text: @Sendable (String) -> String

  package init(keys: Set<String> = [], text: @escaping @Sendable (String) -> String = { $0 }) {
    self.keys = keys
    self.text = text
  }

  /// Returns what a user did, without secrets. What is typed into a field in a view with one of the names is not recorded.
  package func redacted(_ act: Step.Act) -> Step.Act {
    let isSecret = !keys.isEmpty && act.id.split(separator: ".").contains { keys.contains(String($0)) }
    return Step.Act(
      act.kind, id: act.id, label: act.label.map(text),
      value: isSecret ? act.value.map { _ in Self.mark } : act.value.map(text))
  }

  /// Returns JSON in which the values of the keys are redacted, also inside of arrays and objects: texts are `"•••"`, numbers 0,
  /// truth values false. So the shape stays, and a recorded state can be shown. Keys stay, also those of a dictionary.
  ///
  /// - Parameter hasSecretTexts: Whether secrets are taken out of all its texts, too.
  package func redacted(_ json: [UInt8], hasSecretTexts: Bool = false) -> [UInt8] {
    guard !keys.isEmpty || hasSecretTexts else { return json }
    // Nothing is revealed of what cannot be read.
    guard let value = JSONValue(json) else { return Array("null".utf8) }
    return Array(redacted(value, isSecret: false, hasSecretTexts).json.utf8)
  }

  private func redacted(_ value: JSONValue, isSecret: Bool, _ hasSecretTexts: Bool) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        members.map {
          JSONValue.Member(
            key: $0.key, value: redacted($0.value, isSecret: isSecret || keys.contains($0.key), hasSecretTexts))
        })
    case .array(let elements): .array(elements.map { redacted($0, isSecret: isSecret, hasSecretTexts) })
    case .text(let value): .text(isSecret ? Self.mark : hasSecretTexts ? text(value) : value)
    case .number where isSecret: .number("0")
    case .bool where isSecret: .bool(false)
    default: value
    }
  }
}
