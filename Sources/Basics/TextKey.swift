/// A text of the app as a key of a dictionary, such as the name of an image. A `String` takes three times as long to look up, because
/// its hash is safe from clients who choose texts with the same one. Public because other modules cannot inline `package` functions.
public struct TextKey: Hashable, Sendable {
  public let text: String

  @inlinable public init(_ text: String) { self.text = text }

  // What a dictionary calls. Equal texts may have different bytes if these are not ASCII.
  @inlinable public func _rawHashValue(seed: Int) -> Int {
    var text = text
    let (hash, isASCII) = text.withUTF8 { UnsafeRawBufferPointer($0).quickHash }
    return isASCII ? Int(bitPattern: hash) : self.text._rawHashValue(seed: seed)
  }
}

extension UnsafeRawBufferPointer {
  /// A hash that takes eight bytes at a time, of which the last may overlap, for bytes that no client chooses.
  @inlinable public var quickHash: (hash: UInt, isASCII: Bool) {
    var (hash, all): (UInt, UInt) = (UInt(count), 0)
    func mix(_ word: UInt) {
      all |= word
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    if count < 8 {
      mix(reduce(0) { $0 << 8 | UInt($1) })
    } else {
      for offset in stride(from: 0, to: count - 8, by: 8) { mix(loadUnaligned(fromByteOffset: offset, as: UInt.self)) }
      mix(loadUnaligned(fromByteOffset: count - 8, as: UInt.self))
    }
    return (hash, all & 0x8080_8080_8080_8080 == 0)
  }
}
