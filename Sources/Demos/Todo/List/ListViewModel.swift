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
    // By index: a loop over the items would count references to each one's texts.
    for index in state.items.indices {
      let model = TodoCellViewModel(todo: state.items[index])
      if model.completed, !model.archived { archivableIDs.append(model.id) }
      if model.archived { archived.append(model) } else { todos.append(model) }
    }
    (self.todos, self.archived, self.archivableIDs) = (todos, archived, archivableIDs)
    selectedSection = localState.selectedSection
  }
}
