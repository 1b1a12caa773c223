/// A context that a screen was shown with: the same object as long as it is the same screen.
package final class ScreenContext {
  package let value: Any

  /// Tells it from the other contexts of a session.
  package private(set) lazy var id = String(UInt32.random(in: .min ... .max), radix: 36)

  package init(_ value: Any) { self.value = value }
}
