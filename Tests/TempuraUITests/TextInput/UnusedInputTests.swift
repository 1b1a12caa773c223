import AppData
import Foundation
import Testing

@testable import TempuraUI

/// Input that the app has not used.
@Suite struct UnusedInputTests {
  private let window = UIWindow(frame: .zero)
  private let controller = UIViewController()
  private let field = UITextField()
  private let textView = UITextView()

  init() {
    window.rootViewController = controller
    window.makeKeyAndVisible()
    for view in [field, textView] as [UIView] { controller.view.addSubview(view) }
  }

  private func typed(_ text: String) -> UnusedInput { UnusedInput(text: text) }

  // MARK: - Whose text it is

  @Test func aTypedTextIsUnusedUntilTheAppSetsTheText() {
    field.text = "the app's"
    #expect(field.unusedInput == nil)
    field.type("milk")
    #expect(field.unusedInput == typed("milk"))
    #expect(window.viewsWithUnusedInput == [field])
    field.text = "milk"
    #expect(field.unusedInput == nil, "the app has it")
    #expect(window.viewsWithUnusedInput == [])
    #expect(!window.mayHaveUnusedInput)
    field.type("tea")
    field.text = nil
    #expect(field.unusedInput == nil)
    field.type("")
    #expect(field.unusedInput == nil, "nothing was typed")
  }

  @Test func aDeletedTextIsUnusedInput() {
    field.text = "the app's"
    field.type("")
    #expect(field.unusedInput == typed(""))
    field.text = "the app's"
    field.clearButtonMode = .always
    field.tapTarget(ofPart: "clear")?.tap()
    #expect(field.unusedInput == typed(""))
    #expect(window.viewsWithUnusedInput == [field])
  }

  @Test func aTextThatTheAppReformatsIsStillUnusedInput() {
    field.on(.editingChanged) { $0.text = $0.text?.uppercased() }
    field.type("milk")
    #expect(field.unusedInput == typed("MILK"))
    field.on(.editingChanged) { $0.text = "" }
    field.type("tea")
    #expect(field.unusedInput == nil, "the app took it")
  }

  private final class Formatter: UITextFieldDelegate, UITextViewDelegate {
    var format: String? = ""

