import Foundation
import Testing

@testable import TempuraUI

/// What fields show in the place of the keyboard.
@Suite(.app) struct InputViewTests {
  @Test func aPickerTakesThePlaceOfTheKeyboard() throws {
    let field = UITextField()
    let (picker, toolbar) = (UIDatePicker(), UIToolbar(frame: CGRect(x: 0, y: 0, width: 320, height: 44)))
    let events = Events()
    picker.addAction(UIAction { _ in events.add("picked") }, for: .valueChanged)
    toolbar.items = [UIBarButtonItem(title: "Done") { _ in events.add("done") }]
    field.inputView = picker
    field.inputAccessoryView = toolbar
    #expect(field.inputView === picker && field.inputAccessoryView === toolbar)
    let controller = UIViewController()
    controller.view.addSubview(field)
    let page = Page(showing: controller)
    let html = page.html
    #expect(page.count(of: "class=\"input-views\" tabindex=\"-1\"") == 1)
    #expect(html.range(of: "UIToolbar")!.lowerBound < html.range(of: "UIDatePicker")!.lowerBound)
    #expect(fieldAttributes(field).contains("readonly"))
    #expect(!controller.view.window!.viewFlags.contains(.isFramed), "a toolbar's frame is meant for a keyboard")
    try page.tap(try #require(page.buttons.first))
    #expect(events.take() == ["done"])
    send("2026-01-02T03:04", to: picker)
    #expect(events.take() == ["picked"])
  }

  @Test func theUserCannotTypeIntoAFieldWithAnInputView() {
    let (field, view) = (UITextField(), UITextView())
    field.inputView = UIPickerView()
    view.inputView = UIPickerView()
    #expect(field.refusal == .disabled && view.refusal == .disabled)
    field.inputView = nil
    #expect(field.refusal == nil)
  }

  @Test func inputViewsTakeInputOnlyWhereTheFieldDoes() {
    let (field, view) = (UITextField(), UITextView())
    let (button, other) = (UIButton(), UIButton())
    field.inputAccessoryView = button
    view.inputView = other
    #expect(button.refusal == nil && other.refusal == nil)
    field.isEnabled = false
    view.isEditable = false
    #expect(button.refusal == .unreachable && other.refusal == .unreachable)
    field.inputAccessoryView = nil
    field.addSubview(button)
    #expect(button.refusal == nil)
  }

  @Test func anInputViewCanBeTakenAway() {
    let field = UITextField()
    field.inputView = UIPickerView()
    field.inputView = nil
    #expect(field.subviews.isEmpty && !html(field).contains("input-views"))
    #expect(!fieldAttributes(field).contains("readonly"))
  }

  private final class Field: UITextField {
    override var inputView: UIView? {
      get { UIPickerView() }
      set {}
    }
  }

  @Test func aFieldWhoseInputViewIsNotShownCanBeTypedInto() {
    #expect(!fieldAttributes(Field()).contains("readonly"))
  }

  @Test func textViewsHaveThemToo() {
    let view = UITextView()
    let bar = UIView()
    view.inputAccessoryView = bar
    #expect(view.inputAccessoryView === bar && html(view).contains("input-views"))
    #expect(!html(view).contains("readonly"))
  }
}
