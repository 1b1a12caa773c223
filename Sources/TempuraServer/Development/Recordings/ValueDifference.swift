/// The differences between two values, property by property.
///
/// It does not use `==` of composite values, which may ignore properties.
package struct ValueDifference {
  package struct Change {
    /// Such as `items[0].text` or `scores["go"]`.
    package let path: String
    /// Nil for an element, entry or member that was added.
    package let old: Any?
    /// Nil for one that was removed.
    package let new: Any?
  }

  package private(set) var changes: [Change] = []
  private let limit: Int
  private let secretKeys: Set<String>
  private let text: (Any) -> String
  private var pairs: Set<[ObjectIdentifier]> = []

  /// - Parameters:
  ///   - path: The path of the values.
  ///   - limit: How many differences are looked for.
  ///   - secretKeys: The names of properties whose values are not told.
  ///   - text: The text of a key in a path.
  package init(
    _ old: Any, _ new: Any, at path: String = "", limit: Int = .max, secretKeys: Set<String> = [],
    text: @escaping (Any) -> String = ValueText.of
  ) {
    (self.limit, self.secretKeys, self.text) = (limit, secretKeys, text)
    compare(old, new, at: path)
  }

  private mutating func compare(_ old: Any, _ new: Any, at path: String) {
    // Else large values would be compared to their end after the differences that are shown.
    guard changes.count < limit else { return }
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    guard type(of: old) == type(of: new), !ValueText.isAtomic(old, before), !ValueText.isAtomic(new, after) else {
      if !areEqual(old, new) { add(old, new, at: path) }
      return
    }
    switch after.displayStyle {
    case .optional:
      guard let old = before.children.first?.value, let new = after.children.first?.value else {
        if before.children.count != after.children.count { add(old, new, at: path) }
        return
      }
      compare(old, new, at: path)
    case .collection:
      if (old as? any StoredInBuffer)?.sharesBuffer(with: new) == true { return }
      compareElements(before.children.map(\.value), after.children.map(\.value), at: path)
    case .set:
      compareEntries(
        before.children.map { ($0.value, $0.value) }, after.children.map { ($0.value, $0.value) }, at: path)
    case .dictionary: compareEntries(ValueText.entries(of: before), ValueText.entries(of: after), at: path)
    case .enum where before.children.first?.label != after.children.first?.label: add(old, new, at: path)
    case .class:
      let pair = [ObjectIdentifier(old as AnyObject), ObjectIdentifier(new as AnyObject)]
      guard pair[0] != pair[1], pairs.insert(pair).inserted else { return }
      compareParts(before, after, at: path)
    default: compareParts(before, after, at: path)
    }
  }

  private mutating func compareParts(_ old: Mirror, _ new: Mirror, at path: String) {
    for (part, newPart) in zip(ValueText.parts(of: old), ValueText.parts(of: new)) {
      let label = part.label ?? ""
      let place = path.isEmpty || label.isEmpty || label.hasPrefix(".") ? path + label : "\(path).\(label)"
      compare(part.value, newPart.value, named: label, at: place)
    }
  }

  private mutating func compare(_ old: Any, _ new: Any, named name: String, at path: String) {
    guard secretKeys.contains(name) else { return compare(old, new, at: path) }
    if !isSame(old, new) { add(Redaction.mark, Redaction.mark, at: path) }
  }

  private mutating func compareElements(_ old: [Any], _ new: [Any], at path: String) {
    let common = min(old.count, new.count)
    var (start, end) = (0, 0)
    if old.count != new.count {
      while start < common, isSame(old[start], new[start]) { start += 1 }
      while end < common - start, isSame(old[old.count - 1 - end], new[new.count - 1 - end]) { end += 1 }
    }
    for index in start..<(common - end) { compare(old[index], new[index], at: "\(path)[\(index)]") }
    for index in (common - end)..<(old.count - end) { add(old[index], nil, at: "\(path)[\(index)]") }
    for index in (common - end)..<(new.count - end) { add(nil, new[index], at: "\(path)[\(index)]") }
  }

  private mutating func compareEntries(
    _ old: [(key: Any, value: Any)], _ new: [(key: Any, value: Any)], at path: String
  ) {
    func byKey(_ entries: [(key: Any, value: Any)]) -> [AnyHashable: Any] {
      Dictionary(
        entries.compactMap { entry in (entry.key as? AnyHashable).map { ($0, entry.value) } },
        uniquingKeysWith: { first, _ in first })
    }
    let (old, new) = (byKey(old), byKey(new))
    let keys = Set(old.keys).union(new.keys).map { (key: $0, path: "\(path)[\(text($0.base))]") }
    for (key, path) in keys.sorted(by: { $0.path < $1.path }) {
      if let old = old[key], let new = new[key] {
        compare(old, new, named: key.base as? String ?? "", at: path)
      } else {
        add(old[key], new[key], at: path)
      }
    }
  }

  private mutating func add(_ old: Any?, _ new: Any?, at path: String) {
    if changes.count < limit { changes.append(Change(path: path, old: old, new: new)) }
  }

  private func isSame(_ old: Any, _ new: Any) -> Bool { Self(old, new, limit: 1).changes.isEmpty }

  private func areEqual(_ old: Any, _ new: Any) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { new as? Value == value }
    guard let value = old as? any Equatable else { return ValueText.of(old) == ValueText.of(new) }
    // `==` may be true for different cases. And two NaN are no change.
    return isEqual(value)
      ? Mirror(reflecting: old).displayStyle != .enum || ValueText.of(old) == ValueText.of(new)
      : value is any FloatingPoint && ValueText.of(old) == ValueText.of(new)
  }
}

/// A collection whose copies have one buffer until one of them is changed.
private protocol StoredInBuffer {
  func sharesBuffer(with other: Any) -> Bool
}

extension Array: StoredInBuffer {
  fileprivate func sharesBuffer(with other: Any) -> Bool {
    guard let other = other as? [Element], count == other.count else { return false }
    return withUnsafeBufferPointer { buffer in other.withUnsafeBufferPointer { buffer.baseAddress == $0.baseAddress } }
  }
}
