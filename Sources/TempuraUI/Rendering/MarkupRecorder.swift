internal import Glibc
internal import HTML

/// Notes which elements of a page are rendered anew, while `HTMLRenderer` renders it.
///
/// A *region* is the element of a view that is rendered again. A *copy* is an element inside of a region that is as before:
/// a patch names it instead of repeating it.
struct MarkupRecorder {
  private struct Region {
    let old: Range<Int>
    let span: Range<Int>
    let copies: Range<Int>
  }

  /// Siblings, one directly after the other in the last rendering and in the new one.
  private struct Copy {
    var old: Range<Int>
    var new: Range<Int>
    /// The offset of the last sibling in the new rendering.
    var last: Int
  }

  private var regions: [Region] = []
  private var copies: [Copy] = []

  /// Whether the view that is being rendered is in a region.
  private(set) var isInRegion = false

  /// Whether all changes are in regions. If not, a view changed whose markup is not exactly one element with the id that it
  /// had. The next element around it becomes the region.
  private(set) var isComplete = true

  /// What is noted before a view is rendered.
  struct Mark {
    fileprivate let regions: Int
    fileprivate let copies: Int
    fileprivate let isInRegion: Bool
    fileprivate let isComplete: Bool
  }

  /// Notes a view in a region whose markup is copied.
  mutating func addCopy(of view: UIView, from oldStart: Int, to newStart: Int) {
    if view.viewFlags.contains(.isElement) {
      let count = Int(view.renderedLength)
      addCopy(from: oldStart..<oldStart + count, to: newStart..<newStart + count)
    } else if !view.viewFlags.contains(.isUnordered) {
      for subview in view.subviews where subview.renderedLength > 0 {
        let offset = Int(subview.renderedOffset)
        addCopy(of: subview, from: oldStart + offset, to: newStart + offset)
      }
    }
  }

  private mutating func addCopy(from old: Range<Int>, to new: Range<Int>) {
    if let copy = copies.last, copy.old.upperBound == old.lowerBound, copy.new.upperBound == new.lowerBound {
      copies[copies.count - 1] = Copy(
        old: copy.old.lowerBound..<old.upperBound, new: copy.new.lowerBound..<new.upperBound, last: new.lowerBound)
    } else {
      copies.append(Copy(old: old, new: new, last: new.lowerBound))
    }
  }

  /// Begins a view that is rendered.
  ///
  /// - Parameter isAnew: Whether the view itself is rendered, and not only a part of it.
  mutating func begin(isAnew: Bool) -> Mark {
    defer {
      if isAnew { isInRegion = true }
      isComplete = true
    }
    return Mark(regions: regions.count, copies: copies.count, isInRegion: isInRegion, isComplete: isComplete)
  }

  /// Ends a view that was rendered.
  ///
  /// - Parameters:
  ///   - old: The view's element in the last rendering; nil if the view's markup is or was not exactly one element.
  ///   - new: The view's markup in the new rendering.
  mutating func end(
    since mark: Mark, isAnew: Bool, old: Range<Int>?, in last: UnsafeRawBufferPointer, new: Range<Int>,
    in bytes: UnsafeRawBufferPointer
  ) {
    isInRegion = mark.isInRegion
    // A view beside this one may need a region, too.
    defer { isComplete = isComplete && mark.isComplete }
    guard isAnew else {
      if let old, !isComplete {
        undo(to: mark)
        isComplete = true
        regions.append(Region(old: old, span: new, copies: copies.count..<copies.count))
      }
      return
    }
    let isSame = old.map { last.isEqual($0, to: bytes, new) } ?? false
    if isSame { undo(to: mark) }
    if isInRegion {
      if isSame, let old { addCopy(from: old, to: new) }
      return
    }
    guard let old, last.isEqual(last.id(at: old.lowerBound), to: bytes, bytes.id(at: new.lowerBound)) else {
      undo(to: mark)
      isComplete = false
      return
    }
    if !isSame { regions.append(Region(old: old, span: new, copies: mark.copies..<copies.count)) }
  }

  private mutating func undo(to mark: Mark) {
    regions.removeSubrange(mark.regions...)
    copies.removeSubrange(mark.copies...)
  }

  /// Whether the elements in the regions have the ids that they had.
  func keepsIDs(from last: UnsafeRawBufferPointer, to bytes: UnsafeRawBufferPointer) -> Bool {
    regions.allSatisfy { region in
      var (old, new) = (region.old, region.span)
      while let id = last.takeID(from: &old) {
        guard let other = bytes.takeID(from: &new), last.isEqual(id, to: bytes, other) else { return false }
      }
      return bytes.takeID(from: &new) == nil
    }
  }

  /// The markup of the regions, with copies named by `keep` elements: `docs/reference/live-protocol.md`.
  func patch(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var patch: [UInt8] = []
    for region in regions {
      var start = region.span.lowerBound
      for copy in copies[region.copies] {
        patch += bytes[start..<copy.new.lowerBound]
        patch += "<keep from=\"".utf8
        patch += bytes[bytes.id(at: copy.new.lowerBound)]
        if copy.last > copy.new.lowerBound {
          patch += "\" to=\"".utf8
          patch += bytes[bytes.id(at: copy.last)]
        }
        patch += "\"></keep>".utf8
        start = copy.new.upperBound
      }
      patch += bytes[start..<region.span.upperBound]
    }
    return patch
  }
}

extension Markup {
  /// Whether two elements have the same id: a patch would change only the first one. Ids with equal hashes count as the same.
  var sharesIDs: Bool {
    var (hashes, rest): (Set<Int>, Range<Int>) = ([], 0..<bytes.count)
    while let id = bytes.takeID(from: &rest) {
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[id]))
      if !hashes.insert(hasher.finalize()).inserted { return true }
    }
    return false
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
  fileprivate func isEqual(_ part: Range<Int>, to other: UnsafeRawBufferPointer, _ otherPart: Range<Int>) -> Bool {
    guard part.count == otherPart.count, let base = baseAddress, let otherBase = other.baseAddress else { return false }
    return memcmp(base + part.lowerBound, otherBase + otherPart.lowerBound, part.count) == 0
  }
}
