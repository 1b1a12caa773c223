/// How large a page may be. Without a bound, a list that grew would take the server's memory and time.
package struct PageLimits: Sendable {
  package var views: Int
  /// The bytes of markup and style rules.
  package var bytes: Int

  package static let none = PageLimits(views: .max, bytes: .max)

  package init(views: Int, bytes: Int) { (self.views, self.bytes) = (views, bytes) }
}

/// What is too much on a page.
package enum PageLimitError: Error, Equatable {
  case views(Int, limit: Int)
  /// The rendering ended when it had so many bytes.
  case bytes(Int, limit: Int)
}
