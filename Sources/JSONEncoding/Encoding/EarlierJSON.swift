internal import Basics

/// What a value was encoded to last. When it is encoded again, elements of arrays that have not changed are copied from there.
///
/// In a long text, a changed element takes the room of the one that it replaces, if it is a little shorter: spaces follow. So
/// all behind it stays where it is, and a database writes only the pages that have changed.
package final class EarlierJSON {
  struct Content {
    let text: [UInt8]
    /// The arrays that can be compared, in the order of the text, each as a `WrittenArray`.
    let arrays: [AnyObject]
  }

  private let lock = Lock()
  private var content: Content?

  package init() {}

  /// Gives the memory back.
  package func forget() { _ = take() }

  /// Takes the content. So two threads that encode at the same time do not both use it.
  func take() -> Content? { lock.withLock { exchange(&content, with: nil) } }

  func keep(_ content: Content) { lock.withLock { self.content = content } }
}

/// An array in a text.
private final class WrittenArray<Element> {
  let elements: [Element]
  /// Where the first element begins in the text, and where each ends. A comma is between two.
  let bounds: [Int]

  init(_ elements: [Element], _ bounds: [Int]) { (self.elements, self.bounds) = (elements, bounds) }

  func text(of range: Range<Int>) -> Range<Int> {
    bounds[range.lowerBound] + (range.lowerBound == 0 ? 0 : 1)..<bounds[range.upperBound]
  }
}

/// The arrays of a text that is being written.
struct WrittenArrays {
  private let earlier: EarlierJSON.Content?
  /// False while an element is written: it is copied as a whole.
  fileprivate(set) var areKept: Bool
  fileprivate(set) var all: [AnyObject] = []

  /// The number of elements from which an array is kept.
  fileprivate static let minCount = 8
  /// The number of bytes from which a text has spaces, and from which an element has some, and how many these may be.
  private static let (long, longElement, maxSpaces) = (8192, 64, 16)

  static var none: Self { Self(nil, areKept: false) }

  init(_ earlier: EarlierJSON.Content?, areKept: Bool = true) { (self.earlier, self.areKept) = (earlier, areKept) }

  /// The number of bytes of the earlier text.
  var earlierCount: Int { earlier?.text.count ?? 0 }

  /// Returns where the text is to go on.
  ///
  /// - Parameters:
  ///   - end: Where it ends now, after an element of this length.
  ///   - earlier: Where the earlier one went on.
  fileprivate func place(from end: Int, length: Int, like earlier: Int?) -> Int {
    guard max(end, earlierCount) >= Self.long, length >= Self.longElement else { return end }
    if let earlier, end...end + Self.maxSpaces ~= earlier { return earlier }
    return (end + 7) & ~7
  }

  /// Returns the length of a text with spaces at its end, which seldom changes.
  func length(of text: Int) -> Int {
    guard text >= Self.long else { return text }
    let unit = 1 << (Int.bitWidth - 1 - (text / 32).leadingZeroBitCount)
    return (text + unit - 1) & ~(unit - 1)
  }

  /// The array that was written in the place of the next one, and its text.
  fileprivate func next<Element>(of _: Element.Type) -> (array: WrittenArray<Element>, text: [UInt8])? {
    guard let earlier, all.count < earlier.arrays.count else { return nil }
    return (earlier.arrays[all.count] as? WrittenArray<Element>).map { ($0, earlier.text) }
  }
}

extension JSONWriter {
  /// Writes a value if it is an array: elements that have not changed as they were written before.
  ///
  /// - Returns: False if nothing was written: also if there are few elements, or they cannot be compared.
  func writeArray<Value: Encodable>(_ value: Value, at position: JSONText.Position) throws -> Bool {
    // Not by its conformance alone, which takes longer to find.
    guard arrays.areKept, MemoryLayout<Value>.size == MemoryLayout<Int>.size, !_isPOD(Value.self) else { return false }
    return try (value as? any ElementArray)?.write(to: self, at: position) ?? false
  }

  fileprivate func write<Element: Encodable>(
    _ elements: [Element], _ layout: ValueLayout, at position: JSONText.Position
  ) throws {
    let earlier = arrays.next(of: Element.self)
    text.pointee.takeTurn(of: position)
    let array = text.pointee.open(.array)
    pad(length: .max, like: earlier?.array.bounds[0])
    var bounds = [text.pointee.count]
    bounds.reserveCapacity(elements.count + 1)
    arrays.areKept = false
    defer { arrays.areKept = true }

    /// - Parameter oldIndex: The index of the element that the first one replaces.
    func encode(to end: Int, _ oldIndex: Int) throws {
      for (index, oldIndex) in zip(bounds.count - 1..<end, oldIndex...) {
        text.pointee.beginElement(of: array, after: index)
        let old = earlier.flatMap {
          oldIndex < $0.array.elements.count ? $0.array.text(of: oldIndex..<oldIndex + 1) : nil
        }
        let room = old.map { text.pointee.count + $0.count }
        try write(elements[index])
        pad(length: text.pointee.count - bounds[bounds.count - 1], like: room)
        bounds.append(text.pointee.count)
      }
    }

    var oldIndex = 0
    if let (old, oldText) = earlier {
      let runs = elements.withUnsafeBytes { new in
        old.elements.withUnsafeBytes { layout.unchanged(in: new, since: $0, stride: MemoryLayout<Element>.stride) }
      }
      for run in runs {
        try encode(to: run.index, oldIndex)
        oldIndex = run.oldIndex + run.count
        let written = old.text(of: run.oldIndex..<oldIndex)
        oldText.withUnsafeBufferPointer {
          text.pointee.append(
            run.count, elementsOf: array, after: run.index, as: UnsafeBufferPointer(rebasing: $0[written]))
        }
        let moved = text.pointee.count - written.upperBound
        for end in old.bounds[run.oldIndex + 1...oldIndex] { bounds.append(end + moved) }
      }
    }
    try encode(to: elements.count, oldIndex)
    arrays.all.append(WrittenArray(elements, bounds))
  }

  private func pad(length: Int, like earlier: Int?) {
    text.pointee.pad(to: arrays.place(from: text.pointee.count, length: length, like: earlier))
  }
}

/// An array of elements that can be encoded.
private protocol ElementArray {
  func write(to writer: JSONWriter, at position: JSONText.Position) throws -> Bool
}

extension Array: ElementArray where Element: Encodable {
  fileprivate func write(to writer: JSONWriter, at position: JSONText.Position) throws -> Bool {
    guard count >= WrittenArrays.minCount, let layout = ValueLayout.of(Element.self) else { return false }
    try writer.write(self, layout, at: position)
    return true
  }
}
