import Testing

@testable import TempuraUI

/// Controls with a form field in their own markup.
@Suite struct FormControlTests {
  private final class Dial: FormControl {
    var number = 1 { didSet { formValueDidChange() } }

    override var formValue: String { "\(number)" }
    override func problem(with value: String) -> String? { Int(value) == nil ? "Enter a number." : nil }

    override func enter(_ value: String) {
      number = Int(value) ?? 0
      sendActions(for: .valueChanged)
    }

    override func renderContent(into html: HTMLRenderer) {
      html.write("<input")
      html.writeFieldAttributes(of: self)
      html.write(attribute: "value", shownFormValue)
      html.write(">")
      html.writeSetButton(of: self)
      html.writeProblem(of: self)
      super.renderContent(into: html)
    }
  }

  @Test func theMarkupIsTheControls() {
    let dial = Dial()
    dial.accessibilityLabel = "Volume"
    #expect(
      content(dial)
        == #"<input id="dial.field" name="dial" aria-label="Volume" value="1">"#
        + #"<button name="tap" class="set" value="dial.set" aria-label="Set Volume"><span>Set</span></button>"#)
    #expect(!attributes(dial).contains("aria-label"), "the field has the name")
  }

  @Test func aSentValueIsEnteredOnce() {
    let dial = Dial()
    var numbers: [Int] = []
    dial.on(.valueChanged) { numbers.append($0.number) }
    #expect(send("7", to: dial) == nil && send("7", to: dial) == nil)
    #expect(numbers == [7])
  }

  @Test func aWrongValueIsShownWithWhatIsWrong() {
    let dial = Dial()
    #expect(send("seven", to: dial) == "Enter a number." && dial.number == 1)
    dial.keepDraft("seven", problem: "Enter a number.")
    #expect(content(dial).contains(#"aria-invalid="true" aria-describedby="dial.problem" value="seven""#))
    #expect(content(dial).hasSuffix(#"<p class="problem" id="dial.problem">Enter a number.</p>"#))
    dial.number = 2
    #expect(content(dial).contains(#"value="2""#) && !content(dial).contains("problem"))
  }

  @Test func aDisabledControlTakesNoValue() {
    let dial = Dial()
    dial.isEnabled = false
    #expect(dial.refusal == .disabled && !tap(dial, "set"))
    #expect(content(dial).matches(of: /\ disabled/).count == 2)
  }

  @Test func aLivePageSendsNewValuesIfTheAppListens() {
    let dial = Dial()
    #expect(!content(dial).contains("data-live"))
    dial.on(.valueChanged) { _ in }
    #expect(content(dial).contains(" data-live"))
    #expect(!content(dial).contains("stretched"), "no button covers the field")
  }

  @Test func theButtonOnlySendsTheForm() {
    let dial = Dial()
    var events = 0
    dial.on(.allEvents) { _ in events += 1 }
    #expect(tap(dial, "set") && events == 0)
  }
}
