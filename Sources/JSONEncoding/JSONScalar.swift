/// A value of JSON without other values in it. The types are those that encoders and containers have methods for.
protocol JSONScalar: Encodable {
  /// - Returns: False if it cannot be written as JSON.
  func append(to buffer: inout JSONBuffer) -> Bool
}

extension JSONScalar where Self: FixedWidthInteger {
  func append(to buffer: inout JSONBuffer) -> Bool {
    if Self.bitWidth > 64 { buffer.append(description) } else { buffer.append(self) }
    return true
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

extension Float: JSONScalar {}
extension Double: JSONScalar {}

extension String: JSONScalar {
  func append(to buffer: inout JSONBuffer) -> Bool {
    buffer.append(quoted: self)
    return true
  }
}
