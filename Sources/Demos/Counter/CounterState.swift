import Katana

struct CounterState: State {
  var counter: Int = 0
}

// So that sessions can be stored.
extension CounterState: Codable {}
