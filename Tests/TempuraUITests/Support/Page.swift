import Foundation
import HTML
import Testing

@testable import TempuraUI

/// What is on the screen of a window, and its user.
final class Page {
  let window: UIWindow
  private let renderer = HTMLRenderer()

  init(_ window: UIWindow) { self.window = window }

  convenience init(showing controller: UIViewController) {
    self.init(TempuraUITests.window(showing: controller))
  }

  var html: String {
    window.layoutIfNeeded()
    renderer.update(window)
    return renderer.markup.string
  }

  /// How often something stands in the page.
  func count(of text: String) -> Int { html.components(separatedBy: text).count - 1 }

  /// What would be tapped by a button of the page.
  func target(_ id: String) -> TapTarget? {
    window.layoutIfNeeded()
    return window.target(withID: id) { view, part in view.tapTarget(ofPart: part) }
  }

  func tap(_ id: String) throws {
    let html = html
    #expect(html.contains("value=\"\(id)\""), "\(id) is not among the buttons of \(html)")
    let target = try #require(self.target(id))
    #expect(target.refusal == nil)
    target.tap()
  }

  /// The values of the buttons, in their order.
  var buttons: [String] {
    html.matches(of: /<button [^>]*name="tap"[^>]* value="([^"]*)"/).map { String($0.output.1) }
  }

  /// The element that a button of the page is.
  func button(_ id: String) -> String? {
    let html = html
    guard let value = html.range(of: "value=\"\(id)\""),
      let start = html[..<value.lowerBound].range(of: "<button", options: .backwards),
      let end = html[value.upperBound...].range(of: "</button>")
    else { return nil }
    return String(html[start.lowerBound..<end.upperBound])
  }
}
