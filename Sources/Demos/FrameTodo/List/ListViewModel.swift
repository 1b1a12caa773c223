import Tempura
import Todo

/// Says which of the two lists is visible.
struct ListLocalState: LocalState, Codable, Equatable {
  enum Section: String, Codable {
    case todo
    case archived
  }

  var selectedSection = Section.todo
}

struct ListViewModel: ViewModelWithLocalState, Equatable {
  let todos: [TodoCellViewModel]
  let archived: [TodoCellViewModel]
  let archivableIDs: [String]
  let selectedSection: ListLocalState.Section

  var canArchive: Bool { selectedSection == .todo && !archivableIDs.isEmpty }

  init?(state: AppState?, localState: ListLocalState) {
    guard let state else { return nil }
    todos = state.pendingItems.map(TodoCellViewModel.init)
    archived = state.archivedItems.map(TodoCellViewModel.init)
    archivableIDs = state.archivableItems.map(\.id)
    selectedSection = localState.selectedSection
  }
}
