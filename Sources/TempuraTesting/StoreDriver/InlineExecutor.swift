internal import Katana

/// Runs closures at once, on the caller's thread.
struct InlineExecutor: Executor {
  func execute(_ closure: @escaping () -> Void) { closure() }
  func executeSync<T>(_ closure: @escaping () -> T) -> T { closure() }
}
