import Foundation
import TempuraUI
import Testing

@testable import HTTPServer
@testable import TempuraServer

/// Editing begins and ends when the focus comes and goes; without a script, with each form.
@Suite struct EditingTests {
  private final class Delegate: UITextFieldDelegate, UITextViewDelegate {
    var log: [String] = []
    var begins = true
    var ends = true
    var resigns = false

    var clears = false

    private func note(_ event: String, _ view: UIView) { log.append("\(event) \(view.accessibilityIdentifier ?? "")") }

    func textFieldShouldBeginEditing(_ field: UITextField) -> Bool {
      if !begins { note("ask", field) }
      return begins
    }
    func textFieldDidBeginEditing(_ field: UITextField) { note("begin", field) }
    func textFieldShouldEndEditing(_ field: UITextField) -> Bool { ends }
    func textFieldDidEndEditing(_ field: UITextField) { note("end", field) }
    func textFieldShouldReturn(_ field: UITextField) -> Bool {
      note("return", field)
      if resigns { field.resignFirstResponder() }
      return true
    }
    func textViewDidBeginEditing(_ view: UITextView) {
      note("begin", view)
      if clears { view.text = nil }
    }
    func textViewDidEndEditing(_ view: UITextView) { note("end", view) }
  }

  private let window = UIWindow(frame: UIScreen.main.bounds)
  private let name = UITextField(frame: .zero)
  private let notes = UITextView(frame: .zero)
  private let button = UIButton(type: .custom)
  private let delegate = Delegate()

  init() {
    for (view, id) in [(name, "name"), (notes, "notes"), (button, "button")] as [(UIView, String)] {
      window.addSubview(view)
      view.accessibilityIdentifier = id
    }
    name.delegate = delegate
    notes.delegate = delegate
    button.on(.touchUpInside) { [delegate] _ in delegate.log.append("tap") }
  }

  private func send(_ fields: KeyValuePairs<String, String>, focus: String?) throws {
    let fields = fields.map { FormField(name: $0.key, value: $0.value, file: nil) }
    let interaction = try Interaction(#require(FormInput(fields)), focus: focus, in: window)
    interaction.type()
    try interaction.act()
  }

  @Test func editingGoesOnWhileTheUserTypes() throws {
    try send(["name": "A"], focus: "name.field")
    try send(["name": "An"], focus: "name.field")
    #expect(name.isEditing && name.isFirstResponder)
    try send(["name": "Ann"], focus: "notes.field")
    #expect(delegate.log == ["begin name", "end name", "begin notes"])
    try send([:], focus: "")
    #expect(delegate.log.last == "end notes")
    #expect(!notes.isFirstResponder)
    #expect(window.leftField == nil, "the user left")
  }

  @Test func withoutAScriptEditingBeginsAndEndsWithEachForm() throws {
    try send(["name": "A", "notes": "B", "tap": "button"], focus: nil)
    #expect(delegate.log == ["begin name", "end name", "begin notes", "end notes", "tap"])
  }

  @Test func editingEndsBeforeATapElsewhere() throws {
    try send(["name": "A"], focus: "name.field")
    try send(["name": "A", "notes": "", "tap": "button"], focus: "button")
    #expect(delegate.log == ["begin name", "end name", "tap"])
  }

  @Test func theReturnKeyDoesNotEndEditing() throws {
    try send(["name": "A", "notes": "", "return": ""], focus: "name.field")
    #expect(delegate.log == ["begin name", "return name"])
    #expect(name.isEditing)
  }

  @Test func theBrowserLeavesAFieldThatTheAppLeaves() throws {
    delegate.resigns = true
    try send(["name": "A", "notes": "", "return": ""], focus: "name.field")
    #expect(delegate.log == ["begin name", "return name", "end name"])
    #expect(window.leftField == "1 name")
    try send(["name": "A"], focus: "name.field")
    #expect(window.leftField == nil, "the user is back")
    window.endEditing(true)
    #expect(window.leftField == "2 name")
  }

  @Test func theBrowserLeavesAFieldWhoseDelegateUsesItAsAButton() throws {
    delegate.begins = false
    for count in 1...2 {
      try send(["name": "A"], focus: "name.field")
      #expect(window.leftField == "\(count) name")
    }
    #expect(delegate.log == ["ask name", "ask name"])
    #expect(name.text == "")
  }

  @Test func aDelegateKeepsTheUserInAField() throws {
    try send(["name": "A"], focus: "name.field")
    delegate.ends = false
    try send(["name": "A"], focus: "notes.field")
    #expect(delegate.log == ["begin name"])
    #expect(name.isEditing && !notes.isFirstResponder)
    #expect(name.viewFlags.contains(.isFirstResponder), "the page focuses it again")
  }

  @Test func editingEndsWhenTheFieldLeavesTheWindow() throws {
    delegate.ends = false
    try send(["name": "A"], focus: "name.field")
    name.removeFromSuperview()
    #expect(delegate.log == ["begin name", "end name"])
    #expect(!name.isEditing)
  }

  @Test func theAppCanGiveTheFocusBack() throws {
    name.becomeFirstResponder()
    try send([:], focus: "notes.field")
    #expect(!name.isFirstResponder)
    name.becomeFirstResponder()
    #expect(name.viewFlags.contains(.isFirstResponder) && !notes.isFirstResponder)
    try send([:], focus: "button")
    #expect(!name.isFirstResponder, "the user left it for a button")
    name.becomeFirstResponder()
    try send(["name": "A"], focus: nil)
    #expect(name.isFirstResponder, "without a script the next page focuses it again")
  }

  @Test func anAppTakesItsPlaceholderAwayWhenEditingBegins() throws {
    notes.text = "Notes…"
    delegate.clears = true
    try send(["notes": "Notes…"], focus: "notes.field")
    #expect(notes.text == "")
  }

  @Test func aPickerInsteadOfTheKeyboardIsEdited() throws {
    name.inputView = UIPickerView()
    try send([:], focus: "name.field")
    #expect(delegate.log == ["begin name"])
  }
}

/// What is typed is put in before the control is used, and may take the control off the screen.
@Suite struct VanishedControlTests {
  private let window = UIWindow(frame: UIScreen.main.bounds)
  private let field = UITextField(frame: .zero)
  private let button = UIButton(type: .custom)

