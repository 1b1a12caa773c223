internal import Foundation

/// Writes values as JSON: the text that `JSONEncoder` writes with its defaults, in a fraction of the time.
///
/// `JSONEncoder` first makes a tree of the value, with a dictionary for each object, and then writes the tree. A
/// `JSONWriter` writes bytes while the value is encoded. For that, the value has to make its calls in the order of the
/// text, as nearly all values do. If a value does not, or fails, its text is dropped, and `JSONEncoder` encodes the value
/// from the start. So `encode(to:)` may be called twice.
package enum DirectJSON {
  /// Returns a value as JSON in UTF-8. The elements of objects have the order in which they are encoded.
  ///
  /// - Parameter arrays: The texts of large arrays in the last value, which are replaced by those in this value.
  /// - Throws: The errors of `JSONEncoder`.
  package static func encode<Value: Encodable>(_ value: Value, reusing arrays: ArrayTexts? = nil)
    throws -> [UInt8]
  {
    try encodeDirectly(value, reusing: arrays) ?? Array(JSONEncoder().encode(value))
  }

  /// Returns nil if the value must be encoded by `JSONEncoder`: it makes calls out of order, for example, or it fails.
  package static func encodeDirectly<Value: Encodable>(
    _ value: Value, reusing arrays: ArrayTexts? = nil
  ) -> [UInt8]? {
    let pass = arrays.map { ArrayPass(after: $0.texts) }
    let writer = JSONWriter(pass)
    guard (try? writer.write(value)) != nil, let bytes = writer.text.pointee.bytes else {
      arrays?.removeAll()
      return nil
    }
    if let arrays, let pass { arrays.replace(with: bytes, of: pass) }
    return bytes
  }
}
