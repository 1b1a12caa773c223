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
  public let todos: [TodoCellViewModel]
  public let archived: [TodoCellViewModel]
  let archivableIDs: [String]
  public let selectedSection: ListLocalState.Section

  /// Whether the list has items to archive.
  public var canArchive: Bool { selectedSection == .todo && !archivableIDs.isEmpty }

  public init?(state: AppState?, localState: ListLocalState) {
    guard let state else { return nil }
    var (todos, archived): ([TodoCellViewModel], [TodoCellViewModel]) = ([], [])
    var archivableIDs: [String] = []
    todos.reserveCapacity(state.items.count)
    for item in state.items {
      let model = TodoCellViewModel(todo: item)
      if item.archived { archived.append(model) } else { todos.append(model) }
      if item.completed, !item.archived { archivableIDs.append(item.id) }
    }
    (self.todos, self.archived, self.archivableIDs) = (todos, archived, archivableIDs)
    selectedSection = localState.selectedSection
  }
}
