internal import Glibc
internal import HTML

/// Writes the patch of a page, while `HTMLRenderer` renders it.
///
/// A *region* is the element of a view that is rendered again. A *copy* is an element inside of a region that is as before:
/// a patch names it instead of repeating it.
struct MarkupRecorder: ~Copyable {
  /// Copies that are siblings, one directly after the other in the last rendering and in the new one.
  fileprivate struct Run {
    /// Where the first one and the last one begin in the new rendering.
    let first: Int
    var last: Int
    /// Where the last one ends in both renderings.
    var old: Int
    var new: Int
  }

  private var buffer: HTMLBuffer

  init(capacity: Int = 0) { buffer = HTMLBuffer(capacity: capacity) }

  /// Up to where the region is in the patch, except for the last run.
  private var written = 0
  private var run: Run?

  /// Whether the view that is being rendered is in a region.
  private(set) var isInRegion = false

  /// Whether all changes are in regions. If not, a view changed whose markup is not exactly one element with the id that it
  /// had. The next element around it becomes the region.
  private(set) var isComplete = true

  /// Whether the elements in the regions certainly have the ids that they had.
  private(set) var keepsIDs = true

  /// The markup of the regions, with copies named by `keep` elements: `docs/reference/live-protocol.md`.
  var patch: [UInt8] { Array(buffer.bytes) }

  /// What is noted before a view is rendered.
  struct Mark {
    fileprivate let count: Int
    fileprivate let written: Int
    fileprivate let run: Run?
    fileprivate let isInRegion: Bool
    fileprivate let isComplete: Bool
  }

  /// Notes a view in a region whose markup was copied.
  ///
  /// - Parameters:
  ///   - oldStart: Where it is in the last rendering.
  ///   - newStart: Where it is in `bytes`, the new one.
  mutating func addCopy(of view: UIView, from oldStart: Int, to newStart: Int, in bytes: UnsafeRawBufferPointer) {
    if view.viewFlags.contains(.isElement) {
      let count = Int(view.renderedLength)
      if run?.old != oldStart || run?.new != newStart {
        write(upTo: newStart, of: bytes)
        run = Run(first: newStart, last: newStart, old: oldStart, new: newStart)
      }
      run?.last = newStart
      run?.old += count
      run?.new += count
    } else if !view.viewFlags.contains(.isUnordered) {
      for subview in view.subviews where subview.renderedLength > 0 {
        let offset = Int(subview.renderedOffset)
        addCopy(of: subview, from: oldStart + offset, to: newStart + offset, in: bytes)
      }
    }
  }

  /// Writes the rest of the region up to an offset.
  private mutating func write(upTo end: Int, of bytes: UnsafeRawBufferPointer) {
    if let run {
      buffer.append("<keep from=\"")
      buffer.append(bytes: UnsafeRawBufferPointer(rebasing: bytes[bytes.id(at: run.first)]))
      if run.last > run.first {
        buffer.append("\" to=\"")
        buffer.append(bytes: UnsafeRawBufferPointer(rebasing: bytes[bytes.id(at: run.last)]))
      }
      buffer.append("\"></keep>")
      written = run.new
      self.run = nil
    }
    buffer.append(bytes: UnsafeRawBufferPointer(rebasing: bytes[written..<end]))
    written = end
  }

  /// Begins a view that is rendered.
  ///
  /// - Parameter isAnew: Whether the view itself is rendered, and not only a part of it.
  mutating func begin(isAnew: Bool, at start: Int) -> Mark {
    let mark = Mark(
      count: buffer.count, written: written, run: run, isInRegion: isInRegion, isComplete: isComplete)
    if isAnew, !isInRegion { (isInRegion, written, run) = (true, start, nil) }
    isComplete = true
    return mark
  }

  /// Ends a view that was rendered.
  ///
  /// - Parameters:
  ///   - old: The view's element in the last rendering; nil if the view's markup is or was not exactly one element.
  ///   - new: The view's markup in the new rendering.
  /// - Returns: Whether a view that was rendered anew is the same element as before.
  mutating func end(
    since mark: Mark, isAnew: Bool, old: Range<Int>?, in oldBytes: UnsafeRawBufferPointer, new: Range<Int>,
    in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    isInRegion = mark.isInRegion
    // A view beside this one may need a region, too.
    defer { isComplete = isComplete && mark.isComplete }
    guard isAnew else {
      if old != nil, !isComplete {
        undo(to: mark)
        isComplete = true
        buffer.append(bytes: UnsafeRawBufferPointer(rebasing: bytes[new]))
        keepsIDs = false
      }
      return false
    }
    if let old, oldBytes.isEqual(old, to: bytes, new) {
      undo(to: mark)
      return true
    }
    if isInRegion { return false }
    guard let old, oldBytes.isEqual(oldBytes.id(at: old.lowerBound), to: bytes, bytes.id(at: new.lowerBound)) else {
      undo(to: mark)
      isComplete = false
      return false
    }
    write(upTo: new.upperBound, of: bytes)
    keepsIDs = keepsIDs && oldBytes.hasIDs(in: old, of: bytes, in: new)
    return false
  }

  private mutating func undo(to mark: Mark) {
    buffer.truncate(to: mark.count)
    (written, run) = (mark.written, mark.run)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether two elements have the same id: a patch would change only the first one. Ids with equal hashes count as the same.
  var sharesIDs: Bool {
    var (rest, hashes) = (0..<count, Set<Int>())
    while let id = takeID(from: &rest) {
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: self[id]))
      if !hashes.insert(hasher.finalize()).inserted { return true }
    }
    return false
  }

  /// Whether two parts have the same ids in the same order.
  fileprivate func hasIDs(in part: Range<Int>, of other: Self, in otherPart: Range<Int>) -> Bool {
    var (rest, otherRest) = (part, otherPart)
    while let id = takeID(from: &rest) {
      guard let otherID = other.takeID(from: &otherRest), isEqual(id, to: other, otherID) else { return false }
    }
    return other.takeID(from: &otherRest) == nil
  }

  /// The first attribute, which is the id in an element of a view.
  fileprivate func id(at start: Int) -> Range<Int> {
    let quote = UInt8(ascii: "\"")
    guard let id = firstIndex(of: quote, from: start).map({ $0 + 1 }), let end = firstIndex(of: quote, from: id) else {
      return start..<start
    }
    return id..<end
  }

  /// Returns the first id in a part of the markup, and takes it from the part.
  fileprivate func takeID(from part: inout Range<Int>) -> Range<Int>? {
    while let sign = firstIndex(of: UInt8(ascii: "="), from: part.lowerBound), sign < part.upperBound {
      part = sign + 1..<part.upperBound
      // No text has ` id="`, because quotation marks are escaped.
      if sign >= 3, sign + 1 < count, self[sign + 1] == UInt8(ascii: "\""),
        loadUnaligned(fromByteOffset: sign - 3, as: UInt32.self) == UInt32(littleEndian: 0x3D64_6920)
      {
        return id(at: sign + 1)
      }
    }
    return nil
  }

  fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Whether two parts are the same bytes.
  func isEqual(_ part: Range<Int>, to other: UnsafeRawBufferPointer, _ otherPart: Range<Int>) -> Bool {
    guard part.count == otherPart.count, let base = baseAddress, let otherBase = other.baseAddress else { return false }
    return memcmp(base + part.lowerBound, otherBase + otherPart.lowerBound, part.count) == 0
  }
}
