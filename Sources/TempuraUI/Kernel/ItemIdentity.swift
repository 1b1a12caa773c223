internal import Basics

/// Identities of list items, in the form that element ids contain.
package enum ItemIdentity {
  /// Returns an identity escaped for use in an element's id. The result has no dots, which separate the parts of an id,
  /// and no white space (HTML Standard, section 3.2.6). Different identities stay different.
  package static func escaped(_ identity: String) -> String {
    var text = identity
    let isPlain = text.withUTF8 { bytes in
      for byte in bytes where byte >= 128 || plainBytes[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 0 { return false }
      return true
    }
    if isPlain, !identity.isEmpty { return identity }
    return identity.utf8.reduce(into: "_") { escaped, byte in
      let isAlphanumeric =
        byte < 128 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
      escaped +=
        isAlphanumeric || byte == 45 ? String(Unicode.Scalar(byte)) : "_" + byte.hexadecimal
    }
  }

  /// The letters and digits of ASCII, and the hyphen, one bit each.
  private static var plainBytes: SIMD2<UInt64> { [0x03FF_2000_0000_0000, 0x07FF_FFFE_07FF_FFFE] }

  /// Returns the identity of an item: its `id` if it is `Identifiable`, else its description. Returns nil for an object
  /// without a description of its own, because all objects of its class have the same one.
  static func text(of item: some Hashable) -> String? {
    if let item = item as? any Identifiable { return String(describing: item.id) }
    if type(of: item) is AnyClass, !(item is any CustomStringConvertible) { return nil }
    return String(describing: item)
  }

  /// Returns a name for a row without an identity from the app: a hash of what the row shows. An id from an old page
  /// then finds a row that shows the same content, or no row. The name is the same in every process.
  package static func fingerprint(of view: UIView) -> String {
    var hash = StableHash()
    view.add(to: &hash)
    return name(hash)
  }

  /// The hash as a name. No escaped identity looks like it: an underscore occurs inside, but not at the start.
  private static func name(_ hash: StableHash) -> String { namePrefix + String(hash.value, radix: 36) }

  static let namePrefix = "row_"

  /// Returns unique names for items whose identities may repeat. A repeated identity gets its number and the number of
  /// repetitions as a suffix. If the number of repetitions changes, an old id finds no row instead of a wrong one.
  ///
  /// No escaped identity looks like a name with this suffix.
  package static func names(for identities: [String]) -> [String] {
    let counts = Dictionary(identities.lazy.map { ($0, 1) }, uniquingKeysWith: +)
    guard counts.count < identities.count else { return identities }
    var numbers: [String: Int] = [:]
    return identities.map { identity in
      guard let count = counts[identity], count > 1 else { return identity }
      let number = numbers[identity, default: 0] + 1
      numbers[identity] = number
      return "\(identity)__\(number)_\(count)"
    }
  }

  /// Returns unique names for some items of a long list. A repeated identity gets the number of its item and that of all items.
  ///
  /// - Parameters:
  ///   - first: The number of the first item.
  ///   - known: The identities of the items that have names, or had some: an old id does not find another
  ///     item with the same identity.
  static func names(for identities: [String], from first: Int, of count: Int, among known: [String]) -> [String] {
    let counts = Dictionary(known.lazy.map { ($0, 1) }, uniquingKeysWith: +)
    return identities.enumerated().map { index, identity in
      counts[identity, default: 0] > 1 ? "\(identity)__\(first + index + 1)_\(count)" : identity
    }
  }
}

extension UIView {
  /// Adds the content that a user sees: label, text, image, value of a field. Also adds that of all subviews.
  fileprivate func add(to hash: inout StableHash) {
    if let text = accessibilityLabel { hash.combine(text) }
    addContent(to: &hash)
    for view in subviews { view.add(to: &hash) }
  }
}
