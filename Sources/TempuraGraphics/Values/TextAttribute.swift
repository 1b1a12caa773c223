package import Foundation

/// Reads the values of attributes, which apps set as numbers of any type.
package enum TextAttribute {
  /// The value as a number; nil if it is not a number.
  package static func anyNumber(_ value: Any) -> Double? {
    switch value {
    case let value as Int: Double(value)
    case let value as Double: value
    case let value as CGFloat: Double(value)
    case let value as Float: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }

  /// The value as a number; nil if it is not a number, or too large for a length.
  static func number(_ value: Any) -> Double? { anyNumber(value).flatMap { abs($0) < 1e6 ? $0 : nil } }

  package static func length(_ value: Any) -> CGFloat? { number(value).map { CGFloat($0) } }
}
