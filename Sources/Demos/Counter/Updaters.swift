import Katana

struct IncrementCounter: StateUpdater {
  func updateState(_ currentState: inout CounterState) {
    currentState.counter += 1
  }
}

struct DecrementCounter: StateUpdater {
  func updateState(_ currentState: inout CounterState) {
    currentState.counter -= 1
  }
}
