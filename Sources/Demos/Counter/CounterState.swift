import Katana

struct CounterState: State {
  var counter: Int = 0
}

// The server stores states that are `Codable`.
extension CounterState: Codable {}
