/// What a store driver finds wrong. Items are given as ``ValueText`` has them.
enum StoreDriverFailure: Equatable {
  /// The state is not what the test made of the one before.
  case difference(item: String, lines: [String])
  /// The state changed, and the test did not say so.
  case unexpectedChange(item: String, lines: [String])
  /// Something else was dispatched than what the test waits for.
  case dispatchedOther(expected: String, actual: String)
  /// It was dispatched, with other values.
  case dispatchedOtherwise(item: String, lines: [String])
  /// Nothing was dispatched that the test waits for.
  case notDispatched(expected: String, seconds: Double, underWay: [String])
  /// It was dispatched and the test did not say so, until the given item or the end.
  case notReceived(items: [String], until: String?)
  /// It was dispatched, and did not end.
  case unfinished(items: [String])
  /// An interceptor kept the updater from being handled.
  case rejected(item: String, error: String)
  /// The side effect threw, or an interceptor did.
  case failed(item: String, error: String)
  /// The test's own closure threw.
  case expectationFailed(item: String, error: String)
}

extension StoreDriverFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .difference(let item, let lines):
      "\(item) changed the state otherwise than expected:" + list(lines)
    case .unexpectedChange(let item, let lines):
      "\(item) changed the state, which was not expected:" + list(lines)
    case .dispatchedOther(let expected, let actual):
      "Expected that \(expected) is dispatched next, but it was \(actual)."
    case .dispatchedOtherwise(let item, let lines):
      "\(item) was dispatched with other values than expected:" + list(lines)
    case .notDispatched(let expected, let seconds, let underWay):
      "Expected that \(expected) is dispatched, but it was not within \(seconds) seconds. "
        + (underWay.isEmpty ? "No side effect is running." : "Still running:" + list(underWay))
    case .notReceived(let items, let item):
      "\(item.map { "Before \($0)" } ?? "By the end"), this was dispatched and not received:" + list(items)
    case .unfinished(let items):
      "At the end of the test, this is still running:" + list(items)
    case .rejected(let item, let error):
      "\(item) was rejected: \(error)"
    case .failed(let item, let error):
      "\(item) failed, and the test does not look at its promise: \(error)"
    case .expectationFailed(let item, let error):
      "The expectation of \(item) threw an error: \(error)"
    }
  }

  private func list(_ lines: [String]) -> String { lines.map { "\n  \($0)" }.joined() }
}
