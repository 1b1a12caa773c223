import Testing

@testable import Todo

@Suite struct ViewModelTests {
  private func state(_ items: [Todo]) -> AppState {
    var state = AppState()
    state.items = items
    return state
  }

  // MARK: - The list

  @Test func thereIsNoListModelWithoutAState() {
    #expect(ListViewModel(state: nil, localState: ListLocalState()) == nil)
  }

  @Test func theListStartsInTheTodoSection() {
    #expect(ListLocalState().selectedSection == .todo)
  }

  @Test func theListHasBothSections() throws {
    var items = ["a", "b", "c"].map { Todo(text: $0) }
    items[1].completed = true
    items[2].archived = true
    var local = ListLocalState()
    local.selectedSection = .archived
    let model = try #require(ListViewModel(state: state(items), localState: local))
    #expect(model.todos == [items[0], items[1]].map(TodoCellViewModel.init))
    #expect(model.archived == [TodoCellViewModel(todo: items[2])])
    #expect(model.archivableIDs == [items[1].id] && !model.canArchive)
    #expect(ListViewModel(state: state(items), localState: ListLocalState())?.canArchive == true)
    #expect(model.selectedSection == .archived)
  }

  @Test func completingAnItemMakesListModelsUnequal() {
    let item = Todo(text: "a")
    var completed = item
    completed.completed = true
    let model = ListViewModel(state: state([item]), localState: ListLocalState())
    #expect(model != ListViewModel(state: state([completed]), localState: ListLocalState()))
  }

  // MARK: - Rows

  @Test func rowModelsAreEqualIfTheyShowTheSame() {
    let item = Todo(text: "a")
    let model = TodoCellViewModel(todo: item)
    #expect(model.id == item.id)
    for change in [\Todo.completed, \Todo.archived] {
      var changed = item
      changed[keyPath: change] = true
      #expect(TodoCellViewModel(todo: changed) != model)
    }
    var renamed = item
    renamed.text = "b"
    #expect(TodoCellViewModel(todo: renamed) != model)
    #expect(TodoCellViewModel(todo: item) == model)
  }

  // MARK: - The footer

  @Test(arguments: [
    (0, "There are 0 items pending"), (1, "There is 1 item pending"), (2, "There are 2 items pending"),
  ])
  func theFooterCountsOpenItems(_ count: Int, _ text: String) {
    let open = (0..<count).map { Todo(text: "\($0)") }
    #expect(ChildViewModel(state: state(open + [Todo(text: "done", completed: true)])).text == text)
  }

  // MARK: - The overlay

  @Test func theOverlayIsEmptyWithoutAnItem() {
    let model = AddItemViewModel(state: AppState(), localState: AddItemLocalState())
    #expect(model != nil && model?.editingText == nil)
    #expect(model?.isEditingAlreadyExistingItem == false)
    #expect(AddItemViewModel(state: nil, localState: AddItemLocalState()) == nil)
  }

  @Test func theOverlayHasTheTextOfItsItem() {
    let state = AppState()
    var editing = AddItemLocalState()
    editing.itemID = state.items[1].id
    let model = AddItemViewModel(state: state, localState: editing)
    #expect(model?.editingText == "Become a doctor.\nChange last name to Acula")
    #expect(model?.isEditingAlreadyExistingItem == true)
  }

  @Test func theOverlayOfADeletedItemIsEmpty() {
    var editing = AddItemLocalState()
    editing.itemID = "gone"
    let model = AddItemViewModel(state: AppState(), localState: editing)
    #expect(model?.isEditingAlreadyExistingItem == false)
  }

  @Test func theOverlayCanBeMadeFromATextForTests() {
    let model = AddItemViewModel(editingText: "this is a test")
    #expect(model.editingText == "this is a test")
    #expect(model.isEditingAlreadyExistingItem)
    #expect(model.complaint == nil)
  }
}
