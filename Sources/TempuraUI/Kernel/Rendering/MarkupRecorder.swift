internal import Glibc
internal import HTML

/// Writes the patch of a page, while `HTMLRenderer` renders it.
///
/// A *region* is the element of a view that is rendered again. A *copy* is an element inside of a region that is as before:
/// a patch names it instead of repeating it.
struct MarkupRecorder: ~Copyable {
  /// Copies that are siblings, one directly after the other in the last rendering and in the new one.
  fileprivate struct Run {
    let start: Int
    let first: Element
    var last: Element
    /// Where the last one ends.
    var old: Int
    var new: Int
  }

  /// Where an element begins: its piece has it, or else the markup that is being written.
  fileprivate struct Element {
    let piece: MarkupPiece?
    let start: Int
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
  ///   - oldStart: Where it is in the last rendering, in `last`.
  ///   - newStart: Where it is in `new`.
  mutating func addCopy(
    of view: UIView, from oldStart: Int, in last: MarkupPiece?, to newStart: Int, in new: MarkupPart
  ) {
    let piece = view.hasOwnMarkup ? last?.piece(at: oldStart) : nil
    if view.viewFlags.contains(.isElement) {
      let count = Int(view.renderedLength)
      let element = Element(piece: piece, start: newStart)
      if let run, run.old == oldStart, run.new == newStart {
        self.run = Run(
          start: run.start, first: run.first, last: element, old: oldStart + count, new: newStart + count)
      } else {
        write(upTo: newStart, of: new)
        run = Run(start: newStart, first: element, last: element, old: oldStart + count, new: newStart + count)
      }
    } else if piece == nil, !view.viewFlags.contains(.isUnordered) {
      for subview in view.subviews where subview.renderedLength > 0 {
        let offset = Int(subview.renderedOffset)
        addCopy(of: subview, from: oldStart + offset, in: last, to: newStart + offset, in: new)
      }
    }
  }

  /// Writes the rest of the region up to an offset.
  private mutating func write(upTo end: Int, of new: MarkupPart) {
    if let run {
      buffer.append("<keep from=\"")
      write(idOf: run.first, new)
      if run.last.start > run.start {
        buffer.append("\" to=\"")
        write(idOf: run.last, new)
      }
      buffer.append("\"></keep>")
      written = run.new
      self.run = nil
    }
    MarkupPart(bytes: new.bytes, gaps: new.gaps, range: written..<end).write(into: &buffer)
    written = end
  }

  private mutating func write(idOf element: Element, _ new: MarkupPart) {
    let (bytes, start) = element.piece.map { ($0.bytes, 0) } ?? (new.bytes, element.start)
    buffer.append(bytes: UnsafeRawBufferPointer(rebasing: bytes[bytes.id(at: start)]))
  }

  /// Begins a view in a region that gets markup of its own, from `new.range.lowerBound` on. Called at its end again.
  mutating func switchPiece(_ new: MarkupPart) { if isInRegion { write(upTo: new.range.upperBound, of: new) } }

  /// Goes on behind a gap, whose piece is in the patch.
  mutating func skipGap(at offset: Int) { written = offset + 1 }

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
  ///   - isInsideChanged: Whether a piece in the view changed.
  /// - Returns: Whether a view that was rendered anew is the same element as before.
  mutating func end(since mark: Mark, isAnew: Bool, old: MarkupPart?, new: MarkupPart, isInsideChanged: Bool) -> Bool {
    isInRegion = mark.isInRegion
    // A view beside this one may need a region, too.
    defer { isComplete = isComplete && mark.isComplete }
    guard isAnew else {
      if old != nil, !isComplete {
        undo(to: mark)
        isComplete = true
        new.write(into: &buffer)
        keepsIDs = false
      }
      return false
    }
    if let old, !isInsideChanged, old.isEqual(to: new) {
      undo(to: mark)
      return true
    }
    if isInRegion { return false }
    guard let old, old.hasID(of: new) else {
      undo(to: mark)
      isComplete = false
      return false
    }
    write(upTo: new.range.upperBound, of: new)
    compareIDs(old, new)
    return false
  }

  /// Notes whether a part has the ids that it had, without those in its gaps.
  mutating func compareIDs(_ old: MarkupPart?, _ new: MarkupPart) {
    keepsIDs = keepsIDs && old.map { $0.hasGaps(of: new) && $0.hasIDs(of: new) } == true
  }

  private mutating func undo(to mark: Mark) {
    buffer.truncate(to: mark.count)
    (written, run) = (mark.written, mark.run)
  }
}

extension MarkupPiece {
  /// Whether two elements have the same id: a patch would change only the first one. Ids with equal hashes count as the same.
  var sharesIDs: Bool {
    var hashes: Set<Int> = []
    return sharesIDs(with: &hashes)
  }

  private func sharesIDs(with hashes: inout Set<Int>) -> Bool {
    var rest = 0..<bytes.count
    while let id = bytes.takeID(from: &rest) {
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[id]))
      if !hashes.insert(hasher.finalize()).inserted { return true }
    }
    for gap in gaps where gap.piece.sharesIDs(with: &hashes) { return true }
    return false
  }
}

extension MarkupPart {
  /// Whether two elements have the same id.
  fileprivate func hasID(of other: MarkupPart) -> Bool {
    bytes.isEqual(bytes.id(at: range.lowerBound), to: other.bytes, other.bytes.id(at: other.range.lowerBound))
  }

  /// Whether two parts have the same ids in the same order.
  fileprivate func hasIDs(of other: MarkupPart) -> Bool {
    var (rest, otherRest) = (range, other.range)
    while let id = bytes.takeID(from: &rest) {
      guard let otherID = other.bytes.takeID(from: &otherRest), bytes.isEqual(id, to: other.bytes, otherID) else {
        return false
      }
    }
    return other.bytes.takeID(from: &otherRest) == nil
  }
}

extension UnsafeRawBufferPointer {
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
