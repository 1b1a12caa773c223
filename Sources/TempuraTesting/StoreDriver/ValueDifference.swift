/// The differences between two values, property by property.
///
/// It does not use `==` of composite values, which may ignore properties.
struct ValueDifference {
  /// One line per property that differs, such as `items[0].text: expected "Buy milk", is "Buy bread"`.
  private(set) var lines: [String] = []
  private var pairs: Set<[ObjectIdentifier]> = []

  init(expected: Any, actual: Any) { compare(expected, actual, at: "") }

  private mutating func compare(_ expected: Any, _ actual: Any, at path: String) {
    let (mirror, actualMirror) = (Mirror(reflecting: expected), Mirror(reflecting: actual))
    guard type(of: expected) == type(of: actual) else { return note(expected, actual, at: path) }
    guard !ValueText.isAtomic(expected, mirror), !ValueText.isAtomic(actual, actualMirror) else {
      if !areEqual(expected, actual) { note(expected, actual, at: path) }
      return
    }
    switch mirror.displayStyle {
    case .optional:
      guard let value = mirror.children.first?.value, let actualValue = actualMirror.children.first?.value else {
        if mirror.children.count != actualMirror.children.count { note(expected, actual, at: path) }
        return
      }
      compare(value, actualValue, at: path)
    case .collection: compareElements(mirror, actualMirror, at: path)
    case .set: compareMembers(mirror, actualMirror, at: path)
    case .dictionary: compareEntries(mirror, actualMirror, at: path)
    case .enum where mirror.children.first?.label != actualMirror.children.first?.label:
      note(expected, actual, at: path)
    case .class:
      let pair = [ObjectIdentifier(expected as AnyObject), ObjectIdentifier(actual as AnyObject)]
      guard pair[0] != pair[1], pairs.insert(pair).inserted else { return }
      compareParts(mirror, actualMirror, at: path)
    default: compareParts(mirror, actualMirror, at: path)
    }
  }

  private mutating func compareParts(_ expected: Mirror, _ actual: Mirror, at path: String) {
    for (part, actualPart) in zip(ValueText.parts(of: expected), ValueText.parts(of: actual)) {
      let label = part.label ?? ""
      compare(part.value, actualPart.value, at: path.isEmpty ? label : "\(path).\(label)")
    }
  }

  private mutating func compareElements(_ expected: Mirror, _ actual: Mirror, at path: String) {
    guard expected.children.count != actual.children.count else {
      for (index, (element, actualElement)) in zip(expected.children, actual.children).enumerated() {
        compare(element.value, actualElement.value, at: "\(path)[\(index)]")
      }
      return
    }
    let texts = expected.children.map { ValueText.of($0.value) }
    for change in actual.children.map({ ValueText.of($0.value) }).difference(from: texts) {
      switch change {
      case .remove(let offset, let text, _): miss(text, at: "\(path)[\(offset)]")
      case .insert(let offset, let text, _): reject(text, at: "\(path)[\(offset)]")
      }
    }
  }

  private mutating func compareMembers(_ expected: Mirror, _ actual: Mirror, at path: String) {
    let members = expected.children.map { Entry(key: $0.value, value: $0.value) }
    let actualMembers = actual.children.map { Entry(key: $0.value, value: $0.value) }
    let pairs = pairs(of: members, actualMembers)
    for pair in pairs where pair.actual == nil { miss(pair.key, at: path) }
    for pair in pairs where pair.expected == nil { reject(pair.key, at: path) }
  }

  private mutating func compareEntries(_ expected: Mirror, _ actual: Mirror, at path: String) {
    for pair in pairs(of: entries(of: expected), entries(of: actual)) {
      switch (pair.expected, pair.actual) {
      case (let value?, let actual?): compare(value, actual, at: "\(path)[\(pair.key)]")
      case (let value?, nil): miss(ValueText.of(value), at: "\(path)[\(pair.key)]")
      case (nil, let value?): reject(ValueText.of(value), at: "\(path)[\(pair.key)]")
      case (nil, nil): break
      }
    }
  }

  private struct Entry {
    let key: Any
    let value: Any
  }

  private func entries(of dictionary: Mirror) -> [Entry] {
    dictionary.children.map { child in
      let pair = Array(Mirror(reflecting: child.value).children)
      return Entry(key: pair[0].value, value: pair[1].value)
    }
  }

  /// The values of each key, sorted by the text of the key. Several keys may have the same text.
  private func pairs(
    of expected: [Entry], _ actual: [Entry]
  ) -> [(key: String, expected: Any?, actual: Any?)] {
    var rest = Dictionary(grouping: actual) { ValueText.of($0.key) }
    var pairs: [(key: String, expected: Any?, actual: Any?)] = []
    for entry in expected {
      let text = ValueText.of(entry.key)
      let index = rest[text]?.firstIndex { Self(expected: entry.key, actual: $0.key).lines.isEmpty }
      let partner = index.flatMap { rest[text]?.remove(at: $0) }
      pairs.append((text, entry.value, partner?.value))
    }
    for (text, entries) in rest { pairs += entries.map { (text, nil, $0.value) } }
    return pairs.sorted { $0.key < $1.key }
  }

  private func areEqual(_ expected: Any, _ actual: Any) -> Bool {
    let haveOneText = ValueText.of(expected) == ValueText.of(actual)
    guard let value = expected as? any Equatable else { return haveOneText }
    // Different cases can have the same text, and `==` can be true for different cases.
    if Mirror(reflecting: expected).displayStyle == .enum { return haveOneText && isEqual(value, actual) }
    // Two NaN are equal for a test.
    return isEqual(value, actual) || (haveOneText && value is any FloatingPoint)
  }

  private func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool { other as? Value == value }

  // MARK: - Lines

  private mutating func note(_ expected: Any, _ actual: Any, at path: String) {
    let (text, actualText) = (ValueText.of(expected), ValueText.of(actual))
    let what = text == actualText ? "differ, though both read \(text)" : "expected \(text), is \(actualText)"
    lines.append(path.isEmpty ? what : "\(path): \(what)")
  }

  private mutating func miss(_ text: String, at path: String) {
    lines.append("\(path): expected \(text), is not there")
  }

  private mutating func reject(_ text: String, at path: String) { lines.append("\(path): not expected, is \(text)") }
}
