import TempuraUI
import Testing

@testable import TempuraServer

/// What cannot be taken as it was typed is explained beside its field, and nothing else happens.
@Suite struct RefusedInputTests {
  private final class FormDelegate: WindowDelegate {
    final class Controller: UIViewController {
      let name = UITextField()
      let city = UITextField()
      let button = UIButton()
      let label = UILabel()

      override func viewDidLoad() {
        name.maximumLength = 3
        for (view, identifier) in [(name, "name"), (city, "city"), (button, "go"), (label, "label")]
          as [(UIView, String)]
        {
          view.accessibilityIdentifier = identifier
          self.view.addSubview(view)
        }
        button.on(.touchUpInside) { [unowned self] _ in label.text = "\(name.text ?? "") in \(city.text ?? "")" }
      }
    }

    override func makeRoot() -> UIViewController? { Controller() }
  }

  @Test func theProblemStandsBesideTheFieldAndNothingIsDone() throws {
    let server = try TestServer(FormDelegate.self)
    let browser = try server.browser(at: "/")
    let page = try browser.post([("name", "Annabel"), ("city", "Oslo"), ("tap", "go")])
    #expect(page.status == 422)
    #expect(
      page.body.contains(#"<p class="problem" id="name.problem">This is too long: it has 7 characters, and 3 fit.</p>"#)
    )
    #expect(page.body.contains(#"aria-invalid="true" aria-describedby="name.problem""#))
    #expect(page.body.contains(#"value="Annabel""#))
    #expect(page.body.contains(#"value="Oslo""#), "what was typed elsewhere is still there")
    #expect(page.text("label") == "")
  }

  @Test func theNextFormIsTakenAsAWhole() throws {
    let server = try TestServer(FormDelegate.self)
    let browser = try server.browser(at: "/")
    _ = try browser.post([("name", "Annabel"), ("city", "Oslo"), ("tap", "go")])
    try browser.tap("go", ["name": "Ann", "city": "Oslo"])
    #expect(browser.page.text("label") == "Ann in Oslo")
    #expect(!browser.page.body.contains("problem"))
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

  @Test func goingBackDoesNotRequireValidInput() throws {
    let server = try TestServer(PushedDelegate.self)
    let browser = server.browser()
    let page = try browser.open("/")
    let back = try #require(page.body.firstMatch(of: /value="([^"]*backButton)"/)?.1)
    try browser.tap(String(back), ["name": "Annabel", "city": "Oslo"])
    #expect(!browser.page.body.contains("Annabel"))
    #expect(browser.page.body.contains("Home"))
  }

  @Test(arguments: ["go.", "go.x", ".go", "go..", "name.field."])
  func anUnknownPartOfAViewIsNotTapped(id: String) throws {
    let server = try TestServer(FormDelegate.self)
    let browser = try server.browser(at: "/")
    #expect(try browser.post([("tap", id)]).status == 409)
  }

  /// A template of a view may have a field twice.
  @Test func aFieldThatIsSentTwiceIsTakenIfBothTextsAreEqual() throws {
    let server = try TestServer(FormDelegate.self)
    let browser = try server.browser(at: "/")
    let page = try browser.post([("name", "Ann"), ("city", "Oslo"), ("name", "Ann"), ("tap", "go")])
    #expect(page.status == 303)
    #expect(try browser.open("/").text("label") == "Ann in Oslo")
    let refused = try browser.post([("name", "Ann"), ("city", "Oslo"), ("name", "Eve"), ("tap", "go")])
    #expect(refused.status == 409)
    #expect(refused.text("label") == "Ann in Oslo")
  }

  @Test func inputOfRemovedFieldsIsForgotten() throws {
    let server = try TestServer(FormDelegate.self)
    let browser = try server.browser(at: "/")
    _ = try browser.post([("name", "Annabel"), ("city", "Oslo"), ("tap", "go")])
    let page = try browser.post([("name", "Isabella"), ("city", ""), ("tap", "go")])
    #expect(page.body.contains("it has 8 characters"))
    #expect(!page.body.contains("Oslo"))
  }
}
