internal import Foundation

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

  /// Returns JSON in which the values of the keys are blotted out: texts are `"•••"`, numbers 0, truth values false, also inside of
  /// arrays and objects. So the shape stays, and a recorded state can be shown. Keys stay, also those of a dictionary.
  ///
  /// - Parameter hasSecretTexts: Whether secrets are taken out of all its texts, too.
  package func redacted(_ json: [UInt8], hasSecretTexts: Bool = false) -> [UInt8] {
    guard !keys.isEmpty || hasSecretTexts else { return json }
    var reader = JSONRedaction(keys: keys, text: hasSecretTexts ? text : nil, json: json)
    return reader.run()
  }
}

private struct JSONRedaction {
  let keys: Set<String>
  /// Takes secrets out of a text.
  let text: (@Sendable (String) -> String)?
  let json: [UInt8]

  private var index = 0
  private var output: [UInt8] = []
  /// For each open array and object, whether its values are blotted out.
  private var open: [Bool] = []
  /// Whether the next value is.
  private var isNextSecret = false

  init(keys: Set<String>, text: (@Sendable (String) -> String)?, json: [UInt8]) {
    self.keys = keys
    self.text = text
    self.json = json
  }

  private var isSecret: Bool { isNextSecret || open.last == true }

  mutating func run() -> [UInt8] {
    output.reserveCapacity(json.count)
    while index < json.count {
      let start = index
      switch json[index] {
      case UInt8(ascii: "\""):
        skipText()
        let text = json[start..<index]
        if isBeforeColon {
          output += text
          isNextSecret = open.last == true || isKey(text)
        } else {
          write(isSecret ? ArraySlice(Redaction.mark.swiftLiteral.utf8) : withoutSecrets(text))
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(isSecret)
        isNextSecret = false
        copy()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = open.popLast()
        copy()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        while index < json.count, Self.isScalar(json[index]) { index += 1 }
        write(isSecret ? [UInt8(ascii: "0")] : json[start..<index])
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        while index < json.count, Self.isScalar(json[index]) { index += 1 }
        let isNull = json[start] == UInt8(ascii: "n")
        write(isSecret && !isNull ? ArraySlice("false".utf8) : json[start..<index])
      default: copy()
      }
    }
    return output
  }

  private mutating func copy() {
    output.append(json[index])
    index += 1
  }

  private mutating func write(_ value: ArraySlice<UInt8>) {
    output += value
    isNextSecret = false
  }

  private mutating func skipText() {
    index += 1
    while index < json.count, json[index] != UInt8(ascii: "\"") { index += json[index] == UInt8(ascii: "\\") ? 2 : 1 }
    index = min(index + 1, json.count)
  }

  private var isBeforeColon: Bool {
    var next = index
    while next < json.count, [0x20, 0x09, 0x0a, 0x0d].contains(json[next]) { next += 1 }
    return next < json.count && json[next] == UInt8(ascii: ":")
  }

  private func isKey(_ literal: ArraySlice<UInt8>) -> Bool {
    decoded(literal).map(keys.contains) ?? false
  }

  private func withoutSecrets(_ literal: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let text, let plain = decoded(literal) else { return literal }
    let told = text(plain)
    return told == plain ? literal : ArraySlice(JSONValue.literal(told).utf8)
  }

  private func decoded(_ literal: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
    return text.utf8.contains(UInt8(ascii: "\\"))
      ? try? JSONDecoder().decode(String.self, from: Data(literal)) : text
  }

  private static func isScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
