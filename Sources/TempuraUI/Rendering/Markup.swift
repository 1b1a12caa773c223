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
}
