/// A failure of a store driver. Items are texts of ``ValueText``.
enum StoreDriverFailure: Equatable {
  /// The state differs from the expected one.
  case difference(item: String, lines: [String])
  /// The state changed, and the test did not expect a change.
  case unexpectedChange(item: String, lines: [String])
  /// Another item was dispatched than the test expects.
  case dispatchedOther(expected: String, actual: String)
  /// The item has other values than the test expects.
  case dispatchedOtherwise(item: String, lines: [String])
  /// The expected item was not dispatched in time.
  case notDispatched(expected: String, seconds: Double, running: [String])
  /// Items were dispatched and not received, before the given item or the end.
  case notReceived(items: [String], until: String?)
  /// Items were dispatched and did not end.
  case unfinished(items: [String])
  /// An interceptor rejected the updater.
  case rejected(item: String, error: String)
  /// The side effect or an interceptor threw an error.
  case failed(item: String, error: String)
  /// The test's closure threw an error.
  case expectationFailed(item: String, error: String)
}

extension StoreDriverFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .difference(let item, let lines): "\(item) did not change the state as expected:" + list(lines)
    case .unexpectedChange(let item, let lines): "\(item) changed the state unexpectedly:" + list(lines)
    case .dispatchedOther(let expected, let actual): "Expected \(expected) to be dispatched next, but it was \(actual)."
    case .dispatchedOtherwise(let item, let lines):
      "\(item) was dispatched with other values than expected:" + list(lines)
    case .notDispatched(let expected, let seconds, let running):
      "Expected \(expected) to be dispatched, but it was not within \(seconds) seconds. "
        + (running.isEmpty ? "No side effect is running." : "Still running:" + list(running))
    case .notReceived(let items, let item):
      "These were dispatched and not received before \(item ?? "the end"):" + list(items)
    case .unfinished(let items): "These are still running at the end of the test:" + list(items)
    case .rejected(let item, let error): "\(item) was rejected: \(error)"
    case .failed(let item, let error): "\(item) failed, and the test does not read its promise: \(error)"
    case .expectationFailed(let item, let error): "The expectation of \(item) threw an error: \(error)"
    }
  }

  private func list(_ lines: [String]) -> String { lines.map { "\n  \($0)" }.joined() }
}
