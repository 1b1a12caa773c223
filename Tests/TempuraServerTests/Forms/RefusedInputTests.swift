import Foundation
import TempuraUI
import Testing

@testable import TempuraServer

/// What a control cannot have is explained beside it, shown again, and changes nothing. What a page cannot send is refused.
@Suite struct RefusedInputTests {
  private final class FormDelegate: WindowDelegate {
    final class Controller: UIViewController, UIPickerViewDataSource, UIPickerViewDelegate {
      let slider = UISlider()
      let day = UIDatePicker()
      let picker = UIPickerView()
      let note = UITextView()
      let password = UITextField()
      let sound = UISwitch()
      let copies = UIStepper()
      let scope = UISegmentedControl(items: ["All", "New"])
      let log = UILabel()
      let name = UITextField()
      let city = UITextField()
      let go = UIButton()
      let cancel = UIButton()
      let label = UILabel()
      let hidden = UITextField()
      let inert = UITextField()
      let readOnly = UITextView()
      var events: [String] = []

      override func viewDidLoad() {
        day.datePickerMode = .date
        day.timeZone = .gmt
        day.date = Date(timeIntervalSince1970: 0)
        day.minimumDate = Date(timeIntervalSince1970: 0)
        picker.dataSource = self
        picker.delegate = self
        note.maximumLength = 3
        password.isSecureTextEntry = true
        password.text = "secret"
        name.maximumLength = 3
        (hidden.text, hidden.isHidden) = ("hidden", true)
        (inert.text, inert.isUserInteractionEnabled) = ("inert", false)
        (readOnly.text, readOnly.isEditable) = ("read\nonly", false)
        for (view, identifier) in [
          (slider, "slider"), (day, "day"), (picker, "picker"), (note, "note"), (password, "password"),
          (sound, "sound"), (copies, "copies"), (scope, "scope"), (log, "log"), (name, "name"), (city, "city"),
          (go, "go"), (cancel, "cancel"),
          (label, "label"), (hidden, "hidden"), (inert, "inert"), (readOnly, "readOnly"),
        ] as [(UIView, String)] {
          view.accessibilityIdentifier = identifier
          view.accessibilityLabel = view is UILabel ? nil : identifier
          self.view.addSubview(view)
        }
        cancel.role = .cancel
        cancel.on(.touchUpInside) { [unowned self] _ in label.text = "cancelled \(name.text ?? "")" }
        go.on(.touchUpInside) { [unowned self] _ in label.text = "\(name.text ?? "") in \(city.text ?? "")" }
        slider.on(.valueChanged) { [unowned self] in note("slider \($0.value)") }
        day.on(.valueChanged) { [unowned self] in note("day \(Int($0.date.timeIntervalSince1970 / 86_400))") }
        password.on(.editingChanged) { [unowned self] in note("password \($0.text ?? "")") }
        sound.on(.valueChanged) { [unowned self] in note("sound \($0.isOn)") }
        copies.on(.valueChanged) { [unowned self] in note("copies \($0.value)") }
        scope.on(.valueChanged) { [unowned self] in note("scope \($0.selectedSegmentIndex)") }
      }

      private func note(_ event: String) {
        events.append(event)
        log.text = events.joined(separator: ", ")
      }

