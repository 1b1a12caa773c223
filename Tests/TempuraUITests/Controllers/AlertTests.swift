import Foundation
import Testing

@testable import TempuraUI

@Suite(.app) struct AlertTests {
  let events = Events()
  let screen = UIViewController()
  let page: Page

  init() { page = Page(showing: screen) }

  private func alert(
    _ title: String? = "Delete?", _ message: String? = "It is gone then.", style: UIAlertController.Style = .alert
  ) -> UIAlertController {
    UIAlertController(title: title, message: message, preferredStyle: style)
  }

  private func action(_ title: String, _ style: UIAlertAction.Style = .default) -> UIAlertAction {
    UIAlertAction(title: title, style: style) { [events] in events.add($0.title ?? "") }
  }

  @Test func anAlertIsADialogNamedByItsTitle() {
    screen.present(alert(), animated: true)
    let html = page.html
    #expect(
      html.contains(
        #"<dialog open aria-modal="true" role="alertdialog" aria-labelledby="alertView.title" aria-describedby="alertView.message" class="alert">"#
      ))
    #expect(html.contains(#"<h2 id="alertView.title">Delete?</h2><p id="alertView.message">It is gone then.</p>"#))
    #expect(screen.view.window != nil && html.contains("inert"), "what is below is seen and takes no input")
  }

  @Test(arguments: [([UIAlertAction.Style.default], true), ([.destructive], false), ([.default, .default], false)])
  func theOnlyButtonOfAMessageClosesItByEscape(_ styles: [UIAlertAction.Style], isEscape: Bool) {
    let alert = UIAlertController(title: "Saved", message: nil, preferredStyle: .alert)
    for style in styles { alert.addAction(UIAlertAction(title: "OK", style: style, handler: nil)) }
    screen.present(alert, animated: true)
    #expect(page.html.contains(" data-cancels") == isEscape)
  }

  @Test func anAlertWithoutATitleIsNamedByItsMessage() {
    let alert = alert(nil)
    screen.present(alert, animated: true)
    #expect(page.html.contains(#"aria-labelledby="alertView.message" class="alert">"#))
    alert.message = nil
    #expect(page.html.contains(#"aria-label="Alert" class="alert">"#))
    alert.title = "Now & then"
    #expect(page.html.contains(#"aria-labelledby="alertView.title""#))
    #expect(page.html.contains("Now &amp; then</h2>"))
  }

  @Test func theHandlerRunsAfterTheAlertIsDismissed() throws {
    let alert = alert()
    alert.addAction(
      UIAlertAction(title: "OK", style: .default) { [events, screen] _ in
        events.add(screen.presentedViewController == nil ? "gone" : "there")
        screen.present(UIAlertController(title: "Next", message: nil, preferredStyle: .alert), animated: false)
      })
    screen.present(alert, animated: true)
    try page.tap("alertView.OK")
    #expect(events.take() == ["gone"])
    #expect(page.html.contains("Next</h2>"))
    #expect(!page.html.contains("Delete?"))
  }

  @Test func theCancelActionIsTheFirstOfTwoActionsAndTheLastOfMore() {
    let alert = alert()
    for action in [action("Delete", .destructive), action("Cancel", .cancel)] { alert.addAction(action) }
    screen.present(alert, animated: true)
    #expect(page.buttons == ["alertView.Cancel", "alertView.Delete"])
    #expect(page.html.contains("<div class=\"buttons row\">"))
    alert.addAction(action("Archive"))
    #expect(page.buttons == ["alertView.Delete", "alertView.Archive", "alertView.Cancel"])
    #expect(page.button("alertView.Delete")?.contains("class=\"destructive\"") == true)
  }

  @Test func aTapOnADisabledActionIsRefused() throws {
    let alert = alert()
    let action = action("OK")
    alert.addAction(action)
    screen.present(alert, animated: true)
    _ = page.html
    action.isEnabled = false
    #expect(page.button("alertView.OK")?.contains(" disabled") == true)
    #expect(page.target("alertView.OK")?.refusal == .disabled)
    #expect(page.target("alertView.Yes") == nil)
  }

  @Test func actionsWithTheSameTitleHaveDifferentIDs() throws {
    let alert = alert()
    alert.addAction(UIAlertAction(title: "v1.2", style: .default) { [events] _ in events.add("first") })
    alert.addAction(UIAlertAction(title: "v1.2", style: .default) { [events] _ in events.add("second") })
    screen.present(alert, animated: true)
    try page.tap("alertView._v1_2e2__2_2")
    #expect(events.take() == ["second"])
  }

  @Test func textFieldsKeepTheTypedText() throws {
    let alert = alert("Sign in", nil)
    alert.addTextField { $0.placeholder = "Name" }
    alert.addTextField { $0.isSecureTextEntry = true }
    let save = UIAlertAction(title: "Save", style: .default) { [events, weak alert] _ in
      events.add(alert?.textFields?.map { $0.text ?? "" }.joined(separator: "/") ?? "")
    }
    alert.addAction(save)
    alert.addAction(action("Cancel", .cancel))
    screen.present(alert, animated: true)
    let html = page.html
    #expect(html.contains("name=\"alertView.textField\"") && html.contains("name=\"alertView.textField2\""))
    #expect(html.contains("aria-label=\"Name\" autofocus"), "typing can begin at once")
    let fields = try #require(alert.textFields)
    fields[0].type("Ann")
    fields[1].type("secret")
    fields[1].pressReturn()
    #expect(events.take() == ["Ann/secret"], "Enter is the only action that is not to cancel")
    #expect(screen.presentedViewController == nil)
  }

  @Test func theEnterKeyChoosesThePreferredAction() throws {
    let alert = alert()
    alert.addTextField()
    for title in ["One", "Two"] { alert.addAction(action(title)) }
    screen.present(alert, animated: true)
    let field = try #require(alert.textFields?.first)
    field.pressReturn()
    #expect(events.take() == [], "nobody said which")
    alert.preferredAction = alert.actions[1]
    #expect(page.button("alertView.Two")?.contains("preferred") == true)
    alert.preferredAction?.isEnabled = false
    field.pressReturn()
    #expect(events.take() == [])
    alert.preferredAction?.isEnabled = true
    field.pressReturn()
    #expect(events.take() == ["Two"])
  }

  @Test func theSafeButtonHasTheFocus() {
    let alert = alert()
    alert.addAction(action("Delete", .destructive))
    alert.addAction(action("Cancel", .cancel))
    screen.present(alert, animated: true)
    #expect(page.button("alertView.Cancel")?.contains("autofocus") == true)
    #expect(page.button("alertView.Delete")?.contains("autofocus") == false)
    alert.message = String(repeating: "long ", count: 100)
    #expect(!page.html.contains("autofocus"), "a long message is read from its beginning")
  }

  @Test func anActionSheetRendersItsActions() {
    let sheet = alert("Share", nil, style: .actionSheet)
    sheet.popoverPresentationController?.sourceView = screen.view
    sheet.addAction(action("Cancel", .cancel))
    sheet.addAction(action("Mail"))
    screen.present(sheet, animated: true)
    #expect(
      page.html.contains(#"<dialog open aria-modal="true" aria-labelledby="alertView.title" class="alert actions">"#))
    #expect(page.buttons == ["alertView.Mail", "alertView.Cancel"])
    #expect(sheet.popoverPresentationController?.sourceView === screen.view)
  }

  @Test func anAlertCanBePresentedOverAnother() throws {
    let first = alert()
    first.addAction(action("OK"))
    screen.present(first, animated: true)
    let second = alert("Really?")
    second.addAction(action("Yes"))
    first.present(second, animated: true)
    #expect(page.target("alertView.OK")?.refusal == .unreachable)
    try page.tap("alertView2.Yes")
    try page.tap("alertView.OK")
    #expect(events.take() == ["Yes", "OK"])
  }

  @Test func misuseOfAnAlertStopsADebugBuild() async {
    await #expect(processExitsWith: .failure) {
      let alert = UIAlertController(title: nil, message: nil, preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "No", style: .cancel))
      alert.addAction(UIAlertAction(title: "Never", style: .cancel))
    }
    await #expect(processExitsWith: .failure) {
      UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet).addTextField()
    }
    await #expect(processExitsWith: .failure) {
      let alert = UIAlertController(title: nil, message: nil, preferredStyle: .alert)
      alert.preferredAction = UIAlertAction(title: "OK", style: .default)
    }
  }
}
