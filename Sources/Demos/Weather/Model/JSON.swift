import Foundation

/// A JSON object.
typealias JSONDictionary = [String: Any]

/// A type whose values can be read from a JSON object.
protocol JSONDeserializable {
  /// - Returns: nil if the object lacks a required member.
  init?(dictionary: JSONDictionary)
}

// Services write some values as numbers on one day and as strings on the next.
extension JSONDictionary {
  /// A string, or a number as a string; nil for an empty string and all other values.
  func text(_ key: String) -> String? {
    switch self[key] {
    case let text as String: text.isEmpty ? nil : text
    case let number as NSNumber: number.isTruth ? nil : number.stringValue
    default: nil
    }
  }

  /// A number, or a string that is a number.
  func number(_ key: String) -> Double? {
    let number: Double? =
      switch self[key] {
      case let text as String: Double(text.trimmingCharacters(in: .whitespaces))
      case let number as NSNumber: number.isTruth ? nil : number.doubleValue
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension NSNumber {
  /// Whether this is `true` or `false`.
  fileprivate var isTruth: Bool { String(cString: objCType) == "c" }
}
