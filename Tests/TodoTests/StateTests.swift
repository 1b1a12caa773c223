import Testing

@testable import Todo

@Suite struct StateTests {
  @Test func theInitialStateHasFourItems() {
    let items = AppState().items
    #expect(
      items.map(\.text) == [
        "Pet my unicorn", "Become a doctor.\nChange last name to Acula",
        "Hire two private investigators.\nGet them to follow each other", "Visit mars",
      ])
    #expect(items.allSatisfy { !$0.completed && !$0.archived })
  }

  @Test func idsAreRandomLettersAndDigits() {
    let ids = (0..<100).map { _ in Todo(text: "").id }
    #expect(Set(ids).count == 100)
    #expect(ids.allSatisfy { $0.count == 15 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
  }

  @Test func itemsAreEqualByIdAndTextOnly() {
    let item = Todo(text: "a")
    var other = item
    other.completed = true
    other.archived = true
    #expect(item == other)
    other.text = "b"
    #expect(item != other)
    #expect(item != Todo(text: "a"))
  }

  @Test func derivedListsKeepTheOrderOfTheItems() {
    var state = AppState()
    let names = ["open", "completed", "archived", "archived and completed"]
    state.items = names.map { Todo(text: $0) }
    state.items[1].completed = true
    state.items[2].archived = true
    state.items[3].completed = true
    state.items[3].archived = true
    #expect(state.pendingItems.map(\.text) == ["open", "completed"])
    #expect(state.archivedItems.map(\.text) == ["archived", "archived and completed"])
    #expect(state.completedItems.map(\.text) == ["completed", "archived and completed"])
    #expect(state.uncompletedItems.map(\.text) == ["open", "archived"])
    #expect(state.archivableItems.map(\.text) == ["completed"])
    #expect(state.containsArchivableItems)
    state.items[1].archived = true
    #expect(!state.containsArchivableItems)
  }
}
