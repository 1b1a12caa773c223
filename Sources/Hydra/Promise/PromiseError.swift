/// Why an operator itself rejected a promise.
public enum PromiseError: Error {
  /// `timeout` waited too long.
  case timeout
  /// `validate` returned false.
  case rejected
  /// The arguments of an operator are invalid, such as fewer than one attempt.
  case invalidInput
  /// `await` was called with the main context.
  case invalidContext
  /// All attempts failed.
  case attemptsFailed
}

extension PromiseError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .timeout: "The promise was not settled in time."
    case .rejected: "The promise's value was found not to be valid."
    case .invalidInput: "The operator cannot work with these arguments."
    case .invalidContext: "A promise cannot be awaited in the main context."
    case .attemptsFailed: "All attempts failed."
    }
  }
}
