import Foundation
import Testing

@testable import TempuraUI

@Suite(.app) struct ColorAndCalendarTests {
  private final class Listener: UIColorPickerViewControllerDelegate, UICalendarSelectionSingleDateDelegate,
    UICalendarSelectionMultiDateDelegate
  {
    var events: [String] = []
    func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) { events.append("finish") }
    func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController) {
      events.append("select")
    }
    func colorPickerViewController(
      _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
    ) { events.append("\(color == viewController.selectedColor) \(continuously)") }
    func dateSelection(_ selection: UICalendarSelectionSingleDate, didSelectDate date: DateComponents?) {
      events.append(date.map { "\($0.year ?? 0)-\($0.month ?? 0)-\($0.day ?? 0)" } ?? "none")
    }
    func dateSelection(_ selection: UICalendarSelectionSingleDate, canSelectDate date: DateComponents?) -> Bool {
      date?.day != 13
    }
    func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didSelectDate date: DateComponents) {
      events.append("+\(date.day ?? 0)")
    }
    func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didDeselectDate date: DateComponents) {
      events.append("-\(date.day ?? 0)")
    }
  }

  private func enter(_ text: String, into field: some InputField) {
    if field.problem(with: .text(text), part: "") == nil { field.enter(.text(text), part: "") }
  }

  @Test func aColourWellTakesTheColourOfTheBrowser() {
    let well = UIColorWell()
    #expect(fieldAttributes(well).contains(##"value="#000000""##) && content(well).contains(#"aria-label="Colour""#))
    well.selectedColor = UIColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)
    well.title = "Ink"
    #expect(content(well).contains(#"type="color""#) && content(well).contains(#"aria-label="Ink""#))
    #expect(well.formValue == "#ff8000")
    var count = 0
    well.addAction(UIAction { _ in count += 1 }, for: .valueChanged)
    for text in ["", "red", "#12345", "#1234567", "#+12345", "#-12345", "#12345g"] { enter(text, into: well) }
    #expect(count == 0 && well.problem(with: "red") == "Choose a colour.")
    enter("#0000ff", into: well)
    #expect(count == 1 && well.selectedColor == UIColor(red: 0, green: 0, blue: 1, alpha: 0.5))
  }

  @Test func aColourPickerTellsItsDelegate() throws {
    let (root, picker, listener) = (UIViewController(), UIColorPickerViewController(), Listener())
    picker.delegate = listener
    picker.title = "Background"
    picker.selectedColor = .red
    let page = Page(showing: root)
    root.present(picker, animated: true)
    let well = try #require(picker.view.subviews.first as? UIColorWell)
    enter("#00ff00", into: well)
    #expect(
      listener.events == ["true false", "select"]
        && picker.selectedColor == UIColor(red: 0, green: 1, blue: 0, alpha: 1))
    try page.tap(page.buttons.first { $0.hasSuffix(".done") } ?? "")
    #expect(listener.events.last == "finish" && root.presentedViewController == nil)
  }

  @Test func aCalendarSelectsADay() {
    let (calendar, listener) = (UICalendarView(), Listener())
    enter("2026-02-03", into: calendar)
    let selection = UICalendarSelectionSingleDate(delegate: listener)
    calendar.selectionBehavior = selection
    let start = DateComponents(calendar: calendar.calendar, year: 2026, month: 2, day: 2)
    calendar.availableDateRange = DateInterval(start: start.date ?? .distantPast, duration: 30 * 86_400)
    selection.selectedDate = DateComponents(year: 2026, month: 2, day: 5)
    #expect(fieldAttributes(calendar).contains(#"min="2026-02-02" max="2026-03-04" value="2026-02-05""#))
    for text in ["2026-02-01", "2026-02-13", "2026-13-01", "2026-05-01", "x"] { enter(text, into: calendar) }
    #expect(listener.events.isEmpty)
    enter("2026-02-03", into: calendar)
    enter("", into: calendar)
    #expect(listener.events == ["2026-2-3", "none"] && selection.selectedDate == nil)
  }

  @Test func aCalendarSelectsDays() {
    let (calendar, listener) = (UICalendarView(), Listener())
    let selection = UICalendarSelectionMultiDate(delegate: listener)
    calendar.selectionBehavior = selection
    for day in ["03", "05", "03"] { enter("2026-02-\(day)", into: calendar) }
    #expect(listener.events == ["+3", "+5", "-3"] && selection.selectedDates.map(\.day) == [5])
    #expect(content(calendar).contains("Feb 5, 2026"))
  }
}
