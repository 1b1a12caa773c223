import Katana

/// Adds an item, on top of the others.
struct AddItem: StateUpdater {
  let text: String

  func updateState(_ state: inout AppState) {
    state.items.insert(Todo(text: text), at: 0)
  }
}

/// Gives an item another text.
struct EditItem: StateUpdater {
  let id: String
  let text: String

  func updateState(_ state: inout AppState) {
    state.change(id) { $0.text = text }
  }
}

struct DeleteItem: StateUpdater {
  let id: String

  func updateState(_ state: inout AppState) {
    state.items.removeAll { $0.id == id }
  }
}

struct DeleteArchivedItems: StateUpdater {
  func updateState(_ state: inout AppState) {
    state.items.removeAll(where: \.archived)
  }
}

/// Completes an item, or makes it uncompleted again.
struct ToggleItem: StateUpdater {
  let itemID: String

  func updateState(_ state: inout AppState) {
    state.change(itemID) { $0.completed.toggle() }
  }
}

/// Archives items, or takes them back out of the archive; then they are to be done again.
struct ToggleArchiveItems: StateUpdater {
  let ids: [String]
  let archived: Bool

  init(ids: [String], archived: Bool = true) {
    self.ids = ids
    self.archived = archived
  }

  func updateState(_ state: inout AppState) {
    for id in ids {
      state.change(id) { item in
        item.archived = archived
        if !archived { item.completed = false }
      }
    }
  }
}

extension AppState {
  /// Changes the item with an id. One that is gone meanwhile is left alone.
  fileprivate mutating func change(_ id: String, _ body: (inout Todo) -> Void) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    body(&items[index])
  }
}
