import Foundation
import Testing

@testable import TempuraUI

/// A picker is a `select` for each component.
@Suite struct PickerViewTests {
  private final class Source: UIPickerViewDataSource, UIPickerViewAccessibilityDelegate {
    var rows = [["Small", "Large"], ["Red", "Green", "Blue"]]
    var labels: [String]?
    var log: [String] = []

    func numberOfComponents(in pickerView: UIPickerView) -> Int { rows.count }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { rows[component].count }
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
      rows[component][row]
    }
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
      log.append("\(component): \(row) of \(pickerView.selectedRow(inComponent: component))")
    }
    func pickerView(_ pickerView: UIPickerView, accessibilityLabelForComponent component: Int) -> String? {
      labels?[component]
    }
  }

  private func picker(_ source: Source) -> UIPickerView {
    let picker = UIPickerView()
    picker.dataSource = source
    picker.delegate = source
    return picker
  }

  @Test func eachComponentIsASelect() {
    let source = Source()
    source.rows = [["Small", "Large"]]
    let picker = picker(source)
    picker.accessibilityLabel = "Size"
    picker.selectRow(1, inComponent: 0, animated: true)
    #expect(
      content(picker)
        == #"<select id="uiPickerView.0" name="uiPickerView.0" aria-label="Size" data-live>"#
        + #"<option value="0">Small</option><option value="1" selected>Large</option></select>"#
        + #"<button name="tap" class="set" value="uiPickerView.set" aria-label="Set Size"><span>Set</span></button>"#)
    source.rows = [["Small"], ["Red"]]
    picker.reloadAllComponents()
    #expect(content(picker).contains(#"name="uiPickerView.1" aria-label="Size, 2 of 2""#))
    source.labels = ["Width", "Colour"]
    picker.reloadAllComponents()
    #expect(content(picker).contains(#"name="uiPickerView.1" aria-label="Size, Colour""#))
  }

  @Test func aChoiceCallsTheDelegate() {
    let source = Source()
    let picker = picker(source)
    #expect(send("2", to: picker, part: "1") == nil)
    #expect(send("0", to: picker, part: "0") == nil, "it is chosen already")
    #expect(source.log == ["1: 2 of 2"])
  }

  @Test func aSelectionByTheAppDoesNotCallTheDelegate() {
    let source = Source()
    let picker = picker(source)
    picker.selectRow(2, inComponent: 1, animated: true)
    #expect(picker.selectedRow(inComponent: 1) == 2)
    #expect(source.log.isEmpty)
  }

  @Test(arguments: ["3", "-1", "", "x", "01", "99999999999999999999"])
  func aRowThatIsNotInTheListIsRefused(text: String) {
    let source = Source()
    let picker = picker(source)
    #expect(send(text, to: picker, part: "1") == "Choose one of the rows of the list.")
    #expect(picker.selectedRow(inComponent: 1) == 0)
    #expect(source.log.isEmpty)
  }

  @Test(arguments: ["", "2", "-1", "x"])
  func aPickerHasNoOtherParts(part: String) {
    let source = Source()
    #expect(picker(source).sentValue(ofPart: part) == nil)
  }

  @Test func anEmptyComponentHasNoOptions() {
    let source = Source()
    source.rows = [[], ["Red"]]
    let picker = picker(source)
    #expect(picker.selectedRow(inComponent: 0) == -1)
    #expect(picker.sentValue(ofPart: "0") == nil)
    #expect(content(picker).contains(#"name="uiPickerView.0" aria-label="1 of 2" data-live disabled></select>"#))
    source.rows = [[]]
    picker.reloadAllComponents()
    #expect(!content(picker).contains("<button"))
  }

  @Test func aReloadAsksTheDataSourceAgain() {
    let source = Source()
    let picker = picker(source)
    picker.selectRow(1, inComponent: 0, animated: false)
    picker.selectRow(2, inComponent: 1, animated: false)
    source.rows = [["Small", "Large"], ["Black", "White"]]
    #expect(picker.numberOfRows(inComponent: 1) == 3)
    picker.reloadComponent(1)
    #expect(picker.numberOfRows(inComponent: 1) == 2)
    #expect(picker.selectedRow(inComponent: 1) == 1, "the last one there is")
    #expect(picker.selectedRow(inComponent: 0) == 1)
    source.rows = [["One"]]
    picker.reloadAllComponents()
    #expect(picker.numberOfComponents == 1)
    #expect(picker.selectedRow(inComponent: 0) == 0)
  }

  @Test func aMissingRowCannotBeSelected() {
    let source = Source()
    let picker = picker(source)
    picker.selectRow(9, inComponent: 0, animated: false)
    picker.selectRow(0, inComponent: 9, animated: false)
    #expect(picker.selectedRow(inComponent: 0) == 0)
    #expect(picker.selectedRow(inComponent: 9) == -1)
    #expect(picker.numberOfRows(inComponent: 9) == 0)
  }

  @Test func aPickerWithoutADataSourceIsEmpty() {
    let picker = UIPickerView()
    #expect(picker.numberOfComponents == 0)
    #expect(content(picker) == "")
  }

  private final class ViewSource: UIPickerViewDataSource, UIPickerViewDelegate {
    func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 4 }
    func pickerView(_: UIPickerView, titleForRow row: Int, forComponent: Int) -> String? { row == 2 ? "" : "title" }
    func pickerView(_: UIPickerView, attributedTitleForRow row: Int, forComponent: Int) -> NSAttributedString? {
      row == 1 ? NSAttributedString(string: "attributed") : nil
    }
    func pickerView(_: UIPickerView, viewForRow row: Int, forComponent: Int, reusing: UIView?) -> UIView {
      let (view, label) = (UIView(), UILabel())
      label.text = row == 0 ? "label" : nil
      view.addSubview(label)
      return view
    }
  }

  @Test func aRowHasTheTextOfItsViewOrItsTitle() {
    let (picker, source) = (UIPickerView(), ViewSource())
    picker.dataSource = source
    picker.delegate = source
    for (row, title) in ["label", "attributed", "\u{A0}", "title"].enumerated() {
      #expect(content(picker).contains(">\(title)</option>"), "row \(row)")
    }
  }
}
