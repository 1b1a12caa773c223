internal import HTML
internal import HTTPServer
internal import TempuraUI

/// The bytes of a page that are the same each time it is sent, with gaps for the nonces, and for the markup and style rules of its
/// rendering.
final class PageFrame: @unchecked Sendable {
  // Safe because the buffer is never changed again.

  /// A place in which something is inserted.
  struct Gap {
    enum Content { case styleNonce, formNonce, css, markup }

    let content: Content
    let offset: Int

    init(_ content: Content, at offset: Int) { (self.content, self.offset) = (content, offset) }
  }

  private let buffer: HTMLBuffer
  private let gaps: [Gap]

  /// - Parameter gaps: In their order.
  init(_ buffer: consuming HTMLBuffer, _ gaps: [Gap]) {
    var buffer = buffer
    buffer.shrink()
    self.buffer = buffer
    self.gaps = gaps
  }

  /// Returns the page.
  func page(of screen: RenderedScreen, _ nonces: Nonces) -> HTMLBuffer {
    var shared: Int?
    return page(of: screen, nonces, isShared: false, &shared)
  }

  /// Returns the page as the body of a response.
  func body(of screen: RenderedScreen, _ nonces: Nonces) -> ResponseBody {
    let markup = screen.markup
    var offset: Int?
    let page = self.page(of: screen, nonces, isShared: markup.count >= Self.sharedSize, &offset)
    guard let offset else { return page.body() }
    let joined = markup.join()
    return .around(page.release(), joined, joined.bytes, at: offset)
  }

  /// Markup of this size or more is not copied, so that unread answers share one copy. Less is copied: one piece is sent faster
  /// than three.
  private static let sharedSize = 32 * 1024

  /// - Parameters:
  ///   - isShared: Whether to leave the markup of the screen out.
  ///   - shared: Is set to where the markup has to be inserted, if it is left out.
  private func page(
    of screen: RenderedScreen, _ nonces: Nonces, isShared: Bool, _ shared: inout Int?
  ) -> HTMLBuffer {
    let markup = screen.markup
    let text = buffer.bytes
    var page = HTMLBuffer(capacity: text.count + screen.css.utf8.count + (isShared ? 0 : markup.count) + 256)
    var start = 0
    for gap in gaps {
      page.append(bytes: UnsafeRawBufferPointer(rebasing: text[start..<gap.offset]))
      start = gap.offset
      switch gap.content {
      case .styleNonce: page.append(markup: nonces.style)
      case .formNonce: page.append(markup: nonces.form)
      case .css: page.append(markup: screen.css)
      case .markup: if isShared, shared == nil { shared = page.count } else { markup.write(into: &page) }
      }
    }
    page.append(bytes: UnsafeRawBufferPointer(rebasing: text[start...]))
    return page
  }
}
