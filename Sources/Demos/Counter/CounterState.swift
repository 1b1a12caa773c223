import Katana

struct CounterState: State {
  var counter: Int = 0
}
