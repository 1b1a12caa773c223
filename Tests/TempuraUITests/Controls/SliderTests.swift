import Testing

@testable import TempuraUI

/// A slider is a number in a form.
@Suite struct SliderTests {
  @Test func aSentValueIsSetAndSendsOneEvent() {
    let slider = UISlider()
    var values: [Float] = []
    slider.on(.valueChanged) { values.append($0.value) }
    #expect(send("0.25", to: slider) == nil)
    #expect(values == [0.25])
  }

  /// A number that was stored in another form is the same one.
  @Test(arguments: [0.1, 0.3, 1e-5, 0.70000005, 33.333332] as [Float])
  func theValueOfThePageIsNoChange(value: Float) throws {
    let slider = UISlider()
    slider.maximumValue = 100
    slider.value = value
    let shown = try #require(html(slider).firstMatch(of: /\ value="([^"]*)"/)).1
    #expect(slider.isUnchanged(by: .text(String(shown)), part: ""))
    #expect(slider.isUnchanged(by: .text("+\(shown)"), part: ""), "a browser may write it otherwise")
    #expect(!slider.isUnchanged(by: .text("50"), part: ""))
  }

  @Test(arguments: ["", "1.0001", "-0.1", "abc", "nan", "inf", "-inf", "1e99", "0x1", " 0.5", "0,5", "٣"])
  func aValueThatIsNotANumberInTheRangeIsRefused(text: String) {
    let slider = UISlider()
    #expect(send(text, to: slider) == "Choose a number from 0 to 1.")
    #expect(slider.value == 0)
  }

  @Test func theEndsOfTheRangeAreAccepted() {
    let slider = UISlider()
    slider.minimumValue = 0.1
    slider.maximumValue = 0.7
    #expect(send("0.7", to: slider) == nil)
    #expect(slider.value == 0.7)
    #expect(send("0.1", to: slider) == nil)
    #expect(send("0.8", to: slider) == "Choose a number from 0.1 to 0.7.")
  }

  @Test func aValueStaysWithinItsRange() {
    let slider = UISlider()
    slider.value = 7
    #expect(slider.value == 1)
    slider.value = .nan
    #expect(slider.value == 0)
    slider.minimumValue = 5
    #expect(slider.maximumValue == 5)
    #expect(slider.value == 5)
    slider.maximumValue = 10
    slider.setValue(8, animated: true)
    slider.maximumValue = 6
    #expect(slider.value == 6)
  }

  @Test func aSliderIsARangeInput() {
    let slider = UISlider()
    slider.accessibilityLabel = "Volume"
    slider.value = 0.5
    #expect(
      content(slider)
        == #"<input id="uiSlider.field" name="uiSlider" aria-label="Volume" type="range" min="0.0" max="1.0" "#
        + #"step="any" value="0.5"><button name="tap" class="set" value="uiSlider.set" aria-label="Set Volume">"#
        + "<span>Set</span></button>")
    slider.value = 1
    #expect(content(slider).contains(#" value="1">"#), "browsers would make 1 of 1.0")
    #expect(!attributes(slider).contains("aria-label"), "the input is what has a name")
    slider.accessibilityValue = "half"
    #expect(content(slider).contains(#"aria-valuetext="half""#))
  }

  @Test func aDisabledSliderRefusesInput() {
    let slider = UISlider()
    slider.isEnabled = false
    #expect(slider.refusal == .disabled)
    #expect(!tap(slider, "set"))
    #expect(content(slider).matches(of: /\ disabled/).count == 2)
  }

  @Test func theButtonBesideTheSliderOnlySendsTheForm() {
    let slider = UISlider()
    var events = 0
    slider.on(.allEvents) { _ in events += 1 }
    #expect(tap(slider, "set"))
    #expect(events == 0)
  }

  @Test func refusedInputIsShownAgain() {
    let slider = UISlider()
    slider.keepDraft("7", problem: "No.")
    #expect(content(slider).contains(#"value="7""#))
    #expect(content(slider).contains(#"<p class="problem" id="uiSlider.problem">No.</p>"#))
    slider.value = 0.5
    #expect(content(slider).contains(#"value="0.5""#))
    #expect(!content(slider).contains("problem"))
  }

  @Test func theImagesAreAtTheEndsOfTheSlider() {
    let slider = UISlider()
    slider.minimumValueImage = UIImage(url: "/quiet.svg")
    slider.maximumValueImage = UIImage(url: "/loud.svg")
    #expect(content(slider).hasPrefix(#"<img src="/quiet.svg" alt=""><input"#))
    #expect(content(slider).contains(#"><img src="/loud.svg" alt=""><button"#))
  }

  @Test func theTintOfTheViewIsNotDeclaredByItself() {
    let slider = UISlider()
    slider.tintColor = .tintColor
    #expect(!css(slider).contains("--tint:"))
    slider.tintColor = .systemRed
    #expect(css(slider).contains("--tint:"))
  }
}
