import UIKit

/// A field with a picker instead of the keyboard, and a bar that closes it.
final class BirthdayViewController: UIViewController, UIPickerViewDataSource, UIPickerViewDelegate, UITextFieldDelegate
{
  private let months = ["January", "February", "March"]
  private let field = UITextField()
  private let picker = UIPickerView()

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Your birthday"
    view.backgroundColor = .systemBackground
    picker.dataSource = self
    picker.delegate = self
    let bar = UIToolbar()
    bar.items = [
      UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil),
      UIBarButtonItem(barButtonSystemItem: .done, target: self, action: BirthdayViewController.done),
    ]
    bar.sizeToFit()
    field.placeholder = "Month"
    field.borderStyle = .roundedRect
    field.delegate = self
    field.inputView = picker
    field.inputAccessoryView = bar
    field.frame = CGRect(x: 20, y: 40, width: view.bounds.width - 40, height: 44)
    view.addSubview(field)
  }

  private func done() { field.resignFirstResponder() }

  func textFieldDidBeginEditing(_ textField: UITextField) { title = "Which month?" }
  func textFieldDidEndEditing(_ textField: UITextField) {
    title = "Your birthday"
    field.text = months[picker.selectedRow(inComponent: 0)]
  }

  func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { months.count }
  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    months[row]
  }
}
