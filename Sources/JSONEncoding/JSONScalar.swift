/// A value of JSON without other values in it. The types are those that encoders and containers have methods for.
protocol JSONScalar: Codable {
  /// - Returns: False if it cannot be written as JSON.
  func append(to buffer: inout JSONBuffer) -> Bool

  /// Reads a value. Nil for another type, and for numbers that `JSONDecoder` must read.
  init?(_ reader: JSONReader, _ token: Int)
}

extension JSONScalar where Self: FixedWidthInteger {
  func append(to buffer: inout JSONBuffer) -> Bool {
    if Self.bitWidth > 64 { buffer.append(description) } else { buffer.append(self) }
    return true
  }

  init?(_ reader: JSONReader, _ token: Int) {
    guard let number = reader.integer(at: token) else { return nil }
    self.init(exactly: number)
  }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
extension Int128: JSONScalar {}
extension UInt128: JSONScalar {}

extension Bool: JSONScalar {
  func append(to buffer: inout JSONBuffer) -> Bool {
    buffer.append(self ? "true" : "false")
    return true
  }

  init?(_ reader: JSONReader, _ token: Int) {
    switch reader.kind(token) {
    case .yes: self = true
    case .no: self = false
    default: return nil
    }
  }
}

extension JSONScalar where Self: BinaryFloatingPoint & CustomStringConvertible {
  /// Appends the fewest digits that mean this number, and none behind the point if they are zeros.
  func append(to buffer: inout JSONBuffer) -> Bool {
    guard isFinite else { return false }
    var text = description
    text.withUTF8 { buffer.append($0.suffix(2).elementsEqual(".0".utf8) ? .init(rebasing: $0.dropLast(2)) : $0) }
    return true
  }
}

extension JSONScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
  init?(_ reader: JSONReader, _ token: Int) {
    guard reader.kind(token) == .number else { return nil }
    // Powers of ten are exact up to 10²² in a Double, and up to 10¹⁰ in a Float. There are at most 17 digits of a fraction.
    if let number = reader.number(at: token), number.digits < 1 << Self.significandBitCount,
      Self.significandBitCount == 52 || number.exponent >= -10
    {
      // Both are exact, so that the quotient is the nearest value.
      self = Self(number.digits) / Self(powersOfTen[-number.exponent])
      if number.sign == .minus { negate() }
    } else {
      guard let number = Self(reader.numberText(token)), number.isNormal else { return nil }
      self = number
    }
  }
}

private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
]

extension Float: JSONScalar {}
extension Double: JSONScalar {}

extension String: JSONScalar {
  func append(to buffer: inout JSONBuffer) -> Bool {
    buffer.append(quoted: self)
    return true
  }

  init?(_ reader: JSONReader, _ token: Int) {
    guard reader.kind(token) == .string else { return nil }
    self = reader.string(token)
  }
}
