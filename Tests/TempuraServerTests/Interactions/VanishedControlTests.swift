import Foundation
import TempuraUI
import Testing

@testable import HTTPServer
@testable import TempuraServer

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
    return try Interaction(FormInput(fields), in: window)
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
    try Interaction(FormInput(fields), in: window).type()
    #expect(field.text == "text")
    #expect(other.text == "")
  }
}
