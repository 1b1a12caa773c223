import Katana

public struct CounterState: State {
  var counter: Int = 0

  public init() {}
}

// The server stores states that are `Codable`.
extension CounterState: Codable {}
