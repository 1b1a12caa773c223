internal import Basics
/// What was computed for texts: for short ones, which many threads ask for, and for the last long ones.
struct TextCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let short = GenerationCache<Key, Value>(capacity: 1 << 20)
  private let long = GenerationCache<Key, Value>(capacity: 16 << 20, shards: 1)

  /// - Parameter length: The number of bytes of the key's text.
  subscript(key: Key, length: Int) -> Value? {
    if length <= 1 << 16, let value = short[key] { return value }
    return length > Self.shortLength ? long[key] : nil
  }

  /// Keeps a value, unless it takes more than 8 MB.
  ///
  /// - Parameters:
  ///   - length: The number of bytes of the key's text.
  ///   - cost: The approximate number of bytes of the key and the value.
  func insert(_ value: Value, for key: Key, length: Int, cost: Int) {
    if !short.insert(value, for: key, cost: cost), length > Self.shortLength {
      long.insert(value, for: key, cost: cost)
    }
  }

  /// The length of texts that are always short.
  private static var shortLength: Int { 256 }

  func removeAll() {
    short.removeAll()
    long.removeAll()
  }
}
