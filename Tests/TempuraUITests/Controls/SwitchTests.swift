import Testing

@testable import TempuraUI

/// A switch is a button with a state.
@Suite struct SwitchTests {
  @Test func aTapTogglesTheSwitchAndSendsOneEvent() {
    let view = UISwitch()
    var states: [Bool] = []
    view.on(.valueChanged) { states.append($0.isOn) }
    #expect(tap(view))
    #expect(tap(view))
    #expect(states == [true, false])
  }

  @Test func aChangeByTheAppSendsNoEvent() {
    let view = UISwitch()
    var events = 0
    view.on(.allEvents) { _ in events += 1 }
    view.isOn = true
    view.setOn(false, animated: true)
    #expect(events == 0)
  }

  @Test func aDisabledSwitchCannotBeTapped() {
    let view = UISwitch()
    view.isEnabled = false
    #expect(!tap(view))
    #expect(attributes(view).hasSuffix(" disabled"))
  }

  @Test func aSwitchHasTheSwitchRole() {
    let view = UISwitch()
    view.accessibilityLabel = "Sound"
    #expect(
      html(view) == #"<button id="uiSwitch" class="UISwitch" name="tap" value="uiSwitch" role="switch" "#
        + #"aria-checked="false" aria-label="Sound"><span class="track"></span></button>"#)
    view.isOn = true
    #expect(attributes(view).contains(#"aria-checked="true""#))
  }

  @Test func theTitleIsTheAccessibleName() {
    let view = UISwitch()
    view.title = "Sound"
    view.preferredStyle = .checkbox
    #expect(view.style == .checkbox)
    #expect(attributes(view).hasSuffix(#"aria-label="Sound""#))
    #expect(content(view) == #"<span class="box"></span><span>Sound</span>"#)
  }

  @Test func theLabelBesideTheSwitchIsTheAccessibleName() {
    let (row, label, view) = (UIView(), UILabel(), UISwitch())
    label.text = "Sound"
    view.accessibilityLabellingView = label
    #expect(!html(view).contains("aria-label"), "a label that is not on the page names nothing")
    row.addSubview(label)
    row.addSubview(view)
    #expect(content(row).contains(#"aria-labelledby="uiView.uiLabel""#))
    #expect(content(row).contains(#"<p id="uiView.uiLabel""#))
    view.accessibilityLabel = "Noise"
    #expect(content(row).contains(#"aria-label="Noise""#))
    #expect(!content(row).contains("aria-labelledby"))
  }

  @Test func aChangedSwitchIsRenderedAgain() {
    let view = UISwitch()
    let renderer = HTMLRenderer()
    renderer.update(view)
    view.isOn = true
    renderer.update(view)
    #expect(renderer.html.contains(#"aria-checked="true""#))
  }
}