  init() {
    window.addSubview(field)
    window.addSubview(button)
    field.accessibilityIdentifier = "field"
    button.accessibilityIdentifier = "button"
  }

  private func interaction(tap: String) throws -> Interaction {
    let fields = [FormField(name: "field", value: "text", file: nil), FormField(name: "tap", value: tap, file: nil)]
    return try Interaction(#require(FormInput(fields)), in: window)
  }

  @Test func aButtonIsTappedAfterTheTextIsIn() throws {
    var text: String?
    button.on(.touchUpInside) { [field] _ in text = field.text }
    let interaction = try interaction(tap: "button")
    interaction.type()
    try interaction.act()
    #expect(text == "text")
  }

  @Test func aButtonThatTypingTookAwayIsNotTapped() throws {
    var isTapped = false
    button.on(.touchUpInside) { _ in isTapped = true }
    field.on(.editingChanged) { [button] _ in button.removeFromSuperview() }
    let interaction = try interaction(tap: "button")
    interaction.type()
    #expect(throws: Refusal.missingControl("button")) { try interaction.act() }
    #expect(!isTapped)
  }

  @Test func theReturnKeyOfAFieldThatIsGoneIsNotPressed() throws {
    var isPressed = false
    field.on(.editingDidEndOnExit) { _ in isPressed = true }
    field.on(.editingChanged) { field in field.removeFromSuperview() }
    let interaction = try interaction(tap: "field.return")
    interaction.type()
    #expect(throws: Refusal.missingControl("field")) { try interaction.act() }
    #expect(!isPressed)
  }

  @Test func aFieldThatTypingInAnotherTookAwayIsNotTypedIn() throws {
    let other = UITextField(frame: .zero)
    other.accessibilityIdentifier = "other"
    window.addSubview(other)
    field.on(.editingChanged) { _ in other.removeFromSuperview() }
    let fields = ["field", "other"].map { FormField(name: $0, value: "text", file: nil) }
    try Interaction(#require(FormInput(fields)), in: window).type()
    #expect(field.text == "text")
    #expect(other.text == "")
  }
}
