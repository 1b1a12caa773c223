import Katana
import Tempura
import TempuraUI
import Testing

@testable import TempuraServer

/// Alerts over the screens of a route.
@Suite struct AlertTests {
  private struct AlertState: State, Codable {
    var names: [String] = []
  }

  private struct Remember: StateUpdater {
    let name: String
    func updateState(_ state: inout AlertState) { state.names.append(name) }
  }

  private struct Model: ViewModelWithState {
    let names: String
    init?(state: AlertState) { names = state.names.joined(separator: ",") }
  }

  private final class ListView: UIView, ViewControllerModellableView {
    let namesLabel = UILabel()
    let askButton = UIButton()
    func setup() { for view in [namesLabel, askButton] { addSubview(view) } }
    func style() {}
    func update(oldModel: Model?) { namesLabel.text = model?.names }
  }

  private final class ListController: ViewController<ListView>, RoutableWithConfiguration {
    var routeIdentifier: RouteElementIdentifier { "list" }
    var navigationConfiguration: [NavigationRequest: NavigationInstruction] { [:] }

    override func setupInteraction() {
      rootView.askButton.on(.touchUpInside) { [unowned self] _ in
        let alert = UIAlertController(title: "Who?", message: "The name is remembered.", preferredStyle: .alert)
        alert.addTextField { $0.maximumLength = 5 }
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        alert.addAction(
          UIAlertAction(title: "OK", style: .default) { [unowned self, unowned alert] _ in
            dispatch(Remember(name: alert.textFields?.first?.text ?? ""))
          })
        present(alert, animated: true)
      }
    }
  }

  private final class AppDelegate: TestDelegate<AlertState, NavigatorOnly> {
    override var root: String { "list" }
    override func makeRoot() -> UIViewController { ListController(store: store) }
  }

  private let ask = "listView.askButton"

  @Test func theAlertIsShownAtTheURLOfTheScreenBelow() throws {
    let server = try TestServer(AppDelegate.self)
    let browser = try server.browser(at: "/")
    try browser.tap(ask)
    #expect(browser.path == "/list")
    #expect(browser.page.body.contains("Who?</h2>"))
    #expect(browser.page.body.contains("value=\"\(ask)\""), "the screen below is seen")
    #expect(try browser.get("/list").body.contains("Who?</h2>"), "a reload shows it again")
    #expect(try browser.post([("tap", ask)]).status == 409)
    try browser.tap("alertView.Cancel", ["alertView.textField": ""])
    #expect(browser.path == "/list" && !browser.page.body.contains("<dialog"))
  }

  @Test func typedTextReachesTheAction() throws {
    let server = try TestServer(AppDelegate.self)
    let browser = try server.browser(at: "/")
    try browser.tap(ask)
    try browser.tap("alertView.OK", ["alertView.textField": "Ann"])
    #expect(browser.page.text("namesLabel") == "Ann")
    try browser.tap(ask)
    let stale = try browser.post([("alertView.textField", "Bob"), ("return", "1")])
    #expect(stale.status == 409, "an old page's alert is another one")
    let answer = try browser.post([("alertView2.textField", "Bob"), ("return", "1")])
    #expect(answer.status == 303)
    #expect(try browser.open("/list").text("namesLabel") == "Ann,Bob", "Enter is the action")
  }

  @Test func aTooLongTextIsExplainedInTheAlert() throws {
    let server = try TestServer(AppDelegate.self)
    let browser = try server.browser(at: "/")
    try browser.tap(ask)
    let answer = try browser.post([("alertView.textField", "Annabel"), ("tap", "alertView.OK")])
    #expect(answer.status == 422)
    #expect(answer.body.contains("it has 7 characters") && answer.body.contains("value=\"Annabel\""))
  }

  @Test func anActionThatIsNotThereIsRefused() throws {
    let server = try TestServer(AppDelegate.self)
    let browser = try server.browser(at: "/")
    try browser.tap(ask)
    #expect(try browser.post([("tap", "alertView.Delete")]).status == 409)
    try browser.tap("alertView.Cancel")
    #expect(try browser.post([("tap", "alertView.OK")]).status == 409, "an old page's alert is gone")
  }

  @Test func newScreensHaveNoAlert() throws {
    let server = try TestServer(AppDelegate.self)
    let browser = try server.browser(at: "/")
    try browser.tap(ask)
    try server.evictAll()
    #expect(try !browser.open("/list").body.contains("<dialog"))
  }
}
