import Foundation

/// An object of JSON as it was read.
typealias JSONDictionary = [String: Any]

/// What can be made of an object of JSON.
protocol JSONDeserializable {
  /// - Returns: nil if the object lacks something.
  init?(dictionary: JSONDictionary)
}

// Services differ in what they write as numbers and what as texts, and sometimes one does from day to day.
extension JSONDictionary {
  /// A text, or a number as it is written; nil for nothing, an empty text and anything else.
  func text(_ key: String) -> String? {
    switch self[key] {
    case let text as String: text.isEmpty ? nil : text
    case let number as NSNumber: number.isTruth ? nil : number.stringValue
    default: nil
    }
  }

  /// A number, or a text that is one.
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
