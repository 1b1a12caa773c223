import TempuraUI
import Testing

@testable import TempuraServer

/// Browsers send fields that cannot be typed in, too: hidden, inert and read-only ones, as the page has them.
@Suite struct UntypedFieldTests {
  private final class FieldsDelegate: WindowDelegate {
    final class Controller: UIViewController {
      let hidden = UITextField()
      let inert = UITextField()
      let readOnly = UITextView()
      let button = UIButton()
      let label = UILabel()

      override func viewDidLoad() {
        hidden.text = "hidden"
        hidden.isHidden = true
        inert.text = "inert"
        inert.isUserInteractionEnabled = false
        readOnly.text = "read\nonly"
        readOnly.isEditable = false
        for (view, name) in [
          (hidden, "hidden"), (inert, "inert"), (readOnly, "readOnly"), (button, "go"), (label, "label"),
        ]
          as [(UIView, String)]
        {
          view.accessibilityIdentifier = name
          self.view.addSubview(view)
        }
        button.on(.touchUpInside) { [unowned self] _ in label.text = "gone" }
      }
    }

    override func makeRoot() -> UIViewController? { Controller() }
  }

  @Test func fieldsThatAreSentAsTheyAreMeanNothing() throws {
    let server = try TestServer(FieldsDelegate.self)
    let browser = try server.browser(at: "/")
    try browser.tap("go", ["hidden": "hidden", "inert": "inert", "readOnly": "read\r\nonly"])
    #expect(browser.page.text("label") == "gone")
  }

  @Test func aReadOnlyTextHasNoNameToBeSentBy() throws {
    let server = try TestServer(FieldsDelegate.self)
    let browser = server.browser()
    #expect(try !browser.open("/").body.contains("name=\"readOnly\""))
  }

  @Test(arguments: ["hidden", "inert", "readOnly"])
  func aValueThatAFieldCannotHaveIsRefused(field: String) throws {
    let server = try TestServer(FieldsDelegate.self)
    let browser = try server.browser(at: "/")
    #expect(try browser.post([("tap", "go"), (field, "forged")]).status == 409)
    #expect(try browser.open("/").text("label") == "")
  }
}
