internal import Glibc
package import HTML

/// The markup of one rendering, readable from any thread.
package final class Markup: @unchecked Sendable {
  // Safe because the buffer is never changed again.
  private let buffer: HTMLBuffer

  package init(_ buffer: consuming HTMLBuffer) {
    var buffer = buffer
    buffer.shrink()
    self.buffer = buffer
  }

  package var bytes: UnsafeRawBufferPointer { buffer.bytes }

  package func isEqual(to other: Markup) -> Bool {
    let (bytes, others) = (bytes, other.bytes)
    guard let start = bytes.baseAddress, let otherStart = others.baseAddress else { return false }
    return bytes.count == others.count && memcmp(start, otherStart, bytes.count) == 0
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
