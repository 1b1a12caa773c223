import Foundation
import Katana

/// What the server stores for each browser session.
struct AppState: State, Codable {
  var things: [Thing] = []
}

struct Thing: Codable, Equatable, Identifiable {
  let id: String
  let name: String
  var isDone = false
}

struct AddThing: StateUpdater {
  let id = UUID().uuidString
  let name: String

  func updateState(_ state: inout AppState) { state.things.append(Thing(id: id, name: name)) }
}

struct ToggleThing: StateUpdater {
  let id: Thing.ID

  func updateState(_ state: inout AppState) {
    guard let index = state.things.firstIndex(where: { $0.id == id }) else { return }
    state.things[index].isDone.toggle()
  }
}

struct DeleteThing: StateUpdater {
  let id: Thing.ID

  func updateState(_ state: inout AppState) { state.things.removeAll { $0.id == id } }
}
