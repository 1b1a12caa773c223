internal import Foundation
package import HTML

/// What a tree of views looked like, for anybody to read.
package final class Markup: @unchecked Sendable {
  // Safe because the buffer is never changed again.
  private let buffer: HTMLBuffer

  /// Whether there is a heading of level 1 in it. Looked for once, as pages are sent more often than rendered.
  package let hasTopHeading: Bool

  package init(_ buffer: consuming HTMLBuffer) {
    var buffer = buffer
    buffer.shrink()
    hasTopHeading = Self.hasTopHeading(buffer.bytes)
    self.buffer = buffer
  }

  package var bytes: UnsafeRawBufferPointer { buffer.bytes }

  private static func hasTopHeading(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard var start = bytes.baseAddress else { return false }
    let end = start + bytes.count
    while let tag = memchr(start, Int32(UInt8(ascii: "<")), end - start), tag + 2 < end {
      start = UnsafeRawPointer(tag) + 1
      if start.load(as: UInt8.self) == UInt8(ascii: "h"),
        start.load(fromByteOffset: 1, as: UInt8.self) == UInt8(ascii: "1")
      {
        return true
      }
    }
    return false
  }
}
