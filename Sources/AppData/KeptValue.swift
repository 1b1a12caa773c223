package import Foundation

/// A value of a property list.
package enum KeptValue: Sendable, Equatable {
  case bool(Bool)
  case integer(Int)
  /// Beyond `Int.max`.
  case unsigned(UInt64)
  case real(Double)
  case string(String)
  case data(Data)
  case date(Date)
  case array([KeptValue])
  case dictionary([String: KeptValue])

  /// - Returns: Nil for a value that is in no property list.
  package init?(_ value: Any) {
    switch value {
    case let value as String: self = .string(value)
    case let value as Data: self = .data(value)
    case let value as Date: self = .date(value)
    case let value as CGFloat: self = .real(Double(value))
    case let value as NSNumber:
      switch value.objCType.pointee {
      case Self.boolType: self = .bool(value.boolValue)
      case Self.doubleType, Self.floatType: self = .real(value.doubleValue)
      default: self = Int(exactly: value).map(Self.integer) ?? .unsigned(value.uint64Value)
      }
    case let value as [String: Any]:
      let values = value.compactMapValues(Self.init)
      guard values.count == value.count else { return nil }
      self = .dictionary(values)
    case let value as [Any]:
      let values = value.compactMap(Self.init)
      guard values.count == value.count else { return nil }
      self = .array(values)
    default: return nil
    }
  }

  private static let boolType = NSNumber(value: true).objCType.pointee
  private static let doubleType = NSNumber(value: 1.5).objCType.pointee
  private static let floatType = NSNumber(value: Float(1.5)).objCType.pointee

  /// The value as Foundation has it. Numbers are `NSNumber`, which Swift casts to each type of number.
  package var object: Any {
    switch self {
    case .bool(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .unsigned(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .array(let values): values.map(\.object)
    case .dictionary(let values): values.mapValues(\.object)
    }
  }
}

/// `{"string": "…"}`: the names are those of property lists.
extension KeptValue: Codable {
  private enum Kind: String, CodingKey { case bool, integer, unsigned, real, string, data, date, array, dict }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    guard let kind = container.allKeys.first else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "It has no known type."))
    }
    func value<Value: Decodable>() throws -> Value { try container.decode(Value.self, forKey: kind) }
    func parsed<Value>(_ parse: (String) -> Value?) throws -> Value {
      guard let value = parse(try value()) else {
        throw DecodingError.dataCorruptedError(
          forKey: kind, in: container, debugDescription: "It is not of the type \(kind.rawValue).")
      }
      return value
    }
    self =
      switch kind {
      case .bool: .bool(try value())
      case .integer: .integer(try value())
      case .unsigned: .unsigned(try value())
      case .real: .real(try parsed { Double($0) })
      case .string: .string(try value())
      case .data: .data(try parsed { Data(base64Encoded: $0) })
      case .date: .date(Date(timeIntervalSinceReferenceDate: try parsed { Double($0) }))
      case .array: .array(try value())
      case .dict: .dictionary(try value())
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Kind.self)
    switch self {
    case .bool(let value): try container.encode(value, forKey: .bool)
    case .integer(let value): try container.encode(value, forKey: .integer)
    case .unsigned(let value): try container.encode(value, forKey: .unsigned)
    // JSON has not all numbers.
    case .real(let value): try container.encode("\(value)", forKey: .real)
    case .string(let value): try container.encode(value, forKey: .string)
    case .data(let value): try container.encode(value.base64EncodedString(), forKey: .data)
    case .date(let value): try container.encode("\(value.timeIntervalSinceReferenceDate)", forKey: .date)
    case .array(let values): try container.encode(values, forKey: .array)
    case .dictionary(let values): try container.encode(values, forKey: .dict)
    }
  }
}
