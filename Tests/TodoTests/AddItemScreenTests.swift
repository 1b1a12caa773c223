import Katana
import Tempura
import TempuraUI
import Testing
import UIKit

@testable import Todo

@Suite(.app) struct AddItemScreenTests {
  let app = TodoApp()
  let texts = AppState().items.map(\.text)

  private let add = "What are you going to do today?"
  private let delete = "Delete this item"
  private let complaint = "Write something first."

  // MARK: - Adding

  @Test func theOverlayCoversTheList() throws {
    try app.tap(add)
    #expect(app.route == ["list", "addItem"])
    #expect(app.field?.text == "")
    #expect(app.field?.isFirstResponder == true)
    #expect(!app.offers(delete))
    #expect(app.overlayController?.title == "New item")
    #expect(app.listController?.connected == true)
    #expect(!app.offers(add))  // it is under the overlay
  }

  @Test func aNewItemIsOnTop() throws {
    try app.tap(add)
    try app.type("Buy milk")
    #expect(app.todo.count == 4)
    try app.pressReturn()
    #expect(app.route == ["list"])
    #expect(app.todo.map(\.text) == ["Buy milk"] + texts)
    #expect(app.footer == "There are 5 items pending")
  }

  @Test(arguments: ["", " ", " \t "])
  func aBlankTextIsRefused(_ blank: String) throws {
    try app.tap(add)
    try app.type(blank)
    try app.pressReturn()
    #expect(app.route == ["list", "addItem"])
    #expect(app.texts == ["New item", complaint])
    #expect(app.field?.text == blank)
    #expect(app.todo.count == 4)
    try app.type("Buy milk")
    try app.pressReturn()
    #expect(app.route == ["list"])
    #expect(app.todo.first?.text == "Buy milk")
  }

  @Test func thereIsNoComplaintAtFirst() throws {
    try app.tap(add)
    #expect(app.texts == ["New item"])
  }

  @Test func aTextIsStoredUnchanged() throws {
    try app.tap(add)
    try app.type("  Buy <b>milk</b> & 🥛 ")
    try app.pressReturn()
    #expect(app.todo.first?.text == "  Buy <b>milk</b> & 🥛 ")
  }

  @Test func aLineBreakSubmitsTheText() throws {
    try app.tap(add)
    try app.type("Buy milk\n")
    #expect(app.route == ["list"])
    #expect(app.todo.map(\.text) == ["Buy milk"] + texts)
  }

  @Test func theDelegateRefusesLineBreaksAndSubmitsTheTextBeforeThem() throws {
    for lineBreak in ["\n", "\r\n", "a\nb", "\u{2028}"] {
      let view = AddItemView()
      view.setup()
      var submitted: [String] = []
      view.didSubmit = { submitted.append($0) }
      let field = try #require(view.views(UITextView.self).first)
      field.text = "before"
      let range = NSRange(location: 6, length: 0)
      #expect(!view.textView(field, shouldChangeTextIn: range, replacementText: lineBreak))
      #expect(submitted == ["before"])
      #expect(view.textView(field, shouldChangeTextIn: range, replacementText: "a"))
    }
  }

  // MARK: - Editing

  @Test func editingShowsTheTextAndKeepsItsLineBreak() throws {
    try app.check(1)
    try app.open(1)
    #expect(app.route == ["list", "addItem"])
    #expect(app.overlayController?.title == "Edit item")
    #expect(app.field?.text == texts[1])
    #expect(app.offers(delete))
    try app.pressReturn()
    #expect(app.route == ["list"])
    #expect(app.todo.map(\.text) == texts)
    #expect(app.todo.map(\.isChecked) == [false, true, false, false])
  }

  @Test func editingChangesTheTextOnly() throws {
    try app.check(1)
    try app.open(1)
    try app.type("Become a doctor.\nChange last name to Who")
    try app.pressReturn()
    #expect(app.todo.map(\.text) == [texts[0], "Become a doctor.\nChange last name to Who", texts[2], texts[3]])
    #expect(app.todo.map(\.isChecked) == [false, true, false, false])
  }

  @Test func anItemCannotBeMadeBlank() throws {
    try app.open(3)
    try app.type("")
    try app.pressReturn()
    #expect(app.texts == ["Edit item", complaint])
    #expect(app.field?.text == "")
    #expect(app.todo.map(\.text) == texts)
    try app.tap("Cancel")
    #expect(app.todo.map(\.text) == texts)
  }

  @Test func anArchivedItemIsEditedWhereItIs() throws {
    try app.check(0)
    try app.tap("Archive completed items")
    try app.tap("Archive")
    try app.open(0)
    try app.type("Pet my cat")
    try app.pressReturn()
    #expect(app.archive == [TodoApp.Row(text: "Pet my cat", isChecked: true)])
    #expect(app.isShown("Archive"))
  }

