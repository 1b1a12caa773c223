/// A value of JSON without other values in it, as it is written.
protocol EncodedScalar: Encodable {
  /// - Returns: False if it cannot be written as JSON.
  func append(to buffer: inout JSONBuffer) -> Bool
}

extension EncodedScalar where Self: FixedWidthInteger {
  func append(to buffer: inout JSONBuffer) -> Bool {
    if Self.bitWidth > 64 { buffer.append(description) } else { buffer.append(self) }
    return true
  }
}

extension EncodedScalar where Self: BinaryFloatingPoint & CustomStringConvertible {
  /// Appends the fewest digits that mean this number, and none behind the point if they are zeros.
  func append(to buffer: inout JSONBuffer) -> Bool {
    guard isFinite else { return false }
    var text = description
    text.withUTF8 { buffer.append($0.suffix(2).elementsEqual(".0".utf8) ? .init(rebasing: $0.dropLast(2)) : $0) }
    return true
  }
}

extension Bool: EncodedScalar {
  func append(to buffer: inout JSONBuffer) -> Bool {
    buffer.append(self ? "true" : "false")
    return true
  }
}

extension String: EncodedScalar {
  func append(to buffer: inout JSONBuffer) -> Bool {
    buffer.append(quoted: self)
    return true
  }
}
