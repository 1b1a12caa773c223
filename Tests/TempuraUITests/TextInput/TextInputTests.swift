import Foundation
import Testing

@testable import TempuraUI

/// Typed text in fields and text views.
@Suite struct TextInputTests {
  private final class FieldDelegate: UITextFieldDelegate {
    var log: [String] = []
    var allows = true
    var returns = true
    var onBegin: ((UITextField) -> Void)?

    func textFieldDidBeginEditing(_ field: UITextField) {
      log.append("begin")
      onBegin?(field)
    }
    func textFieldDidEndEditing(_ field: UITextField) { log.append("end") }
    func textField(_ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString: String) -> Bool {
      log.append("\(range.location)+\(range.length) \(replacementString)")
      return allows
    }
    func textFieldShouldReturn(_ field: UITextField) -> Bool {
      log.append("return")
      return returns
    }
  }

  private final class ViewDelegate: UITextViewDelegate {
    var log: [String] = []
    var allows: (String) -> Bool = { _ in true }
    var onBegin: ((UITextView) -> Void)?

    func textViewDidBeginEditing(_ view: UITextView) {
      log.append("begin")
      onBegin?(view)
    }
    func textViewDidEndEditing(_ view: UITextView) { log.append("end") }
    func textViewDidChange(_ view: UITextView) { log.append("change") }
    func textView(_ view: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
      log.append("\(range.location)+\(range.length) \(text.debugDescription)")
      return allows(text)
    }
  }

  // MARK: - UITextField

  @Test func typingIntoAFieldCallsTheDelegateInOrder() {
    let (field, delegate) = (UITextField(), FieldDelegate())
    field.delegate = delegate
    field.text = "ab"
    field.on(.editingDidBegin) { _ in delegate.log.append("on begin") }
    field.on(.editingChanged) { delegate.log.append("on changed \($0.text ?? "")") }
    field.on(.editingDidEnd) { _ in delegate.log.append("on end") }
    field.type("aXb")
    #expect(delegate.log == ["begin", "on begin", "1+0 X", "on changed aXb", "end", "on end"])
    #expect(field.text == "aXb")
  }

  @Test func aChangeThatTheDelegateRefusesIsNotMade() {
    let (field, delegate) = (UITextField(), FieldDelegate())
    field.delegate = delegate
    delegate.allows = false
    field.on(.editingChanged) { _ in delegate.log.append("changed") }
    field.type("x")
    #expect(delegate.log == ["begin", "0+0 x", "end"])
    #expect(field.text == "")
    #expect(field.viewFlags.contains(.needsRender), "the browser shows it")
  }

  @Test func anUnchangedTextSendsNoEvents() {
    let (field, delegate) = (UITextField(), FieldDelegate())
    field.delegate = delegate
    field.text = "same"
    field.type("same")
    #expect(delegate.log.isEmpty)
  }

  @Test func anAppCanClearTheFieldWhenEditingBegins() {
    let (field, delegate) = (UITextField(), FieldDelegate())
    field.delegate = delegate
    field.text = "Your name here"
    delegate.onBegin = { $0.text = "" }
    field.type("Ann")
    #expect(field.text == "Ann")
    #expect(delegate.log == ["begin", "0+0 Ann", "end"])
  }

  @Test(arguments: [("a\nb", "a b"), ("a\r\nb", "a b"), ("a\rb\n\nc", "a b c"), ("\r\n", "")])
  func aLineBreakInAFieldBecomesASpace(typed: String, expected: String) {
    let field = UITextField()
    field.type(typed)
    #expect(field.text == expected)
  }

  @Test(arguments: [(5, "abcde", nil), (5, "abcdef", 6), (5, "a👍🏽", nil), (5, "abc👍🏽", 7), (-1, "x", 1)])
  func aTextThatIsTooLongIsRefused(limit: Int, typed: String, refusedLength: Int?) {
    let field = UITextField()
    field.maximumLength = limit
    let problem = refusedLength.map {
      "This is too long: it has \($0) \($0 == 1 ? "character" : "characters"), and \(max(limit, 0)) fit."
    }
    #expect(field.problem(with: .text(typed), part: "") == problem)
  }

