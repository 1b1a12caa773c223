import Foundation
import HTML
import Testing

@testable import TempuraUI

/// The markup around the screens.
@Suite struct WindowMarkupTests {
  private func markup(_ window: UIWindow) -> String {
    let renderer = HTMLRenderer()
    window.layoutIfNeeded()
    renderer.update(window)
    return renderer.markup.string
  }

  private func window(showing controller: UIViewController) -> UIWindow {
    let window = UIWindow(frame: .zero)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    return window
  }

  @Test func onlyTheTopmostScreenIsInTheForm() throws {
    let root = UIViewController(nibName: nil, bundle: nil)
    let window = window(showing: root)
    #expect(markup(window).contains("<main><form id=\"screen\" method=\"post\" novalidate><div"))
    let modal = UIViewController(nibName: nil, bundle: nil)
    modal.modalPresentationStyle = .overFullScreen
    root.present(modal, animated: false, completion: nil)
    let both = markup(window)
    #expect(both.contains("<main><div"))
    #expect(
      both.contains(
        "<dialog open aria-modal=\"true\" aria-label=\"Dialog\"><form id=\"screen\" method=\"post\" novalidate>"))
    #expect(both.contains("</form></dialog>"))
  }

  @Test func viewsThatAnAppAddsToTheWindowAreInTheFormOfTheTopmostScreen() throws {
    let window = window(showing: UIViewController(nibName: nil, bundle: nil))
    let button = UIButton()
    button.accessibilityIdentifier = "toast"
    window.addSubview(button)
    let text = markup(window)
    let form = try #require(text.range(of: "<form")?.lowerBound)
    let end = try #require(text.range(of: "</form>")?.lowerBound)
    let toast = try #require(text.range(of: "id=\"toast\"")?.lowerBound)
    #expect(form < toast && toast < end)
    #expect(!text.contains("<dialog"))
  }

  @Test(arguments: ["tap", "page", "return", "screen"])
  func theNamesOfTheFormAreNotAllowedAsIdentifiers(name: String) {
    let view = UIView()
    view.accessibilityIdentifier = name
    #expect(view.accessibilityIdentifier == nil)
  }
}
