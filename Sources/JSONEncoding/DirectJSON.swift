internal import Foundation

/// Writes values as JSON, and reads them: as `JSONEncoder` and `JSONDecoder` do with their defaults, in a fraction of the
/// time.
///
/// `JSONEncoder` first makes a tree of the value, with a dictionary for each object, and then writes the tree. A
/// `JSONWriter` writes bytes while the value is encoded. For that, the value has to make its calls in the order of the
/// text, as nearly all values do. If a value does not, or fails, its text is dropped, and `JSONEncoder` encodes the value
/// from the start. So `encode(to:)` may be called twice.
///
/// `JSONDecoder` makes a dictionary for each object. A `JSONReader` makes one list of all values and names, in the order of
/// the text. What it does not know for sure it leaves to `JSONDecoder`: texts that may not be JSON before anything is decoded,
/// and numbers that may not fit one by one.
package enum DirectJSON {
  /// Returns a value as JSON in UTF-8. The elements of objects have the order in which they are encoded.
  ///
  /// - Throws: The errors of `JSONEncoder`.
  package static func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
    try encodeDirectly(value) ?? Array(JSONEncoder().encode(value))
  }

  /// Returns a value as JSON in UTF-8, and keeps the text for the next value like it. A long text may have spaces in it.
  ///
  /// What an element of an array is encoded to must depend on the element alone.
  package static func encode<Value: Encodable>(_ value: Value, like earlier: EarlierJSON) throws -> [UInt8] {
    let writer = JSONWriter(WrittenArrays(earlier.take()))
    let isWritten = (try? writer.write(value)) != nil
    writer.text.pointee.pad(to: writer.arrays.length(of: writer.text.pointee.count))
    guard isWritten, let text = writer.text.pointee.bytes else { return try Array(JSONEncoder().encode(value)) }
    if !writer.arrays.all.isEmpty { earlier.keep(.init(text: text, arrays: writer.arrays.all)) }
    return text
  }

  /// Returns nil if the value must be encoded by `JSONEncoder`: it makes calls out of order, for example, or it fails.
  package static func encodeDirectly<Value: Encodable>(_ value: Value) -> [UInt8]? {
    let writer = JSONWriter()
    return (try? writer.write(value)) == nil ? nil : writer.text.pointee.bytes
  }

  /// Reads a value.
  ///
  /// - Parameter json: JSON in UTF-8.
  /// - Throws: The errors of `JSONDecoder`. Those of numbers that do not fit have a coding path here.
  package static func decode<Value: Decodable>(_ type: Value.Type, from json: [UInt8]) throws -> Value {
    try withDecoder(of: json) { try $0.singleValueContainer().decode(type) }
  }

  /// Calls `body` with a decoder. Do not use the decoder after the call.
  package static func withDecoder<Result>(
    of json: [UInt8], _ body: @escaping (any Decoder) throws -> Result
  ) throws -> Result {
    if json.count < JSONReader.maxBytes, let reader = try? JSONReader(json) { return try body(reader.decoder) }
    return try JSONDecoder().withDecoder(of: Data(json), body)
  }
}
