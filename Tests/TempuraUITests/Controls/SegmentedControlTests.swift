import Foundation
import Testing

@testable import TempuraUI

/// Segments are radio buttons.
@Suite struct SegmentedControlTests {
  private func control(_ titles: [Any] = ["List", "Map", "Grid"]) -> UISegmentedControl {
    let control = UISegmentedControl(items: titles)
    control.accessibilityLabel = "View"
    return control
  }

  @Test func aTapSelectsTheSegmentAndSendsOneEvent() {
    let control = control()
    var indexes: [Int] = []
    control.on(.valueChanged) { indexes.append($0.selectedSegmentIndex) }
    #expect(tap(control, "1"))
    #expect(tap(control, "1"), "it is selected already")
    #expect(tap(control, "0"))
    #expect(indexes == [1, 0])
  }

  @Test(arguments: ["3", "-1", "01", "+1", "x", "", "99999999999999999999"])
  func aMissingSegmentCannotBeTapped(part: String) {
    #expect(control().tapTarget(ofPart: part) == nil)
  }

  @Test func aDisabledSegmentCannotBeTapped() {
    let control = control()
    control.setEnabled(false, forSegmentAt: 1)
    #expect(!control.isEnabledForSegment(at: 1))
    #expect(!tap(control, "1"))
    #expect(tap(control, "2"))
    control.isEnabled = false
    #expect(!tap(control, "0"))
    #expect(content(control).matches(of: /\ disabled>/).count == 3)
  }

  @Test func aSegmentedControlIsARadioGroup() {
    let control = control(["List", UIImage(url: "/map.svg")])
    control.selectedSegmentIndex = 0
    #expect(attributes(control) == #"role="radiogroup" aria-label="View""#)
    #expect(
      content(control)
        == #"<button name="tap" class="segment" value="uiSegmentedControl.0" role="radio" aria-checked="true">"#
        + #"<span>List</span></button><button name="tap" class="segment" value="uiSegmentedControl.1" "#
        + #"aria-label="Segment 2" role="radio" aria-checked="false"><img src="/map.svg" alt=""></button>"#)
  }

  @Test func aMomentaryControlHasButtonsThatSendEvents() {
    let control = control()
    control.isMomentary = true
    var indexes: [Int] = []
    control.on(.valueChanged) { indexes.append($0.selectedSegmentIndex) }
    #expect(tap(control, "2"))
    #expect(tap(control, "2"))
    #expect(indexes == [2, 2])
    #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
    #expect(attributes(control).hasPrefix(#"role="group""#))
    #expect(!content(control).contains("radio"))
  }

  @Test func insertingAndRemovingSegmentsKeepsTheSelection() {
    let control = control()
    control.selectedSegmentIndex = 1
    control.insertSegment(withTitle: "Globe", at: 0, animated: true)
    #expect(control.selectedSegmentIndex == 2)
    control.insertSegment(with: UIImage(url: "/last.svg"), at: 99, animated: false)
    #expect(control.numberOfSegments == 5)
    #expect(control.imageForSegment(at: 4) == UIImage(url: "/last.svg"))
    control.removeSegment(at: 0, animated: true)
    #expect(control.selectedSegmentIndex == 1)
    #expect(control.titleForSegment(at: 1) == "Map")
    control.removeSegment(at: 1, animated: true)
    #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
    control.removeAllSegments()
    #expect(control.numberOfSegments == 0)
    #expect(content(control) == "")
    control.removeSegment(at: 0, animated: true)
  }

  @Test func titlesCanBeChanged() {
    let control = control()
    control.setTitle("Table", forSegmentAt: 0)
    #expect(content(control).contains("<span>Table</span>"))
    control.setImage(UIImage(url: "/table.svg"), forSegmentAt: 0)
    #expect(control.titleForSegment(at: 0) == nil)
    #expect(content(control).contains("/table.svg"))
  }

  @Test func aChangeOfAMissingSegmentDoesNothing() {
    let control = control()
    control.selectedSegmentIndex = 7
    control.setTitle("x", forSegmentAt: 7)
    #expect(control.selectedSegmentIndex == -1)
    #expect(control.titleForSegment(at: 7) == nil)
  }

  @Test func theActionOfASegmentRunsOnSelection() {
    var log: [String] = []
    let actions = ["a", "b"].map { title in
      UIAction(title: title, identifier: UIAction.Identifier(title)) { log.append($0.title) }
    }
    let control = UISegmentedControl(frame: .zero, actions: actions)
    control.on(.valueChanged) { log.append("changed to \($0.selectedSegmentIndex)") }
    #expect(tap(control, "1"))
    #expect(log == ["b", "changed to 1"])
    #expect(control.segmentIndex(identifiedBy: UIAction.Identifier("b")) == 1)
    #expect(control.segmentIndex(identifiedBy: UIAction.Identifier("c")) == UISegmentedControl.noSegment)
    #expect(control.actionForSegment(at: 0) === actions[0])
  }
}
