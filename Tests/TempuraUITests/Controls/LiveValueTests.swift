import Testing

@testable import TempuraUI

/// The script of live pages sends values on the way only for fields whose app listens to them.
@Suite struct LiveValueTests {
  private func isLive(_ view: UIView) -> Bool { html(view).contains(" data-live") }

  @Test func aSliderTellsValuesOnTheWayIfTheAppListens() {
    let slider = UISlider()
    #expect(!isLive(slider))
    slider.on(.valueChanged) { _ in }
    #expect(isLive(slider))
    slider.isContinuous = false
    #expect(!isLive(slider))
  }

  @Test func aTextFieldTellsTypingAndTheFocusIfTheAppListens() {
    let field = UITextField()
    field.on(.editingDidEndOnExit) { _ in }
    #expect(!isLive(field))
    for event in [UIControl.Event.editingDidBegin, .editingChanged, .editingDidEnd] {
      let field = UITextField()
      field.on(event) { _ in }
      #expect(isLive(field))
    }
    field.on(.editingChanged) { _ in }
    field.isSecureTextEntry = true
    #expect(!isLive(field), "a page does not contain a secure text, and would show it as empty")
  }

  @Test func delegatesListen() {
    final class Delegate: UITextFieldDelegate, UITextViewDelegate {}
    let (delegate, field, view) = (Delegate(), UITextField(), UITextView())
    #expect(!isLive(view))
    field.delegate = delegate
    view.delegate = delegate
    #expect(isLive(field))
    #expect(isLive(view))
    view.isEditable = false
    #expect(!isLive(view))
  }

  @Test func aDatePickerTellsValuesIfTheAppListens() {
    let picker = UIDatePicker()
    #expect(!isLive(picker))
    picker.on(.valueChanged) { _ in }
    #expect(isLive(picker))
  }

  @Test func aSearchBarTellsTyping() {
    #expect(isLive(UISearchBar()))
  }
}
