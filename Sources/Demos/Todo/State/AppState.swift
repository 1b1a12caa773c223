import Katana
import UIKit

/// The state of the app.
public struct AppState: State, Codable {
  public var items: [Todo] = [
    Todo(text: "Pet my unicorn"),
    Todo(text: "Become a doctor.\nChange last name to Acula"),
    Todo(text: "Hire two private investigators.\nGet them to follow each other"),
    Todo(text: "Visit mars"),
  ]
  /// The users of the list, if they share it.
  public var people = Presence()

  public init() {}
}

extension AppState {
  /// The items outside the archive, completed ones included.
  public var pendingItems: [Todo] { items.filter { !$0.archived } }
  public var archivedItems: [Todo] { items.filter(\.archived) }
  public var completedItems: [Todo] { items.filter(\.completed) }
  public var uncompletedItems: [Todo] { items.filter { !$0.completed } }
  public var archivableItems: [Todo] { items.filter { $0.completed && !$0.archived } }
  public var containsArchivableItems: Bool { items.contains { $0.completed && !$0.archived } }
}
