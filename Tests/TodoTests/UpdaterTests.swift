import Katana
import Testing

@testable import Todo

@Suite struct UpdaterTests {
  /// Four items: open, completed, archived, archived and completed.
  private static let items: [Todo] = {
    var items = ["a", "b", "c", "d"].map { Todo(text: $0) }
    items[1].completed = true
    items[2].archived = true
    items[3].completed = true
    items[3].archived = true
    return items
  }()

  /// All properties of an item. Equality of items ignores some of them.
  private struct Content: Equatable {
    var text: String
    var completed: Bool
    var archived: Bool
  }

  private static let contents = contents(of: items)

  private static func contents(of items: [Todo]) -> [Content] {
    items.map { Content(text: $0.text, completed: $0.completed, archived: $0.archived) }
  }

  private func after(_ updater: some StateUpdater) -> [Content] {
    var state = AppState()
    state.items = Self.items
    let updated = updater.updatedState(currentState: state) as? AppState
    return Self.contents(of: updated?.items ?? [])
  }

  private func id(_ index: Int) -> String { Self.items[index].id }

  private func contents(changing body: (inout [Content]) -> Void) -> [Content] {
    var contents = Self.contents
    body(&contents)
    return contents
  }

  @Test(arguments: ["Buy milk", "", " spaces ", "two\nlines"])
  func addingInsertsAnOpenItemOnTop(_ text: String) {
    let added = Content(text: text, completed: false, archived: false)
    #expect(after(AddItem(text: text)) == [added] + Self.contents)
  }

  @Test func editingReplacesTheTextOnly() {
    #expect(after(EditItem(id: id(3), text: "new")) == contents { $0[3].text = "new" })
    #expect(after(EditItem(id: "?", text: "new")) == Self.contents)
  }

  @Test func deletingRemovesTheItem() {
    #expect(after(DeleteItem(id: id(1))) == contents { $0.remove(at: 1) })
    #expect(after(DeleteItem(id: "?")) == Self.contents)
  }

  @Test func clearingRemovesArchivedItems() {
    #expect(after(DeleteArchivedItems()) == Array(Self.contents.prefix(2)))
  }

  @Test func togglingFlipsCompletion() {
    #expect(after(ToggleItem(itemID: id(0))) == contents { $0[0].completed = true })
    #expect(after(ToggleItem(itemID: id(1))) == contents { $0[1].completed = false })
    #expect(after(ToggleItem(itemID: "?")) == Self.contents)
  }

  @Test func archivingKeepsCompletion() {
    let expected = contents {
      $0[0].archived = true
      $0[1].archived = true
    }
    #expect(after(ToggleArchiveItems(ids: [id(0), "?", id(1)])) == expected)
  }

  @Test func unarchivingReopensItems() {
    let expected = contents {
      $0[2].archived = false
      $0[3].archived = false
      $0[3].completed = false
    }
    #expect(after(ToggleArchiveItems(ids: [id(2), id(3)], archived: false)) == expected)
  }
}
