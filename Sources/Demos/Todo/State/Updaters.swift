import Katana

/// Adds an item at the top.
public struct AddItem: StateUpdater {
  let text: String

  public init(text: String) { self.text = text }

  public func updateState(_ state: inout AppState) {
    state.items.insert(Todo(text: text), at: 0)
  }
}

/// Changes the text of an item.
public struct EditItem: StateUpdater {
  let id: String
  let text: String

  public init(id: String, text: String) {
    self.id = id
    self.text = text
  }

  public func updateState(_ state: inout AppState) {
    state.change(id) { $0.text = text }
  }
}

public struct DeleteItem: StateUpdater {
  let id: String

  public init(id: String) { self.id = id }

  public func updateState(_ state: inout AppState) {
    state.items.removeAll { $0.id == id }
  }
}

public struct DeleteArchivedItems: StateUpdater {
  public init() {}

  public func updateState(_ state: inout AppState) {
    state.items.removeAll(where: \.archived)
  }
}

/// Completes an item, or reopens it.
public struct ToggleItem: StateUpdater {
  let itemID: String

  public init(itemID: String) { self.itemID = itemID }

  public func updateState(_ state: inout AppState) {
    state.change(itemID) { $0.completed.toggle() }
  }
}

/// Archives items, or restores them from the archive. Restored items are open again.
public struct ToggleArchiveItems: StateUpdater {
  let ids: [String]
  let archived: Bool

  public init(ids: [String], archived: Bool = true) {
    self.ids = ids
    self.archived = archived
  }

  public func updateState(_ state: inout AppState) {
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
