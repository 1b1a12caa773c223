import UIKit

final class PickersScreen: ScreenView, UIPickerViewDataSource, UIPickerViewDelegate {
  private let size = UIPickerView()
  private let tea = UIPickerView()

  private static let sizes = ["Small", "Medium", "Large", "كبير"]
  private static let teas = [["Green", "Black", "White"], ["Hot", "Iced"]]

  override func addExamples() {
    addGroup(
      "Dates",
      [
        date("Date", .date),
        date("Time", .time) { $0.minuteInterval = 15 },
        date("Date and time", .dateAndTime),
        date("This year", .date) { control in
          control.minimumDate = Self.day(0)
          control.maximumDate = Self.day(364)
        },
        date("Disabled date", .date) { $0.isEnabled = false },
        date("Duration", .countDownTimer) { $0.countDownDuration = 5400 },
      ])
    for picker in [size, tea] {
      picker.dataSource = self
      picker.delegate = self
    }
    addGroup("Lists", [captioned("Size", size), captioned("Tea", tea)])
  }

  private func date(
    _ caption: String, _ mode: UIDatePicker.Mode, _ change: (UIDatePicker) -> Void = { _ in }
  ) -> UIView {
    let control = UIDatePicker()
    control.datePickerMode = mode
    control.timeZone = TimeZone(identifier: "Europe/Rome")
    control.date = Self.day(100)
    change(control)
    note(control, .valueChanged) { control in
      mode == .countDownTimer
        ? "“\(caption)” is \(Int(control.countDownDuration / 60)) minutes"
        : "“\(caption)” is \(control.date.ISO8601Format())"
    }
    return captioned(caption, control)
  }

  /// A day of the year 2026, at noon.
  private static func day(_ number: Int) -> Date {
    Date(timeIntervalSince1970: 1_767_265_200 + Double(number) * 86_400)
  }

  // MARK: - Lists

  private func rows(of picker: UIPickerView) -> [[String]] { picker === size ? [Self.sizes] : Self.teas }

  func numberOfComponents(in pickerView: UIPickerView) -> Int { rows(of: pickerView).count }

  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
    rows(of: pickerView)[component].count
  }

  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    rows(of: pickerView)[component][row]
  }

  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
    didHappen?("“\(rows(of: pickerView)[component][row])” was chosen")
  }
}
