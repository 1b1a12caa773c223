public import Dispatch

/// Where a promise's body or an operator's closure runs.
public enum Context {
  /// The main executor of the running app: see ``queue`` for the exception.
  case main
  case userInteractive
  case userInitiated
  case utility
  case background
  case custom(queue: DispatchQueue)

  private static let interactive = DispatchQueue.global(qos: .userInteractive)
  private static let initiated = DispatchQueue.global(qos: .userInitiated)
  private static let utilities = DispatchQueue.global(qos: .utility)
  private static let backgrounds = DispatchQueue.global(qos: .background)

  /// The queue that the context stands for; for `main` that of the process, even inside an app that a server runs.
  public var queue: DispatchQueue {
    switch self {
    case .main: DispatchQueue.main
    case .userInteractive: Self.interactive
    case .userInitiated: Self.initiated
    case .utility: Self.utilities
    case .background: Self.backgrounds
    case .custom(let queue): queue
    }
  }
}
