package import HTML

/// The markup of one rendering.
package final class Markup {
  private let buffer: HTMLBuffer

  init(_ buffer: consuming HTMLBuffer = HTMLBuffer(capacity: 0)) { self.buffer = buffer }

  var bytes: UnsafeRawBufferPointer { buffer.bytes }

  /// The number of bytes.
  package var count: Int { buffer.count }

  package func write(into buffer: inout HTMLBuffer) { buffer.append(bytes: bytes) }

  func isEqual(to other: Markup) -> Bool { bytes.isEqual(0..<count, to: other.bytes, 0..<other.count) }

  /// The markup as a string, for tests and tools.
  package var string: String { buffer.string }
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
