internal import Basics
internal import Glibc

/// The texts of the arrays in the value that was encoded last, so that the next value is encoded sooner.
///
/// Most changes of a state change few elements of an array. The last array is kept here, with its text. An element that has the same
/// bytes in memory as in that array is unchanged, so its text is copied. This holds for elements of a `PlainType` whose
/// `encode(to:)` depends on the element alone. Only the elements before the first change and after the last one are
/// compared, so a change, an insertion or a removal at one index costs little.
package final class ArrayTexts: Sendable {
  /// Smaller arrays are encoded anew each time, and take no memory here.
  static let fewestElements = 10

  struct Entry: @unchecked Sendable {
    // Safe because all of it is immutable, and of plain types.

    /// An array, whose elements are kept in memory by this.
    fileprivate let array: Any
    /// Its text, without the last bracket.
    fileprivate let text: [UInt8]
    /// The offset of each element in the text, and the offset at which a further one would begin.
    fileprivate let elements: [Int]
  }

  private let last = Locked<[Entry]>([])

  package init() {}

  var entries: [Entry] { last.withLock { $0 } }

  /// The number of bytes that are kept, without those of the arrays.
  package var size: Int {
    entries.reduce(0) { $0 + $1.text.count + $1.elements.count * MemoryLayout<Int>.size }
  }

  /// Forgets the texts. The next value is encoded anew.
  package func removeAll() { replace(with: []) }

  func replace(with entries: [Entry]) { last.withLock { $0 = entries } }
}

/// The arrays in a value that is being encoded.
final class ArrayPass {
  private let last: [ArrayTexts.Entry]
  private(set) var entries: [ArrayTexts.Entry] = []
  /// Whether an array is being written. Those in it are no arrays of their own here.
  private var isInside = false

  init(after last: [ArrayTexts.Entry]) { self.last = last }

  /// Writes a value, if it is an array of enough plain elements.
  func write<Value>(_ value: Value, to writer: JSONWriter) throws -> Bool {
    // The size is compared first, because the cast searches for conformances.
    guard !isInside, MemoryLayout<Value>.size == MemoryLayout<[Int]>.size, !_isPOD(Value.self),
      let array = value as? any EncodableArray
    else { return false }
    return try array.write(to: writer, self)
  }

  fileprivate func write<Element: Encodable>(
    _ array: [Element], of type: PlainType, to writer: JSONWriter
  ) throws {
    isInside = true
    defer { isInside = false }
    // Arrays are matched by their order. If the order changed, few elements match, and the others are encoded.
    let old = entries.count < last.count ? last[entries.count] : nil
    let oldArray = old?.array as? [Element] ?? []
    let (first, rest) = Self.common(oldArray, array, type)
    let text = writer.text
    let position = text.pointee.open(.array)
    let start = text.pointee.count - 1
    var elements: [Int] = []
    elements.reserveCapacity(array.count + 1)

    func copy(_ range: Range<Int>) {
      guard let old, !range.isEmpty else { return }
      let bytes = old.elements[range.lowerBound]..<old.elements[range.upperBound] - 1
      text.pointee.beginElements(range.count, of: position)
      let moved = text.pointee.count - start - bytes.lowerBound
      for index in range { elements.append(old.elements[index] + moved) }
      old.text[bytes].withUnsafeBufferPointer { text.pointee.append($0) }
    }

    copy(0..<first)
    for index in first..<array.count - rest {
      text.pointee.beginElement(of: position, after: index)
      elements.append(text.pointee.count - start)
      try writer.write(array[index])
    }
    copy(oldArray.count - rest..<oldArray.count)
    elements.append(text.pointee.count - start + 1)  // behind a comma
    entries.append(ArrayTexts.Entry(array: array, text: text.pointee.bytes(from: start), elements: elements))
  }

  /// Returns how many elements two arrays have in common at their beginnings, and at their ends.
  private static func common<Element>(_ old: [Element], _ new: [Element], _ type: PlainType) -> (
    Int, Int
  ) {
    old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        let stride = MemoryLayout<Element>.stride
        let (oldCount, newCount) = (old.count / stride, new.count / stride)
        guard let oldStart = old.baseAddress, let newStart = new.baseAddress else { return (0, 0) }
        func isSame(_ oldIndex: Int, _ newIndex: Int) -> Bool {
          type.bytes.allSatisfy { bytes in
            memcmp(
              oldStart + oldIndex * stride + bytes.lowerBound,
              newStart + newIndex * stride + bytes.lowerBound,
              bytes.count) == 0
          }
        }
        var (first, rest) = (0, 0)
        let limit = min(oldCount, newCount)
        while first < limit, isSame(first, first) { first += 1 }
        while first + rest < limit, isSame(oldCount - 1 - rest, newCount - 1 - rest) { rest += 1 }
        return (first, rest)
      }
    }
  }
}

private protocol EncodableArray {
  func write(to writer: JSONWriter, _ pass: ArrayPass) throws -> Bool
}

extension Array: EncodableArray where Element: Encodable {
  fileprivate func write(to writer: JSONWriter, _ pass: ArrayPass) throws -> Bool {
    guard count >= ArrayTexts.fewestElements, let type = PlainType.of(Element.self) else {
      return false
    }
    try pass.write(self, of: type, to: writer)
    return true
  }
}
