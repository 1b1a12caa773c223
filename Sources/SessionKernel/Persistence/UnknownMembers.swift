internal import Foundation

/// The members of a stored JSON object that this release does not know: another release, which shares the storage, has added them.
/// They are stored again with each save.
package struct UnknownMembers: Equatable {
  /// Their text in the object; empty if there are none.
  private let text: [UInt8]

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package static let none = UnknownMembers(text: [])

  private init(text: [UInt8]) { self.text = text }

  /// - Parameters:
  ///   - decoder: The decoder of the object.
  ///   - json: The object.
  package init(_ decoder: any Decoder, of json: [UInt8], unless isKnown: (String) -> Bool) throws {
    let names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue).filter { !isKnown($0) }
    guard !names.isEmpty, let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] else {
      text = []
      return
    }
    let members = object.filter { names.contains($0.key) }
    let data = try JSONSerialization.data(withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
    text = Array(data.dropFirst().dropLast())
  }

  /// Adds them to an object that has other members.
  package func added(to json: [UInt8]) -> [UInt8] {
    guard !text.isEmpty, let end = json.lastIndex(of: UInt8(ascii: "}")) else { return json }
    return json[..<end] + Array(",".utf8) + text + json[end...]
  }
}