  @Test func theReturnKeyOfAFieldSendsEventsIfTheDelegateAllows() {
    let (field, delegate) = (UITextField(), FieldDelegate())
    var events: [String] = []
    field.on(.editingDidEndOnExit) { _ in events.append("exit") }
    field.on(.primaryActionTriggered) { _ in events.append("action") }
    field.pressReturn()
    #expect(events == ["exit", "action"])
    field.delegate = delegate
    delegate.returns = false
    field.pressReturn()
    #expect(events.count == 2)
    #expect(delegate.log == ["return"])
  }

  @Test func keepingADraftSendsNoEvents() {
    let (field, delegate) = (UITextField(), FieldDelegate())
    field.delegate = delegate
    field.on(.allEvents) { _ in delegate.log.append("event") }
    field.keepDraft("draft")
    #expect(field.text == "")
    #expect(field.shownValue() == "draft")
    #expect(delegate.log.isEmpty)
  }

  @Test func aDraftThatIsSentAgainIsInput() {
    let field = UITextField()
    var changes = 0
    field.on(.editingChanged) { _ in changes += 1 }
    field.keepDraft("draft", problem: "This is wrong.")
    field.type("draft")
    #expect(field.text == "draft")
    #expect(changes == 1)
    #expect(field.fieldProblem == nil)
  }

  @Test func anotherValueReplacesADraft() {
    let field = UITextField()
    field.keepDraft("draft")
    field.text = "the app's"
    #expect(field.shownValue() == "the app's")
  }

  @Test func aTextWithOtherBytesIsAChange() {
    let field = UITextField()
    field.text = "\u{E9}"
    field.type("e\u{301}")
    #expect(field.text?.unicodeScalars.count == 2)
  }

  // MARK: - UITextView

  @Test func typingIntoATextViewCallsTheDelegateInOrder() {
    let (view, delegate) = (UITextView(), ViewDelegate())
    view.delegate = delegate
    view.type("one\r\ntwo")
    #expect(delegate.log == ["begin", "0+0 \"one\\ntwo\"", "change", "end"])
    #expect(view.text.utf8.elementsEqual("one\ntwo".utf8))
    view.type("one\ntwo")
    #expect(delegate.log.count == 4, "forms send CR LF for the same text")
    view.type("one\rtwo\r\n")
    #expect(view.text.utf8.elementsEqual("one\ntwo\n".utf8))
  }

  @Test func aChangeThatATextViewsDelegateRefusesIsNotMade() {
    let (view, delegate) = (UITextView(), ViewDelegate())
    view.delegate = delegate
    delegate.allows = { !$0.contains("n") }
    view.type("n")
    #expect(view.text == "")
    delegate.log = []
    view.type("long")
    #expect(view.text == "log", "each character of what was typed quickly is a change")
    let changes = ["0+0 \"l\"", "change", "1+0 \"o\"", "change", "2+0 \"n\"", "2+0 \"g\"", "change"]
    #expect(delegate.log == ["begin", "0+0 \"long\""] + changes + ["end"])
  }

  @Test func anAppCanClearATextViewWhenEditingBegins() {
    let (view, delegate) = (UITextView(), ViewDelegate())
    view.delegate = delegate
    view.text = "What is on your mind?"
    delegate.onBegin = { $0.text = "" }
    view.type("Nothing")
    #expect(view.text == "Nothing")
    #expect(delegate.log == ["begin", "0+0 \"Nothing\"", "change", "end"])
  }

  @Test func anAppCanSetTheTypedTextWhenEditingBegins() {
    let (view, delegate) = (UITextView(), ViewDelegate())
    view.delegate = delegate
    view.text = "a"
    delegate.onBegin = { $0.text = "b" }
    view.type("b")
    #expect(view.text == "b")
  }

  @Test func theReturnKeyProposesALineBreakAtTheEnd() {
    let (view, delegate) = (UITextView(), ViewDelegate())
    view.delegate = delegate
    view.text = "a👍"
    view.pressReturn()
    #expect(delegate.log == ["3+0 \"\\n\"", "change"])
    #expect(view.text == "a👍\n")
  }

