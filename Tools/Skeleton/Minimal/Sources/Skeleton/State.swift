import Katana

struct SkeletonState: State, Codable {
  var counter = 0
}

struct Increment: StateUpdater {
  func updateState(_ state: inout SkeletonState) { state.counter += 1 }
}
