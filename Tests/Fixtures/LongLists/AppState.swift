import Katana
import Tempura

struct AppState: State, Codable {
  var posts = 40
  var liked: Set<Int> = []
  var firstMessage = 600
  var sent: [String] = []
  var selectedPhotos: Set<Int> = []
  var followers = 100
  var rows = Array(1...10_000)
  var switchedOn: Set<Int> = []
}

/// What a row shows.
struct Row: ViewModel, Identifiable, Equatable {
  let id: Int
  var text = ""
  var isOn = false
}

/// Changes the state by a closure.
struct Change: StateUpdater {
  let body: (inout AppState) -> Void
  init(_ body: @escaping (inout AppState) -> Void) { self.body = body }
  func updateState(_ state: inout AppState) { body(&state) }
}

/// Loads the next page of a list, if there is one.
struct LoadMore: SideEffect {
  let canLoad: (AppState) -> Bool
  let load: (inout AppState) -> Void

  func sideEffect(_ context: SideEffectContext<AppState, Dependencies>) throws {
    if canLoad(context.getState()) { context.dispatch(Change(load)) }
  }
}

final class Dependencies: NavigationProvider {
  let navigator = Navigator()
  required init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

extension Set {
  mutating func toggle(_ element: Element) {
    if remove(element) == nil { insert(element) }
  }
}
