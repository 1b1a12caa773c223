internal import Basics
internal import Foundation
internal import HTTPServer
internal import Recordings
internal import Sessions

/// JSON for operators and their tools. The fields keep their order.
struct SessionJSON {
  private var fields: [(name: String, value: String)] = []

  init() {}

  /// Makes the fields of a session without its content.
  init(_ session: StoredSession, fullID: Bool) {
    if let head = SliceContent.Head(session.record) {
      add("part", head.part)
      add("of", head.key)
    }
    add("key", fullID ? session.key.hexadecimal : String(session.key.hexadecimal.prefix(12)))
    add("created", time: session.record.created)
    add("expires", time: session.record.expiry)
    if !SliceContent.isPart(session.record) { add("used", session.record.isUsed) }
    add("version", session.record.version)
    add("bytes", session.size)
    if !SliceContent.isPart(session.record) { add("quarantined", session.record.isQuarantined) }
  }

  mutating func add(_ name: String, _ number: some BinaryInteger) { fields.append((name, "\(number)")) }

  mutating func add(_ name: String, _ truth: Bool) { fields.append((name, "\(truth)")) }

  mutating func add(_ name: String, _ text: String) { fields.append((name, Self.text(text))) }

  /// - Parameter time: In seconds since 1970. Nil for none.
  mutating func add(_ name: String, time: Int64?) { fields.append((name, time.map(Self.text(time:)) ?? "null")) }

  private static func text(_ text: String) -> String { visible(JSONValue.literal(text)) }

  /// Returns a time in UTC as in ISO 8601. If it is too large for a calendar, returns the seconds since 1970.
  static func text(time: Int64) -> String {
    UTC.text(Int(time), "%Y-%m-%dT%H:%M:%SZ").map(text) ?? "\(time)"
  }

  /// Adds the content of a session as JSON. If it is not JSON, adds its bytes as Base64.
  mutating func add(content bytes: [UInt8]) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)),
      let data = try? JSONSerialization.data(
        withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    else { return add("contentBase64", Data(bytes).base64EncodedString()) }
    let text = Self.visible(String(decoding: data, as: UTF8.self))
    fields.append(("content", text.replacing("\n", with: "\n  ")))
  }

  /// The JSON in one line.
  var line: String { "{" + fields.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}" }

  /// The JSON with a line for each field.
  var pretty: String { "{\n" + fields.map { "  \"\($0.name)\": \($0.value)" }.joined(separator: ",\n") + "\n}" }

  /// Escapes control characters of JSON. Users may have typed them, and a terminal would obey them.
  static func visible(_ json: String) -> String {
    if json.utf8.allSatisfy({ $0 < 0x7f && $0 >= 0x20 || $0 == 0x0a }) { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar != "\n", .format, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 { text += "\\u" + unit.hexadecimal }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
