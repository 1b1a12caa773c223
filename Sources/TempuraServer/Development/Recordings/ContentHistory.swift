internal import Foundation

/// The contents of a session after its steps, as JSON (UTF-8): each as its difference to the one before.
///
/// A difference is what lies between the bytes at the beginning and those at the end that both contents have. Some contents are
/// whole, so that any of them is put together from few differences.
package struct ContentHistory: Sendable {
  /// A content, as its difference to the one before. It is whole if it has no bytes in common with that.
  private struct Change: Sendable {
    /// After which step it is the content.
    var step: Int
    /// How many bytes are those at the beginning of the content before.
    var prefix: Int
    /// How many bytes are those at the end of the content before.
    var suffix: Int
    /// The bytes between them. Cut between characters, so that they are a text.
    var bytes: [UInt8]

    var isWhole: Bool { prefix == 0 && suffix == 0 }
    var count: Int { prefix + bytes.count + suffix }
  }

  /// The most differences after a whole content.
  private static let maxDifferences = 256

  /// By their steps.
  private var changes: [Change] = []
  /// The last content.
  package private(set) var last: [UInt8]?
  /// The differences since the last whole content, and their bytes.
  private var differences = (count: 0, bytes: 0)
  /// About what it takes in memory, without `last`.
  package private(set) var byteCount = 0

  package init() {}

  /// Notes the content after a step. Costs nothing if it is equal to the one before.
  package mutating func append(_ content: [UInt8], after step: Int) {
    // A step that began earlier may end later.
    let step = max(step, changes.last?.step ?? step)
    guard let last else { return add(Change(step: step, prefix: 0, suffix: 0, bytes: content)) }
    let (prefix, suffix) = Self.common(last, content)
    if prefix == content.count, prefix == last.count { return }
    var change = Change(
      step: step, prefix: prefix, suffix: suffix, bytes: Array(content[prefix..<(content.count - suffix)]))
    if differences.count >= Self.maxDifferences || differences.bytes + change.bytes.count >= content.count {
      change = Change(step: step, prefix: 0, suffix: 0, bytes: content)
    }
    add(change)
    self.last = content
  }

  private mutating func add(_ change: Change) {
    if change.isWhole {
      differences = (0, 0)
      last = change.bytes
    } else {
      differences = (differences.count + 1, differences.bytes + change.bytes.count)
    }
    changes.append(change)
    byteCount += Self.size(of: change)
  }

  private static func size(of change: Change) -> Int { MemoryLayout<Change>.stride + 48 + change.bytes.count }

  /// The content before the first step.
  package var first: [UInt8]? { changes.first?.bytes }

  /// The content after a step: that of the last step up to it that changed it; nil if none did.
  package func content(after step: Int) -> [UInt8]? {
    index(after: step).map(content)
  }

  /// Forgets the contents before the one after a step.
  package mutating func drop(upTo step: Int) {
    guard let index = index(after: step), index > 0 else { return }
    if !changes[index].isWhole {
      let content = content(at: index)
      byteCount += content.count - changes[index].bytes.count
      changes[index] = Change(step: changes[index].step, prefix: 0, suffix: 0, bytes: content)
    }
    byteCount -= changes[..<index].reduce(0) { $0 + Self.size(of: $1) }
    changes.removeFirst(index)
  }

  /// The last change up to a step.
  private func index(after step: Int) -> Int? {
    let next = changes.partitioningIndex { $0.step > step }
    return next == 0 ? nil : next - 1
  }

  private func content(at index: Int) -> [UInt8] {
    if index == changes.count - 1, let last { return last }
    var start = index
    while !changes[start].isWhole { start -= 1 }
    var content = changes[start].bytes
    for change in changes[start...index].dropFirst() {
      content.replaceSubrange(change.prefix..<(content.count - change.suffix), with: change.bytes)
    }
    return content
  }

  // MARK: - Bytes that two contents have in common

  private static func common(_ old: [UInt8], _ new: [UInt8]) -> (prefix: Int, suffix: Int) {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        guard let a = old.baseAddress, let b = new.baseAddress else { return (0, 0) }
        let shorter = min(old.count, new.count)
        var prefix = common(shorter) { memcmp(a + $0, b + $0, $1) == 0 }
        while prefix > 0, prefix < new.count, isInsideCharacter(new[prefix]) { prefix -= 1 }
        var suffix = common(shorter - prefix) {
          memcmp(a + old.count - $0 - $1, b + new.count - $0 - $1, $1) == 0
        }
        while suffix > 0, isInsideCharacter(new[new.count - suffix]) { suffix -= 1 }
        return (prefix, suffix)
      }
    }
  }

  /// How many bytes are equal, of at most `limit`.
  ///
  /// - Parameter isEqual: Whether so many bytes are equal, after those that are. Asked for large pieces first.
  private static func common(_ limit: Int, isEqual: (_ offset: Int, _ count: Int) -> Bool) -> Int {
    var (count, piece) = (0, 4096)
    while count < limit {
      piece = min(piece, limit - count)
      if isEqual(count, piece) {
        count += piece
      } else if piece > 1 {
        piece /= 2
      } else {
        break
      }
    }
    return count
  }

  /// Whether the byte continues a character of UTF-8.
  private static func isInsideCharacter(_ byte: UInt8) -> Bool { byte & 0xc0 == 0x80 }
}

extension ContentHistory: Codable {
  private enum Key: CodingKey {
    case step
    case prefix
    case suffix
    case text
  }

  package func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for change in changes {
      var container = list.nestedContainer(keyedBy: Key.self)
      try container.encode(change.step, forKey: .step)
      if change.prefix > 0 { try container.encode(change.prefix, forKey: .prefix) }
      if change.suffix > 0 { try container.encode(change.suffix, forKey: .suffix) }
      try container.encode(String(decoding: change.bytes, as: UTF8.self), forKey: .text)
    }
  }

  package init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let container = try list.nestedContainer(keyedBy: Key.self)
      let change = Change(
        step: try container.decode(Int.self, forKey: .step),
        prefix: try container.decodeIfPresent(Int.self, forKey: .prefix) ?? 0,
        suffix: try container.decodeIfPresent(Int.self, forKey: .suffix) ?? 0,
        bytes: Array(try container.decode(String.self, forKey: .text).utf8))
      let before = changes.last.map { (step: $0.step, count: $0.count) } ?? (step: 0, count: 0)
      guard change.step >= before.step, change.prefix >= 0, change.suffix >= 0, change.prefix <= before.count,
        change.suffix <= before.count - change.prefix
      else { throw DecodingError.dataCorruptedError(in: list, debugDescription: "A difference to nothing") }
      add(change)
      // Many would take long to put together.
      guard differences.count <= Self.maxDifferences else {
        throw DecodingError.dataCorruptedError(in: list, debugDescription: "Too many differences")
      }
    }
    last = nil
    if !changes.isEmpty { last = content(at: changes.count - 1) }
  }
}