    func textField(_ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString text: String)
      -> Bool
    {
      if let format { field.text = format + text }
      return false
    }

    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
      if let format { textView.text = format + text }
      return false
    }
  }

  @Test func aDelegateCanSetTheTypedText() {
    let formatter = Formatter()
    field.delegate = formatter
    textView.delegate = formatter
    formatter.format = nil
    field.type("7")
    textView.type("7")
    #expect(window.viewsWithUnusedInput == [], "it was not taken")
    formatter.format = "+"
    field.type("7")
    textView.type("7")
    #expect(field.unusedInput == typed("+7") && textView.unusedInput == typed("+7"))
    #expect(window.viewsWithUnusedInput == [field, textView])
  }

  @Test func aTextViewHasUnusedInputToo() {
    textView.type("one\r\ntwo")
    #expect(textView.unusedInput == typed("one\ntwo"))
    textView.text = ""
    #expect(textView.unusedInput == nil)
    textView.pressReturn()
    #expect(textView.unusedInput == typed("\n"))
    #expect(window.viewsWithUnusedInput == [textView])
  }

  @Test func theTextOfASearchBarIsUsedOnceTheAppSetsIt() {
    let bar = UISearchBar()
    controller.view.addSubview(bar)
    bar.searchTextField.type("milk")
    #expect(window.viewsWithUnusedInput == [bar.searchTextField])
    bar.text = "milk"
    #expect(window.viewsWithUnusedInput == [])
  }

  @Test func draftsAreUnusedInput() {
    let slider = UISlider()
    controller.view.addSubview(slider)
    slider.keepDraft("x", problem: "No number.")
    #expect(slider.unusedInput == UnusedInput(draft: FieldDraft(texts: ["": "x"], problem: "No number.")))
    field.type("milk")
    field.keepDraft("too long")
    #expect(field.unusedInput == UnusedInput(text: "milk", draft: FieldDraft(texts: ["": "too long"])))
    #expect(window.viewsWithUnusedInput == [slider, field])
    slider.value = 0.5
    field.type("tea")
    #expect(window.viewsWithUnusedInput == [field])
    textView.keepDraft(nil)
    #expect(textView.unusedInput == nil, "there is nothing in it")
  }

  @Test func secureTextIsNeverUnusedInput() {
    for type in [UITextContentType.password, .newPassword, .oneTimeCode, .creditCardNumber, .creditCardSecurityCode] {
      let field = UITextField()
      controller.view.addSubview(field)
      field.textContentType = type
      field.type("secret")
      #expect(field.unusedInput == nil)
    }
    field.isSecureTextEntry = true
    field.type("secret")
    field.keepDraft("secret", problem: "Too short.")
    #expect(field.unusedInput == nil)
    field.isSecureTextEntry = false
    #expect(field.unusedInput == nil, "a password that is shown is one")
    #expect(window.viewsWithUnusedInput == [])
    field.restore(UnusedInput(text: "other"), in: window)
    #expect(field.text == "secret")
    textView.textContentType = .oneTimeCode
    textView.type("123456")
    #expect(textView.unusedInput == nil)
  }

  @Test func aRemovedViewHasNoUnusedInput() {
    var other: UITextField? = UITextField()
    other.map(controller.view.addSubview)
    other?.type("milk")
    #expect(window.viewsWithUnusedInput.count == 1)
    other?.removeFromSuperview()
    other = nil
    #expect(window.viewsWithUnusedInput == [])
  }

  // MARK: - Putting it in again

  @Test func restoringInputSendsNoEvents() {
    field.text = "the app's"
    field.on(.allEditingEvents) { _ in Issue.record("an event") }
    textView.delegate = Silence.shared
    field.restore(typed("milk"), in: window)
    textView.restore(typed("one\ntwo"), in: window)
    #expect(field.text == "milk" && field.unusedInput == typed("milk"))
    #expect(textView.text == "one\ntwo" && textView.unusedInput == typed("one\ntwo"))
    #expect(window.viewsWithUnusedInput == [field, textView])
    field.type("milk")
    #expect(field.unusedInput == typed("milk"), "it is there already")
  }

  private final class Silence: UITextViewDelegate {
    nonisolated(unsafe) static let shared = Silence()  // Safe because it has nothing.
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool {
      Issue.record("a call")
      return true
    }
    func textViewDidChange(_ textView: UITextView) { Issue.record("a call") }
  }

  @Test func restoredDraftsAreShown() {
    let draft = FieldDraft(texts: ["": "too long", "gone": "x"], problem: "This is too long.")
    field.restore(UnusedInput(text: "milk", draft: draft), in: window)
    #expect(field.text == "milk")
    #expect(field.shownValue() == "too long")
    #expect(field.fieldProblem == "This is too long.")
    #expect(field.draft(ofPart: "gone") == nil, "the field has no such part")
  }

  @Test func aDisabledOrHiddenFieldIsNotRestored() {
    field.isEnabled = false
    field.restore(typed("milk"), in: window)
    #expect(field.text == "")
    field.isEnabled = true
    controller.view.isHidden = true
    field.restore(typed("milk"), in: window)
    #expect(field.text == "")
    controller.view.isHidden = false
    textView.isEditable = false
    textView.restore(typed("milk"), in: window)
    #expect(textView.text == "")
    UILabel().restore(typed("milk"), in: window)
    #expect(window.viewsWithUnusedInput == [])
  }

  // MARK: - Where it is

  @Test func aFieldHasTheSameIDUnderAModalScreen() {
    final class Form: UIView {
      let name = UITextField()
      let box = UIView()
      override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(box)
        box.addSubview(name)
      }
      required init?(coder: NSCoder) { nil }
    }
    let (below, above) = (UIViewController(), UIViewController())
    let (lower, upper) = (Form(), Form())
    (below.view, above.view) = (lower, upper)
    window.rootViewController = below
    below.present(above, animated: false)
    above.modalPresentationStyle = .overFullScreen
    for form in [lower, upper] {
      #expect(form.name.rootOfScreen === form)
      #expect(form.name.idInScreen == ".name")
      form.restoreInput([".name": typed("bread"), ".other": typed("salt"), "": typed("tea")], in: window)
      #expect(form.name.text == "bread")
    }
    upper.name.accessibilityIdentifier = "name"
    #expect(upper.name.idInScreen == "name")
    upper.restoreInput(["name": typed("eggs")], in: window)
    #expect(upper.name.text == "eggs")
    lower.name.restore(typed("milk"), in: window)
    #expect(lower.name.text == "milk", "it is only covered")
  }

  @Test func aRowThatShowsAnotherItemHasNoUnusedInput() {
    let table = UITableView()
    let rows = Rows()
    table.dataSource = rows
    controller.view.addSubview(table)
    window.layoutIfNeeded()
    let fields = rows.fields
    #expect(fields.count == 2)
    fields[0].type("milk")
    #expect(fields[0].idInScreen.hasSuffix(".a.field"), "\(fields[0].idInScreen)")
    rows.items[0] = "c"
    table.reloadRows(at: [IndexPath(row: 0, section: 0)], with: .none)
    #expect(fields[0].idInScreen.hasSuffix(".c.field"), "the cell is the same one")
    #expect(window.viewsWithUnusedInput == [])
  }

  private final class Rows: UITableViewDataSource {
    final class Cell: UITableViewCell {
      let field = UITextField()
      override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
        contentView.addSubview(field)
      }
      required init?(coder: NSCoder) { nil }
    }

    var items = ["a", "b"]
    var fields: [UITextField] = []

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { items.count }

    func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
      items[indexPath.row]
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      tableView.register(Cell.self, forCellReuseIdentifier: "cell")
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      if let cell = cell as? Cell, !fields.contains(where: { $0 === cell.field }) { fields.append(cell.field) }
      return cell
    }
  }
}
