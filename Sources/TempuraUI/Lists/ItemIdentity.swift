/// What tells the items of a list apart, as it stands in the ids of elements.
package enum ItemIdentity {
  /// An identity as a part of an element's id: dots separate the parts, and white space cannot be in it (HTML Standard,
  /// section 3.2.6). Different identities stay different.
  package static func escaped(_ identity: String) -> String {
    let isPlain = identity.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    if isPlain, !identity.isEmpty { return identity }
    return identity.utf8.reduce(into: "_") { escaped, byte in
      let isAlphanumeric =
        byte < 128 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
      escaped +=
        isAlphanumeric || byte == 45 ? String(Unicode.Scalar(byte)) : (byte < 16 ? "_0" : "_") + String(byte, radix: 16)
    }
  }

  /// What tells an item from others: its `id` if it is `Identifiable`, else what it is written as; nil for an object that
  /// is written like any other of its class.
  static func text(of item: some Hashable) -> String? {
    if let item = item as? any Identifiable { return String(describing: item.id) }
    if type(of: item) is AnyClass, !(item is any CustomStringConvertible) { return nil }
    return String(describing: item)
  }

  /// The name of a row that the app gives no identity: made of what the row shows, so that an id of an old page names a
  /// row that shows the same, or none. It is the same in every process.
  package static func fingerprint(of view: UIView) -> String {
    var hash = Fingerprint()
    view.add(to: &hash)
    return hash.name
  }

  static func fingerprint(ofText text: String) -> String {
    var hash = Fingerprint()
    hash.add(text)
    return hash.name
  }

  /// The names for items, from identities that several of them may have: those get their number and how many there are
  /// behind it, so that one of them is not taken for another when there are fewer or more.
  ///
  /// No escaped identity looks like a name with numbers.
  package static func names(for identities: [String]) -> [String] {
    var counts: [String: Int] = [:]
    counts.reserveCapacity(identities.count)
    for identity in identities { counts[identity, default: 0] += 1 }
    guard counts.count < identities.count else { return identities }
    var numbers: [String: Int] = [:]
    return identities.map { identity in
      guard let count = counts[identity], count > 1 else { return identity }
      let number = numbers[identity, default: 0] + 1
      numbers[identity] = number
      return "\(identity)__\(number)_\(count)"
    }
  }
}

/// A 64 bit FNV-1a hash.
struct Fingerprint {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF)  // which is in no text
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// It has an underscore inside and none in front, so that it is like no escaped identity.
  var name: String { "row_" + String(value, radix: 36) }
}

extension UIView {
  /// Adds what a user can tell the view by.
  fileprivate func add(to hash: inout Fingerprint) {
    if let text = rareProperties?.accessibilityLabel { hash.add(text) }
    switch self {
    case let label as UILabel: hash.add(label.text ?? "")
    case let button as UIButton:
      hash.add(button.currentTitle ?? "")
      if let image = button.currentImage { hash.add(image.url) }
    case let view as UIImageView: if let image = view.image { hash.add(image.url) }
    case let field as any InputField: hash.add(field.sentValue(ofPart: "") ?? "")
    default: break
    }
    for view in subviews { view.add(to: &hash) }
  }
}
