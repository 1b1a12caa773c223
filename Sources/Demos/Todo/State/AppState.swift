import Katana

/// The state of the app.
public struct AppState: State, Codable {
  public var items: [Todo] = [
    Todo(text: "Pet my unicorn"),
    Todo(text: "Become a doctor.\nChange last name to Acula"),
    Todo(text: "Hire two private investigators.\nGet them to follow each other"),
    Todo(text: "Visit mars"),
  ]

  public init() {}
}

extension AppState {
  /// The items outside the archive, completed ones included.
  var pendingItems: [Todo] { items.filter { !$0.archived } }
  var archivedItems: [Todo] { items.filter(\.archived) }
  var completedItems: [Todo] { items.filter(\.completed) }
  var uncompletedItems: [Todo] { items.filter { !$0.completed } }
  var archivableItems: [Todo] { items.filter { $0.completed && !$0.archived } }
  var containsArchivableItems: Bool { items.contains { $0.completed && !$0.archived } }
}