      func numberOfComponents(in pickerView: UIPickerView) -> Int { 2 }
      func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 3 }
      func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
        "Row \(row)"
      }
      func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
        note("picker \(component) \(row)")
      }
    }

    override func makeRoot() -> UIViewController? { Controller() }
  }

  private final class PushedDelegate: WindowDelegate {
    override func makeRoot() -> UIViewController? {
      let home = UIViewController()
      home.title = "Home"
      let navigation = UINavigationController(rootViewController: home)
      navigation.pushViewController(FormDelegate.Controller(), animated: false)
      return navigation
    }
  }

  private let browser: Browser

  init() throws { browser = try TestServer(FormDelegate.self).browser(at: "/") }

  /// What the page's form sends if nobody touched it.
  private static let untouched = [
    ("slider", "0.0"), ("day", "1970-01-01"), ("picker.0", "0"), ("picker.1", "0"), ("note", ""), ("password", ""),
    ("name", ""), ("city", ""),
  ]

  private func form(_ changes: [(String, String)], tapping control: String) -> [(String, String)] {
    let names = Set(changes.map(\.0))
    return Self.untouched.filter { !names.contains($0.0) } + changes + [("tap", control)]
  }

  @Test(arguments: [
    ("slider", "slider", "1.5", "Choose a number from 0 to 1.", #"value="1.5""#),
    ("day", "day", "1969-12-31", "The earliest that can be chosen is Jan 1, 1970.", #"value="1969-12-31""#),
    ("day", "day", "1970-02-30", "Choose a date.", #"value="1970-02-30""#),
    ("picker", "picker.1", "3", "Choose one of the rows of the list.", ""),
    ("name", "name", "Annabel", "This is too long: it has 7 characters, and 3 fit.", #"value="Annabel""#),
    ("note", "note", "long", "This is too long: it has 4 characters, and 3 fit.", "long</textarea>"),
  ])
  func theProblemStandsBesideTheField(id: String, name: String, value: String, problem: String, shown: String) throws {
    let page = try browser.post(form([("password", "new"), ("city", "Oslo"), (name, value)], tapping: "sound"))
    #expect(page.status == 422)
    #expect(page.body.contains(#"value="Oslo""#), "what was typed elsewhere is still there")
    #expect(page.body.contains(#"<p class="problem" id="\#(id).problem">\#(problem)</p>"#))
    #expect(page.body.contains(#"aria-invalid="true""#))
    #expect(page.body.contains(">\(id): \(problem) Nothing was changed.<"), "and in the notice")
    #expect(shown.isEmpty || page.body.contains(shown), "what was sent is shown again")
    #expect(page.text("log") == "", "and nothing was done")
    let next = try browser.post(form([], tapping: "sound"))
    #expect(next.status == 303)
    try browser.open("/")
    #expect(browser.page.text("log") == "sound true", "the page's own values are taken")
    #expect(!browser.page.body.contains("problem"))
  }

  @Test func aValueThatIsNotPossibleDoesNotKeepUsersFromCancelling() throws {
    #expect(try browser.post(form([("name", "Annabel"), ("city", "Oslo")], tapping: "cancel")).status == 303)
    try browser.open("/")
    #expect(browser.page.text("label") == "cancelled ")
  }

  @Test func onlyTheFieldsThatWereTouchedAreTold() throws {
    _ = try browser.post(form([], tapping: "day.set"))
    try browser.open("/")
    #expect(browser.page.text("log") == "")
    _ = try browser.post(form([("slider", "0.5"), ("picker.1", "2")], tapping: "day.set"))
    try browser.open("/")
    #expect(browser.page.text("log") == "slider 0.5, picker 1 2")
  }

  @Test func aSecretThatNobodyTouchedIsNotCleared() throws {
    _ = try browser.post(form([], tapping: "copies.increment"))
    _ = try browser.post(form([("password", "other")], tapping: "scope.1"))
    try browser.open("/")
    #expect(browser.page.text("log") == "copies 1.0, password other, scope 1")
    #expect(!browser.page.body.contains("other\""))
  }

  @Test(arguments: [
    "scope.2", "copies.reset", "picker.0", "day.minutes", "sound.on", "go.", "go.x", ".go", "go..", "name.field.",
  ])
  func aPartThatIsNotThereCannotBeTapped(control: String) throws {
    #expect(try browser.post(form([], tapping: control)).status == 409)
  }

  @Test func theEndOfAStepperCannotBeTapped() throws {
    let page = try browser.post(form([("slider", "0.5")], tapping: "copies.decrement"))
    #expect(page.status == 409)
    #expect(page.text("log") == "")
  }

  @Test func goingBackDoesNotRequireValidInput() throws {
    let browser = try TestServer(PushedDelegate.self).browser(at: "/")
    let back = try #require(browser.page.first(/value="([^"]*backButton)"/))
    try browser.tap(back, ["name": "Annabel", "city": "Oslo"])
    #expect(!browser.page.body.contains("Annabel"))
    #expect(browser.page.body.contains("Home"))
  }

  /// A template of a view may have a field twice.
  @Test func aFieldThatIsSentTwiceIsTakenIfBothTextsAreEqual() throws {
    let page = try browser.post([("name", "Ann"), ("city", "Oslo"), ("name", "Ann"), ("tap", "go")])
    #expect(page.status == 303)
    #expect(try browser.open("/").text("label") == "Ann in Oslo")
    let refused = try browser.post([("name", "Ann"), ("city", "Oslo"), ("name", "Eve"), ("tap", "go")])
    #expect(refused.status == 409)
    #expect(refused.text("label") == "Ann in Oslo")
  }

  @Test func inputOfRemovedFieldsIsForgotten() throws {
    _ = try browser.post([("name", "Annabel"), ("city", "Oslo"), ("tap", "go")])
    let page = try browser.post([("name", "Isabella"), ("city", ""), ("tap", "go")])
    #expect(page.body.contains("it has 8 characters"))
    #expect(!page.body.contains("Oslo"))
  }

  // MARK: - Hidden, inert and read-only fields

  @Test func fieldsThatAreSentAsTheyAreMeanNothing() throws {
    try browser.tap("go", ["hidden": "hidden", "inert": "inert", "readOnly": "read\r\nonly"])
    #expect(browser.page.text("label") == " in ")
  }

  @Test(arguments: ["hidden", "inert", "readOnly"])
  func aValueThatAFieldCannotHaveIsRefused(field: String) throws {
    #expect(!browser.page.body.contains("name=\"readOnly\""))
    #expect(try browser.post([("tap", "go"), (field, "forged")]).status == 409)
    #expect(try browser.open("/").text("label") == "")
  }
}
