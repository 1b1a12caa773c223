/// Finds names that come twice in an object.
///
/// The names of all objects that are being written are in one array, because an array for each would be slow.
struct ElementNames {
  /// Where the names of this object begin in the array. They are the last ones while its elements are written.
  let start: Int
  /// A bit for each name. Several names may have the same bit.
  private var bits: UInt64 = 0
  /// All names of an object with many.
  private var set: Set<String>?

  private static let few = 16

  init(from start: Int) { self.start = start }

  /// Adds a name. The hash is nil if the name has other characters than those of ASCII.
  ///
  /// - Returns: Whether no name of the object is equal.
  mutating func insert(_ name: String, hash: UInt64?, into names: inout [String]) -> Bool {
    if set != nil { return set!.insert(name).inserted }
    if names.count - start == Self.few {
      set = Set(names[start...])
      return set!.insert(name).inserted
    }
    // Strings with other bytes are equal, too, if they mean the same characters: all others are compared with this one.
    let bit = hash.map { 1 << ($0 >> 58) } ?? UInt64.max
    let isNew = bits & bit == 0 || !names[start...].contains(name)
    bits |= bit
    names.append(name)
    return isNew
  }
}
