import Tempura

/// Says which of the two lists is visible.
public struct ListLocalState: LocalState, Codable, Equatable {
  public enum Section: String, Codable, Sendable {
    case todo
    case archived
  }

  public var selectedSection = Section.todo

  public init() {}
}

public struct ListViewModel: ViewModelWithLocalState, Equatable {
  let todos: [Todo]
  let archived: [Todo]
  let archivable: [Todo]
  let selectedSection: ListLocalState.Section

  var containsArchivableItems: Bool { !archivable.isEmpty }

  public init?(state: AppState?, localState: ListLocalState) {
    guard let state else { return nil }
    todos = state.pendingItems
    archived = state.archivedItems
    archivable = state.archivableItems
    selectedSection = localState.selectedSection
  }
}
