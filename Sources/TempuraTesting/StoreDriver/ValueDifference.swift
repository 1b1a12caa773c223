/// What differs between two values, property by property.
///
/// Their own `==` is not asked, as it need not mean that they are the same.
struct ValueDifference {
  /// One for each property that differs, such as `items[0].text: expected "Buy milk", is "Buy bread"`.
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
    let texts = Set(expected.children.map { ValueText.of($0.value) })
    let actualTexts = Set(actual.children.map { ValueText.of($0.value) })
    for text in texts.subtracting(actualTexts).sorted() { miss(text, at: path) }
    for text in actualTexts.subtracting(texts).sorted() { reject(text, at: path) }
  }

  private mutating func compareEntries(_ expected: Mirror, _ actual: Mirror, at path: String) {
    let (values, actualValues) = (entries(of: expected), entries(of: actual))
    for key in Set(values.keys).union(actualValues.keys).sorted() {
      switch (values[key], actualValues[key]) {
      case (let value?, let actual?): compare(value, actual, at: "\(path)[\(key)]")
      case (let value?, nil): miss(ValueText.of(value), at: "\(path)[\(key)]")
      case (nil, let value?): reject(ValueText.of(value), at: "\(path)[\(key)]")
      case (nil, nil): break
      }
    }
  }

  /// The values of a dictionary by the texts of their keys.
  private func entries(of mirror: Mirror) -> [String: Any] {
    var entries: [String: Any] = [:]
    for child in mirror.children {
      let pair = Array(Mirror(reflecting: child.value).children)
      entries[ValueText.of(pair[0].value)] = pair[1].value
    }
    return entries
  }

  private func areEqual(_ expected: Any, _ actual: Any) -> Bool {
    let haveOneText = ValueText.of(expected) == ValueText.of(actual)
    guard let value = expected as? any Equatable, Mirror(reflecting: expected).displayStyle != .enum else {
      return haveOneText
    }
    // Two that are no number are as equal as a test can want them.
    return isEqual(value, actual) || (haveOneText && value is any FloatingPoint)
  }

  private func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool { other as? Value == value }

  // MARK: Lines

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
