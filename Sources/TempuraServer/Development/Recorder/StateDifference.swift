internal import Foundation
internal import Recordings

/// What differs between two states, by reflection: "state.items[0] added", "state.count = 2".
struct StateDifference {
  private static let limit = 4
  private static let maxCharacters = 40

  private var lines: [String] = []
  private let redaction: Redaction

  /// Describes the first few differences.
  ///
  /// - Parameter redaction: What must not be shown.
  static func between(_ old: Any, _ new: Any, _ redaction: Redaction = Redaction()) -> [String] {
    var difference = StateDifference(redaction)
    difference.compare(old, new, at: "state")
    return difference.lines.count > limit ? difference.lines.prefix(limit) + ["…"] : difference.lines
  }

  /// A text in quotation marks, shortened.
  static func text(of text: String) -> String { "“\(shortened(text))”" }

  private static func shortened(_ text: String) -> String {
    text.count > maxCharacters ? "\(text.prefix(maxCharacters - 1))…" : text
  }

  private init(_ redaction: Redaction) { self.redaction = redaction }

  private mutating func compare(_ old: Any, _ new: Any, at path: String) {
    // Without this a state would be compared to its end after the differences that are shown.
    guard lines.count <= Self.limit else { return }
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    guard type(of: old) == type(of: new), !Self.isLeaf(old, before), !Self.isLeaf(new, after) else {
      if !Self.isEqual(old, new) { lines.append("\(path) = \(text(of: new, after))") }
      return
    }
    switch after.displayStyle {
    case .optional:
      switch (before.children.first?.value, after.children.first?.value) {
      case (nil, nil): break
      case (let old?, let new?): compare(old, new, at: path)
      case (nil, let new?): lines.append("\(path) = \(text(of: new, Mirror(reflecting: new)))")
      case (_, nil): lines.append("\(path) = nil")
      }
    case .collection:
      if (old as? any StoredInBuffer)?.sharesBuffer(with: new) == true { return }
      compareElements(before.children.map(\.value), after.children.map(\.value), at: path)
    case .dictionary: compareEntries(Self.entries(before), Self.entries(after), at: path)
    case .set:
      let (old, new) = (Self.elements(before), Self.elements(after))
      for (number, change) in [(new.subtracting(old).count, "added"), (old.subtracting(new).count, "removed")]
      where number > 0 { lines.append("\(path): \(number) \(change)") }
    case .class:
      // Not by its properties, which may lead back to it.
      if old as AnyObject !== new as AnyObject, !(old is any Equatable && Self.isEqual(old, new)) {
        lines.append("\(path) changed")
      }
    case .enum where before.children.first?.label != after.children.first?.label:
      lines.append("\(path) = \(text(of: new, after))")
    default:
      for (old, new) in zip(before.children, after.children) {
        compare(old.value, new.value, named: new.label, at: new.label.map { "\(path).\($0)" } ?? path)
      }
    }
  }

  private mutating func compare(_ old: Any, _ new: Any, named name: String?, at path: String) {
    guard let name, redaction.keys.contains(name) else { return compare(old, new, at: path) }
    if !isSame(old, new) { lines.append("\(path) = \(Redaction.mark)") }
  }

  private mutating func compareElements(_ old: [Any], _ new: [Any], at path: String) {
    let common = min(old.count, new.count)
    var (start, end) = (0, 0)
    if old.count != new.count {
      while start < common, isSame(old[start], new[start]) { start += 1 }
      while end < common - start, isSame(old[old.count - 1 - end], new[new.count - 1 - end]) { end += 1 }
    }
    for index in start..<(common - end) { compare(old[index], new[index], at: "\(path)[\(index)]") }
    guard old.count != new.count else { return }
    let last = max(old.count, new.count) - end - 1
    let range = common - end == last ? "\(last)" : "\(common - end)...\(last)"
    lines.append("\(path)[\(range)] \(old.count < new.count ? "added" : "removed")")
  }

  private mutating func compareEntries(_ old: [AnyHashable: Any], _ new: [AnyHashable: Any], at path: String) {
    let keys = Set(old.keys).union(new.keys).map {
      (key: $0, name: "\(path)[\(Self.shortened(redaction.text("\($0)")))]")
    }
    for (key, name) in keys.sorted(by: { $0.name < $1.name }) {
      switch (old[key], new[key]) {
      case (let old?, let new?): compare(old, new, named: key as? String, at: name)
      case (nil, _): lines.append("\(name) added")
      case (_, nil): lines.append("\(name) removed")
      }
    }
  }

  private func isSame(_ old: Any, _ new: Any) -> Bool {
    var difference = StateDifference(redaction)
    difference.compare(old, new, at: "")
    return difference.lines.isEmpty
  }

  // MARK: - Values

  private static func entries(_ mirror: Mirror) -> [AnyHashable: Any] {
    Dictionary(
      mirror.children.compactMap { child in
        let pair = Mirror(reflecting: child.value).children.map(\.value)
        return (pair.first as? AnyHashable).map { ($0, pair[1]) }
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func elements(_ mirror: Mirror) -> Set<AnyHashable> {
    Set(mirror.children.compactMap { $0.value as? AnyHashable })
  }

  /// Whether a value is shown as a whole.
  private static func isLeaf(_ value: Any, _ mirror: Mirror) -> Bool {
    switch value {
    case is String, is Date, is Data, is URL, is UUID, is Decimal: true
    default:
      mirror.children.isEmpty && ![.optional, .collection, .dictionary, .set, .class].contains(mirror.displayStyle)
    }
  }

  private static func isEqual(_ old: Any, _ new: Any) -> Bool {
    func isEqual<Value: Equatable>(_ old: Value) -> Bool { new as? Value == old }
    if let old = old as? any Equatable { return isEqual(old) }
    return String(reflecting: old) == String(reflecting: new)
  }

  /// A value that has parts is shown as its type.
  private func text(of value: Any, _ mirror: Mirror) -> String {
    if let text = value as? String { return Self.text(of: redaction.text(text)) }
    guard !Self.isLeaf(value, mirror) else { return Self.shortened(redaction.text("\(value)")) }
    if mirror.displayStyle == .enum, let label = mirror.children.first?.label { return ".\(label)" }
    return "\(type(of: value))"
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
