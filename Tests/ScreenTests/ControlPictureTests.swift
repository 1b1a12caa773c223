import Foundation
@testable import Gallery
import Tempura
import TempuraTesting
import UIKit
import XCTest

/// The pictures of docs/controls.md: each control, in light and dark.
final class ControlPictureTests: ScreenTestCase, ViewTestCase {
  typealias V = ControlPicture

  override class var app: any ServerConfigurable.Type { GalleryAppDelegate.self }

  func testTheControlsOfTheDocumentation() throws {
    let device = UITests.Device(name: "Picture", size: CGSize(width: 320, height: 112))
    uiTest(
      testCases: Dictionary(
        uniqueKeysWithValues: ControlPicture.controls.keys.map { ($0, ControlPictureModel(name: $0)) }),
      permutations: UITests.Permutations(devices: [device], styles: [.light, .dark]))

    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../docs/controls.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for name in ControlPicture.controls.keys {
      let file = "\(name.replacingOccurrences(of: " ", with: "%20"))%20%28320.0,%20112.0%29@1x.png"
      XCTAssertEqual(text.components(separatedBy: "/\(file)").count, 2, "docs/controls.md shows \(name) once in light")
    }
  }
}

struct ControlPictureModel: ViewModelWithState {
  let name: String

  init(name: String) { self.name = name }
  init(state: GalleryState) { name = "" }
}

/// One control in the middle, or as wide as the picture.
final class ControlPicture: UIView, ViewControllerModellableView {
  static var controls: [String: () -> UIView] {
    [
      "control label": { label("A label") },
      "control button system": { button(.plain(), "Plain") },
      "control button filled": { button(.filled(), "Filled") },
      "control button tinted": { button(.tinted(), "Tinted") },
      "control button gray": { button(.gray(), "Gray") },
      "control text field": {
        let field = UITextField()
        field.borderStyle = .roundedRect
        field.placeholder = "Name"
        return field
      },
      "control text view": {
        let view = UITextView()
        view.text = "A text that\ntakes two lines"
        return view
      },
      "control switch": {
        let control = UISwitch()
        control.isOn = true
        return control
      },
      "control slider": {
        let slider = UISlider()
        slider.value = 0.6
        return slider
      },
      "control stepper": { UIStepper() },
      "control segments": {
        let control = UISegmentedControl(items: ["Day", "Week", "Month"])
        control.selectedSegmentIndex = 1
        return control
      },
      "control date picker": {
        let picker = UIDatePicker()
        picker.datePickerMode = .date
        picker.date = Date(timeIntervalSince1970: 1_800_000_000)
        return picker
      },
      "control picker": { Choices() },
      "control pages": {
        let control = UIPageControl()
        control.numberOfPages = 4
        control.currentPage = 1
        return control
      },
      "control progress": {
        let view = UIProgressView()
        view.progress = 0.4
        return view
      },
      "control activity": {
        let view = UIActivityIndicatorView(style: .large)
        view.startAnimating()
        return view
      },
      "control image": { UIImageView(image: UIImage(systemName: "star.fill")) },
      "control search bar": {
        let bar = UISearchBar()
        bar.placeholder = "Search"
        return bar
      },
      "control menu": {
        let sort = button(.gray(), "Sort by")
        sort.menu = UIMenu(children: [UIAction(title: "Name") { _ in }])
        sort.showsMenuAsPrimaryAction = true
        return sort
      },
      "control table": { Rows() },
    ]
  }

  private let wide = UIView()
  private let centred = UIView()

  func setup() {
    addSubview(wide)
    addSubview(centred)
  }

  func style() {}

  func update(oldModel: ControlPictureModel?) {
    guard let model, let control = Self.controls[model.name]?() else { return }
    control.accessibilityLabel = "Example"
    let isWide =
      control is UITextField || control is UITextView || control is UISlider || control is UISegmentedControl
      || control is UIProgressView || control is UISearchBar || control is UITableView
    (isWide ? wide : centred).addSubview(control)
    wide.isHidden = !isWide
    centred.isHidden = isWide
  }

  private static func label(_ text: String) -> UILabel {
    let label = UILabel()
    label.text = text
    return label
  }

  private static func button(_ configuration: UIButton.Configuration, _ title: String) -> UIButton {
    let button = UIButton(configuration: configuration)
    button.configuration?.title = title
    return button
  }
}

/// A picker with two choices.
private final class Choices: UIPickerView, UIPickerViewDataSource, UIPickerViewDelegate {
  override init(frame: CGRect) {
    super.init(frame: frame)
    dataSource = self
    delegate = self
  }

  required init?(coder: NSCoder) { nil }

  func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }

  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 2 }

  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    ["Apples", "Pears"][row]
  }
}

/// A table with one row.
private final class Rows: UITableView, UITableViewDataSource {
  init() {
    super.init(frame: .zero, style: .insetGrouped)
    dataSource = self
  }

  required init?(coder: NSCoder) { nil }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
    cell.textLabel?.text = "A row"
    cell.detailTextLabel?.text = "Detail"
    cell.accessoryType = .disclosureIndicator
    return cell
  }
}
