import Testing

@testable import TempuraUI

/// A stepper is two buttons.
@Suite struct StepperTests {
  @Test func aTapOnAButtonIsOneStep() {
    let stepper = UIStepper()
    var values: [Double] = []
    stepper.on(.valueChanged) { values.append($0.value) }
    stepper.stepValue = 2.5
    #expect(tap(stepper, "increment"))
    #expect(tap(stepper, "increment"))
    #expect(tap(stepper, "decrement"))
    #expect(values == [2.5, 5, 2.5])
  }

  @Test func aStepBeyondTheRangeIsRefused() {
    let stepper = UIStepper()
    #expect(!tap(stepper, "decrement"))
    #expect(content(stepper).contains(#"value="uiStepper.decrement" aria-label="Decrement" disabled>"#))
    stepper.maximumValue = 1.5
    #expect(tap(stepper, "increment"))
    #expect(tap(stepper, "increment"))
    #expect(stepper.value == 1.5)
    #expect(!tap(stepper, "increment"))
    #expect(content(stepper).contains(#"value="uiStepper.increment" aria-label="Increment" disabled>"#))
  }

  @Test func aWrappingStepperContinuesAtTheOtherEnd() {
    let stepper = UIStepper()
    stepper.wraps = true
    stepper.maximumValue = 2
    #expect(!content(stepper).contains("disabled"))
    #expect(tap(stepper, "decrement"))
    #expect(stepper.value == 2)
    #expect(tap(stepper, "increment"))
    #expect(stepper.value == 0)
  }

  @Test func aValueStaysWithinItsRange() {
    let stepper = UIStepper()
    stepper.value = 1000
    #expect(stepper.value == 100)
    stepper.maximumValue = 50
    #expect(stepper.value == 50)
    stepper.minimumValue = 60
    #expect(stepper.maximumValue == 60)
    #expect(stepper.value == 60)
    stepper.maximumValue = 10
    #expect(stepper.minimumValue == 10)
  }

  @Test func aDisabledStepperCannotBeTapped() {
    let stepper = UIStepper()
    stepper.value = 5
    stepper.isEnabled = false
    #expect(!tap(stepper, "increment"))
    #expect(content(stepper).matches(of: /\ disabled/).count == 2)
  }

  @Test func aStepperIsAGroupWithItsValue() {
    let stepper = UIStepper()
    stepper.accessibilityLabel = "Copies"
    stepper.value = 3
    #expect(attributes(stepper) == #"role="group" aria-label="Copies""#)
    #expect(content(stepper).contains(#"<output class="unseen">3</output>"#))
    #expect(content(stepper).contains(#"aria-label="Increment Copies""#))
    stepper.accessibilityValue = "three"
    #expect(content(stepper).contains(#"<output class="unseen">three</output>"#))
  }

  @Test func theButtonsOfAStepperHavePictures() {
    let stepper = UIStepper()
    stepper.setIncrementImage(UIImage(url: "/more.png"), for: .normal)
    stepper.setDecrementImage(UIImage(url: "/fewer.png"), for: .normal)
    stepper.setDecrementImage(UIImage(url: "/fewest.png"), for: .disabled)
    stepper.setBackgroundImage(UIImage(url: "/button.png"), for: .normal)
    #expect(stepper.incrementImage(for: .disabled) == stepper.incrementImage(for: .normal))
    #expect(content(stepper).contains(#"aria-label="Increment"><img src="/more.png" alt="">"#))
    #expect(
      content(stepper).contains(#"<img src="/fewest.png""#) && !content(stepper).contains(#"<img src="/fewer.png""#))
    #expect(renderingFromScratch(stepper).styles.css.contains(#"background-image:url("/button.png")"#))
    stepper.value = 1
    #expect(content(stepper).contains(#"<img src="/fewer.png""#) && !content(stepper).contains("−"))
  }

  @Test func aStepperHasNoOtherParts() {
    #expect(UIStepper().tapTarget(ofPart: "") == nil)
    #expect(UIStepper().tapTarget(ofPart: "reset") == nil)
  }
}