  // MARK: - Cancelling and deleting

  @Test func cancellingChangesNothing() throws {
    try app.open(3)
    try app.type("Visit venus")
    try app.tap("Cancel")
    #expect(app.route == ["list"])
    #expect(app.todo.map(\.text) == texts)
    try app.open(3)
    #expect(app.field?.text == "Visit mars")
  }

  @Test func tapsOutsideTheTextAndTheDeleteButtonCancel() throws {
    try app.open(0)
    let kinds = try #require(app.overlay).subviews.map { view in
      (view as? UIButton)?.currentTitle ?? (view is UITextView ? "text" : view is UILabel ? "label" : "card")
    }
    #expect(kinds == ["card", "Cancel", "label", "text", "label", delete])
  }

  @Test func deletingAnArchivedItemDoesNotChangeTheFooter() throws {
    try app.check(0)
    try app.tap("Archive completed items")
    try app.tap("Archive")
    try app.open(0)
    try app.tap(delete)
    #expect(app.route == ["list"])
    #expect(app.archive == [])
    #expect(app.store.state.items.map(\.text) == Array(texts.dropFirst()))
    #expect(app.footer == "There are 3 items pending")
  }

  @Test func deletingAnOpenItemLowersTheFooter() throws {
    try app.open(1)
    try app.tap(delete)
    #expect(app.todo.map(\.text) == [texts[0], texts[2], texts[3]])
    #expect(app.footer == "There are 3 items pending")
  }

  // MARK: - Changes of the state

  @Test func theListIsUpdatedUnderTheOverlay() throws {
    try app.tap(add)
    app.dispatch(AddItem(text: "from elsewhere"))
    #expect(app.todo.first?.text == "from elsewhere")
    #expect(app.footer == "There are 5 items pending")
  }

  @Test func unsavedTextSurvivesAChangeOfTheState() throws {
    try app.tap(add)
    try app.type("Buy m")
    app.dispatch(AddItem(text: "from elsewhere"))
    #expect(app.field?.text == "Buy m")
    try app.tap("Cancel")
    try app.open(1)
    try app.type("Pet my dragon")
    app.dispatch(EditItem(id: app.store.state.items[1].id, text: "Pet my dog"))
    #expect(app.field?.text == "Pet my dragon")
  }

  @Test func untouchedTextFollowsTheState() throws {
    try app.open(0)
    app.dispatch(EditItem(id: app.store.state.items[0].id, text: "Pet my dog"))
    #expect(app.field?.text == "Pet my dog")
  }

  @Test func savingADeletedItemAddsItAgain() throws {
    try app.open(0)
    app.dispatch(DeleteItem(id: app.store.state.items[0].id))
    #expect(!app.offers(delete))
    #expect(app.field?.text == "")
    try app.type("Pet my dragon")
    try app.pressReturn()
    #expect(app.route == ["list"])
    #expect(app.store.state.items.map(\.text) == ["Pet my dragon"] + texts.dropFirst(), "no text is lost")
  }

  // MARK: - Repeated input

  @Test func pressingReturnTwiceAddsOneItem() throws {
    try app.tap(add)
    try app.type("Buy milk")
    let field = try #require(app.field)
    app.turn {
      field.pressReturn()
      field.pressReturn()
    }
    #expect(app.route == ["list"])
    #expect(app.todo.map(\.text) == ["Buy milk"] + texts)
  }

  @Test(arguments: ["Cancel", "Delete this item"])
  func tappingTwiceHidesTheOverlayOnly(_ name: String) throws {
    try app.open(0)
    let button = try #require(app.button(name))
    app.turn {
      button.sendActions(for: .touchUpInside)
      button.sendActions(for: .touchUpInside)
    }
    #expect(app.route == ["list"])
    #expect(app.todo.count == (name == "Cancel" ? 4 : 3))
  }

  // MARK: - Routes

  @Test func aContextOtherThanATextOpensAnEmptyOverlay() {
    app.dispatch(Show(Screen.addItem, context: 12))
    #expect(app.overlayController?.title == "New item")
    #expect(app.overlayController?.localState.itemID == nil)
  }

  @Test func aContextNamesTheItemToEdit() {
    app.dispatch(Show(Screen.addItem, context: app.store.state.items[3].id))
    #expect(app.field?.text == "Visit mars")
  }

  @Test func theRootInstallerKnowsTheListOnly() async {
    #expect(app.installRoot(identifier: "list", context: nil) {})
    #expect(!app.installRoot(identifier: "addItem", context: nil) {})
  }
}
