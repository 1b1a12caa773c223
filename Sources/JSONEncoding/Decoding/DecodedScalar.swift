/// A value of JSON without other values in it, as it is read.
protocol DecodedScalar: Decodable {
  /// Reads a value. Nil for another type, and for numbers that `JSONDecoder` must read.
  init?(_ reader: JSONReader, _ token: Int)
}

extension DecodedScalar where Self: FixedWidthInteger {
  init?(_ reader: JSONReader, _ token: Int) {
    guard let number = reader.integer(at: token) else { return nil }
    self.init(exactly: number)
  }
}

extension DecodedScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
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

extension Bool: DecodedScalar {
  init?(_ reader: JSONReader, _ token: Int) {
    switch reader.kind(token) {
    case .yes: self = true
    case .no: self = false
    default: return nil
    }
  }
}

extension String: DecodedScalar {
  init?(_ reader: JSONReader, _ token: Int) {
    guard reader.kind(token) == .string else { return nil }
    self = reader.string(token)
  }
}
