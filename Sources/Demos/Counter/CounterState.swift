import Katana

public struct CounterState: State {
  var counter: Int = 0
  /// The name of the counter that the user shares with others; nil if the user has one alone.
  var shared = sharedNames.withLock { $0.randomElement() }

  public init() {}
}

// The server stores states that are `Codable`.
extension CounterState: Codable {}
