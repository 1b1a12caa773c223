package import HTML

/// What a tree of views looked like, for anybody to read.
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
