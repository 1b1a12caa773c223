internal import Basics
internal import HTML
internal import HTTPServer

/// A page as it was compressed when it was sent first. Later answers have other nonces.
///
/// It belongs to the rendering, and leaves memory with it.
final class CompressedPage: Sendable {
  private struct Kept {
    let text: CompressedText
    /// Stands for the writer of the page: another one has other templates.
    let writer: Scripts
  }

  private let kept = Locked<Kept?>(nil)

  /// A smaller page is sent as it is: it fits into a packet.
  private static let smallest = 1024

  /// Returns the compressed page.
  ///
  /// - Parameters:
  ///   - writer: Stands for the writer. Nil for a page with messages, which is not kept.
  ///   - write: Writes the page with the nonces.
  /// - Returns: Nil if the page is sent as it is.
  func body(_ nonces: Nonces, level: Int32, writer: Scripts?, _ write: () -> HTMLBuffer) -> ResponseBody? {
    let values = [nonces.style, nonces.form]
    if let writer, let text = kept.withLock({ $0?.writer === writer ? $0?.text : nil }) {
      return text.body(values: values, padding: nonces.padding)
    }
    let page = write()
    guard page.count >= Self.smallest, let text = CompressedText(page.bytes, values: values, level: level) else {
      return nil
    }
    if let writer { kept.withLock { $0 = Kept(text: text, writer: writer) } }
    return text.body(values: values, padding: nonces.padding)
  }

  /// Compresses what is sent once. Nil if it is sent as it is.
  static func body(_ bytes: UnsafeRawBufferPointer, level: Int32) -> ResponseBody? {
    guard bytes.count >= smallest else { return nil }
    return CompressedText(bytes, level: level)?.body(padding: Nonces.next().padding)
  }
}

extension HTTPHeaders {
  /// Adds the fields of content that is compressed. Pages that are not compressed need no `Vary`, because caches do not keep
  /// them.
  mutating func appendGzip() {
    append("Content-Encoding", "gzip")
    append("Vary", "Accept-Encoding")
  }
}
