import Tempura

struct CounterViewModel: ViewModelWithState {
  var countDescription: String

  init(state: CounterState) {
    self.countDescription = "the counter is at \(state.counter)"
  }
}
