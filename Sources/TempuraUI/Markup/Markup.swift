package import HTML

/// The markup of one rendering, valid until the next one.
package final class Markup {
  private let piece: MarkupPiece?

  /// The number of bytes.
  package let count: Int

  init(_ piece: MarkupPiece? = nil) {
    self.piece = piece
    count = piece?.size ?? 0
  }

  package func write(into buffer: inout HTMLBuffer) { piece?.write(into: &buffer) }

  /// The markup as a string, for tests and tools.
  package var string: String {
    var buffer = HTMLBuffer(capacity: count)
    write(into: &buffer)
    return buffer.string
  }
}

/// The markup of a view, with gaps for the views in it that have markup of their own: see `UIView.hasOwnMarkup`.
///
/// So a view that changes leaves the markup around it as it is.
final class MarkupPiece {
  /// The place of a piece in another one, where it has one byte that stands for all of it.
  struct Gap {
    var offset: Int
    let piece: MarkupPiece
  }

  private var buffer: HTMLBuffer
  private(set) var gaps: [Gap]

  /// The number of bytes, with those of the pieces in the gaps.
  var size: Int

  init(_ part: MarkupPart) {
    buffer = HTMLBuffer(capacity: part.range.count)
    buffer.append(bytes: part.span)
    gaps = part.ownGaps
    size = part.size
  }

  var bytes: UnsafeRawBufferPointer { buffer.bytes }

  var whole: MarkupPart { MarkupPart(bytes: bytes, gaps: gaps, range: 0..<bytes.count) }

  /// The piece in the gap at an offset; nil if there is no gap.
  func piece(at offset: Int) -> MarkupPiece? {
    let index = gaps.firstGap(from: offset)
    return index < gaps.count && gaps[index].offset == offset ? gaps[index].piece : nil
  }

  /// Takes over new markup.
  ///
  /// - Returns: Whether it differs from what was there, except for what is in its gaps.
  func replace(by new: MarkupPart) -> Bool {
    size = new.size
    if whole.isEqual(to: new) { return false }
    var buffer = HTMLBuffer(capacity: new.range.count)
    buffer.append(bytes: new.span)
    self.buffer = buffer
    gaps = new.ownGaps
    return true
  }

  func write(into buffer: inout HTMLBuffer) { MarkupPart.write(bytes, gaps[...], 0..<bytes.count, into: &buffer) }
}

extension [MarkupPiece.Gap] {
  /// The index of the first gap at an offset or after it.
  func firstGap(from offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A part of a piece, or of markup that becomes one. Valid until that changes.
struct MarkupPart {
  let bytes: UnsafeRawBufferPointer
  let gaps: [MarkupPiece.Gap]
  let range: Range<Int>

  /// The bytes, with one for each gap.
  var span: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }

  /// The indices of the gaps in the part.
  var gapsInside: Range<Int> {
    if gaps.isEmpty { return 0..<0 }
    return gaps.firstGap(from: range.lowerBound)..<gaps.firstGap(from: range.upperBound)
  }

  /// The gaps in the part, with their offsets in it.
  fileprivate var ownGaps: [MarkupPiece.Gap] {
    let inside = gapsInside
    if inside.isEmpty { return [] }
    return gaps[inside].map { MarkupPiece.Gap(offset: $0.offset - range.lowerBound, piece: $0.piece) }
  }

  /// The number of bytes, with those of the pieces in the gaps.
  fileprivate var size: Int {
    var size = range.count
    for index in gapsInside { size += gaps[index].piece.size - 1 }
    return size
  }

  /// Writes the part with the pieces in its gaps.
  func write(into buffer: inout HTMLBuffer) {
    if gaps.isEmpty { return buffer.append(bytes: span) }
    Self.write(bytes, gaps[gapsInside], range, into: &buffer)
  }

  fileprivate static func write(
    _ bytes: UnsafeRawBufferPointer, _ gaps: ArraySlice<MarkupPiece.Gap>, _ range: Range<Int>,
    into buffer: inout HTMLBuffer
  ) {
    var start = range.lowerBound
    func append(to end: Int) {
      // Rows follow one another directly.
      if start < end { buffer.append(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<end])) }
    }
    for gap in gaps {
      append(to: gap.offset)
      gap.piece.write(into: &buffer)
      start = gap.offset + 1
    }
    append(to: range.upperBound)
  }

  /// Whether two parts are the same bytes around the same pieces.
  func isEqual(to other: MarkupPart) -> Bool {
    bytes.isEqual(range, to: other.bytes, other.range) && hasGaps(of: other)
  }

  /// Whether two parts have gaps for the same pieces in the same order.
  func hasGaps(of other: MarkupPart) -> Bool {
    gaps.isEmpty && other.gaps.isEmpty
      || gaps[gapsInside].elementsEqual(other.gaps[other.gapsInside]) { $0.piece === $1.piece }
  }
}

/// What a rendering changed.
package enum MarkupChange: Equatable {
  /// Nothing: the page is the same.
  case unchanged
  /// This patch leads to the new page.
  case recorded(Patch)
  /// Something that was not recorded. Clients need the whole page.
  case unrecorded
  /// Everything: there was no last rendering that the new one could be compared with, or its style rules are gone. The
  /// page gets a new generation.
  case renewed
}
