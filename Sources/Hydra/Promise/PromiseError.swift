/// Why an operator rejected a promise by itself.
public enum PromiseError: Error {
  /// `timeout` had to wait too long.
  case timeout
  /// `validate` was not satisfied.
  case rejected
  /// An operator's arguments make no sense, such as fewer than one attempt.
  case invalidInput
  /// `await` was asked to deliver on the main context.
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
