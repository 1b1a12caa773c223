import Basics
import Testing

@testable import TempuraUI

/// What those are told who do not see the page.
@Suite struct AccessibilityTests {
  @Test func onlyAnElementWithARoleHasAName() {
    let view = UIView()
    view.accessibilityHint = "Hint"
    #expect(attributes(view) == #"aria-description="Hint""#)
    view.accessibilityLabel = "Rating"
    #expect(attributes(view) == #"role="group" aria-label="Rating" aria-description="Hint""#)
    view.accessibilityTraits = .image
    #expect(attributes(view).hasPrefix(#"role="img" aria-label="Rating""#))
    view.accessibilityTraits = .header
    #expect(attributes(view).hasPrefix(#"role="heading" aria-level="2" aria-label="Rating""#))
  }

  @Test func traitsThatWouldNotBeTrueSayNothing() {
    let view = UIView()
    view.accessibilityTraits = [.button, .link, .adjustable, .searchField, .notEnabled]
    #expect(attributes(view) == "")
  }

  @Test func aValueIsSaidBehindTheName() {
    let view = UIView()
    view.accessibilityValue = "3 of 5"
    #expect(attributes(view) == #"aria-description="3 of 5""#)
    view.accessibilityHint = "Of many"
    #expect(attributes(view) == #"aria-description="3 of 5, Of many""#)
    view.accessibilityLabel = "Rating"
    #expect(attributes(view) == #"role="group" aria-label="Rating, 3 of 5" aria-description="Of many""#)
  }

  @Test func aControlKeepsItsRole() {
    let button = UIButton()
    button.accessibilityLabel = "Close"
    button.accessibilityTraits = .header
    #expect(attributes(button).hasPrefix(#"aria-label="Close" name="tap""#))
  }

  @Test func aViewIsCalledAsItsAuthorKnowsIt() {
    final class Form: UIView {
      let sound = UISwitch()
    }
    let form = Form()
    form.addSubview(form.sound)
    #expect(form.sound.nameInCode == "The UISwitch sound of Form")
    let other = UISlider()
    form.addSubview(other)
    #expect(other.nameInCode == "A UISlider in a Form")
    #expect(UIStepper().nameInCode == "A UIStepper")
  }
  @Test func aControlWithoutANameIsReportedWhenItIsShown() {
    final class Nameless: UIView {
      let field = UITextField()
    }
    let view = Nameless()
    view.addSubview(view.field)
    func isReported() -> Bool {
      _ = html(view)
      return Misuse.messages.contains { $0.contains("field of Nameless has no name") }
    }
    view.field.isHidden = true
    #expect(!isReported())
    view.field.isHidden = false
    #expect(isReported())
  }
}
