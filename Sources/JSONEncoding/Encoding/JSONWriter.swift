internal import Foundation

/// Writes one value, with the values in it, into one text.
///
/// All encoders and containers that a value asks for are small structs with a reference to the writer.
final class JSONWriter {
  /// In memory of its own, because Swift checks each use of a class's property for uses at the same time, which was a
  /// third of the work. There are none: the text calls no code of values and keys.
  let text: UnsafeMutablePointer<JSONText>
  var arrays: WrittenArrays

  init(_ arrays: WrittenArrays = .none) {
    self.arrays = arrays
    text = .allocate(capacity: 1)
    text.initialize(to: JSONText(capacity: 1024 + arrays.earlierCount))
  }

  deinit {
    text.deinitialize(count: 1)
    text.deallocate()
  }

  /// Writes a value of any type.
  ///
  /// - Throws: The error of its `encode(to:)`.
  func write<Value: Encodable>(_ value: Value) throws {
    if try writeSpecial(value) { return }
    let start = text.pointee.beginValue()
    do {
      if try !writeArray(value, at: start.position) {
        try value.encode(to: DirectEncoder(writer: self, position: start.position))
      }
    } catch {
      // Code that ignores the error leaves out the value. Here, a part of it is written.
      text.pointee.leaveToJSONEncoder()
      text.pointee.endValue(start)
      throw error
    }
    text.pointee.endValue(start)
  }

  /// Writes a value of a type that `JSONEncoder` does not call `encode(to:)` of, or of one that writes a scalar.
  private func writeSpecial<Value>(_ value: Value) throws -> Bool {
    // Safe because the types are the same. `as!` would search for conformances.
    if Value.self == String.self {
      try write(scalar: unsafeBitCast(value, to: String.self))
    } else if Value.self == Int.self {
      try write(scalar: unsafeBitCast(value, to: Int.self))
    } else if Value.self == UInt64.self {
      try write(scalar: unsafeBitCast(value, to: UInt64.self))
    } else if Value.self == Date.self {
      try write(scalar: unsafeBitCast(value, to: Date.self).timeIntervalSinceReferenceDate)
    } else if Value.self == Data.self {
      try write(scalar: unsafeBitCast(value, to: Data.self).base64EncodedString())
    } else if Value.self == URL.self {
      try write(scalar: unsafeBitCast(value, to: URL.self).absoluteString)
    } else if Value.self == Decimal.self {
      let number = unsafeBitCast(value, to: Decimal.self)
      if !number.isFinite { text.pointee.leaveToJSONEncoder() }
      text.pointee.append(number.description)
    } else {
      return false
    }
    return true
  }

  /// Writes a number, a text or a truth value.
  ///
  /// - Throws: `EncodingError` for an infinite number, or NaN.
  @inline(__always)
  func write<Scalar: EncodedScalar>(scalar: Scalar) throws {
    if !text.pointee.append(scalar) {
      throw EncodingError.invalidValue(scalar, .init(codingPath: [], debugDescription: "JSON has no such number."))
    }
  }
}
