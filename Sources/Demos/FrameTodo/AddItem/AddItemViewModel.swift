import Tempura
import Todo

struct AddItemLocalState: LocalState, Codable, Equatable {
  /// The item that the user edits; nil to add one.
  var itemID: String?
}

struct AddItemViewModel: ViewModelWithLocalState, Equatable {
  let editingText: String?

  var isEditingAlreadyExistingItem: Bool { editingText != nil }

  init(editingText: String) {
    self.editingText = editingText
  }

  init?(state: AppState?, localState: AddItemLocalState) {
    guard let state else { return nil }
    editingText = localState.itemID.flatMap { id in state.items.first { $0.id == id }?.text }
  }
}