  /// The idiom of apps for "done": the text without the line break is submitted.
  @Test func aTypedLineBreakIsTheReturnKeyIfThatKeyEndsTheInput() {
    let (view, delegate) = (UITextView(), ViewDelegate())
    var submitted: [String] = []
    view.delegate = delegate
    view.returnKeyType = .done
    delegate.allows = { text in
      guard text == "\n" else { return true }
      submitted.append(view.text)
      return false
    }
    view.text = "milk"
    view.type("milk and\nbread\n")
    #expect(submitted == ["milk and bread"])
    #expect(view.text == "milk and bread")
    view.type("milk and bread")
    view.pressReturn()
    #expect(submitted == ["milk and bread", "milk and bread"])
  }

  /// As on a phone: the delegate is asked about the return key by itself, with the text before it in the view.
  @Test(
    arguments: [
      ("", "milk\n", .none, ["0+0 milk", "change", "4+0 ⏎"], ["milk"], ""),
      ("milk", "milk\n", .none, ["4+0 ⏎"], ["milk"], ""),
      ("", "milk\n\n", .none, ["0+0 milk", "change", "4+0 ⏎"], ["milk"], ""),
      ("milk", "milk\neggs", .none, ["4+0 ⏎", "0+0 eggs", "change"], ["milk"], "eggs"),
      ("milk", "soy\nmilk", .none, ["0+0 soy", "change", "3+0 ⏎"], ["soymilk"], ""),
      ("milk", "\n", .none, ["0+4 ⏎"], ["milk"], ""),
      ("", "milk\neggs", .none, ["0+0 milk⏎eggs", "change"], [], "milk\neggs"),
      ("", "milk\neggs\n", .none, ["0+0 milk⏎eggs⏎", "change"], [], "milk\neggs\n"),
      ("", "milk\n", .other, ["0+0 milk", "change", "4+0 ⏎"], ["milk"], ""),
      // The line break that the browser shows, and the press of the button after it, are one press.
      ("", "milk\n", .returnKey, ["0+0 milk", "change"], [], "milk"),
      ("milk", "milk\n", .returnKey, [], [], "milk"),
      ("milk", "\n", .returnKey, ["0+4 ", "change"], [], ""),
      ("milk", "soy\nmilk", .returnKey, ["0+0 soy", "change", "3+0 ⏎"], ["soymilk"], ""),
    ] as [(String, String, NextControl, [String], [String], String)])
  func theReturnKeyIsAChangeByItself(
    old: String, typed: String, next: NextControl, calls: [String], added: [String], left: String
  ) {
    let (view, delegate) = (UITextView(), ViewDelegate())
    var items: [String] = []
    view.text = old
    view.delegate = delegate
    delegate.allows = { text in
      guard text == "\n" else { return true }
      items.append(view.text)
      view.text = ""
      return false
    }
    view.type(typed, before: next, endsEditing: true)
    #expect(
      delegate.log.map { $0.replacing("\"", with: "").replacing("\\n", with: "⏎") } == ["begin"] + calls + ["end"])
    #expect(items == added)
    #expect(view.text == left)
  }

  @Test func lineBreaksThatTheDelegateAllowsAreTyped() {
    let (view, delegate) = (UITextView(), ViewDelegate())
    view.delegate = delegate
    view.type("one\n\n")
    #expect(view.text == "one\n\n")
    #expect(
      delegate.log == ["begin", "0+0 \"one\"", "change", "3+0 \"\\n\"", "change", "4+0 \"\\n\"", "change", "end"])
  }

  @Test func existingLineBreaksAreNotTheReturnKey() {
    let (view, delegate) = (UITextView(), ViewDelegate())
    view.delegate = delegate
    view.returnKeyType = .done
    view.text = "one\ntwo"
    delegate.allows = { $0 != "\n" }
    view.type("one\ntwo!")
    #expect(view.text == "one\ntwo!")
    #expect(delegate.log == ["begin", "7+0 \"!\"", "change", "end"])
  }

  @Test func keepingADraftOfATextViewCallsNoDelegate() {
    let (view, delegate) = (UITextView(), ViewDelegate())
    view.delegate = delegate
    view.keepDraft("one\ntwo")
    #expect(view.text == "")
    #expect(view.shownValue() == "one\ntwo")
    #expect(delegate.log.isEmpty)
  }

  @Test func aTextViewThatIsNotEditableRefusesInput() {
    let view = UITextView()
    #expect(view.refusal == nil)
    view.isEditable = false
    #expect(view.refusal == .disabled)
    view.isEditable = true
    view.alpha = 0
    #expect(view.refusal == .unreachable)
  }
}
