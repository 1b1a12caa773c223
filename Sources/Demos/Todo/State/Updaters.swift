import Katana

/// Adds an item at the top.
struct AddItem: StateUpdater {
  let text: String

  func updateState(_ state: inout AppState) {
    state.items.insert(Todo(text: text), at: 0)
  }
}

/// Changes the text of an item.
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

/// Completes an item, or reopens it.
struct ToggleItem: StateUpdater {
  let itemID: String

  func updateState(_ state: inout AppState) {
    state.change(itemID) { $0.completed.toggle() }
  }
}

/// Archives items, or restores them from the archive. Restored items are open again.
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
  /// Changes the item with an id. Does nothing if the item was deleted.
  fileprivate mutating func change(_ id: String, _ body: (inout Todo) -> Void) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    body(&items[index])
  }
}
