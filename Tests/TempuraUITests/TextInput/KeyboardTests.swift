import Foundation
import Testing

@testable import TempuraUI

/// The keyboard of a phone, of which a live page tells.
@Suite(.app) struct KeyboardTests {
  private final class Listener {
    var heard: [String] = []
    func didHear(_ notification: Notification) {
      let frame = notification.userInfo?[UIResponder.keyboardFrameEndUserInfoKey]
      #expect((frame as? NSValue)?.cgRectValue == frame as? CGRect)
      let name = notification.name.rawValue.dropFirst("UIKeyboard".count).dropLast("Notification".count)
      heard.append("\(name) \(Int((frame as? CGRect)?.minY ?? -1))")
    }
  }

  @Test func notificationsTellOfTheKeyboard() {
    let page = Page(showing: UIViewController())
    #expect(!page.html.contains("data-keyboard"))
    let listener = Listener()
    for name in [
      UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification,
      UIResponder.keyboardWillHideNotification, UIResponder.keyboardDidHideNotification,
      UIResponder.keyboardWillChangeFrameNotification,
    ] {
      NotificationCenter.default.addObserver(listener, selector: Listener.didHear, name: name, object: nil)
    }
    #expect(page.html.contains("data-keyboard"), "the page is told of an observer that comes later")
    let height = page.window.bounds.height
    page.window.adoptKeyboard(height: 300)
    #expect(listener.heard == ["WillShow", "WillChangeFrame", "DidShow"].map { "\($0) \(Int(height) - 300)" })
    listener.heard = []
    page.window.adoptKeyboard(height: 300)
    #expect(listener.heard == [])
    page.window.adoptKeyboard(height: 1e300)
    #expect(listener.heard == ["WillChangeFrame 0"], "no keyboard is higher than the window")
    listener.heard = []
    page.window.adoptKeyboard(height: .nan)
    page.window.adoptKeyboard(height: -5)
    #expect(listener.heard == ["WillHide", "WillChangeFrame", "DidHide"].map { "\($0) \(Int(height))" })
  }

  @Test func otherValuesAreNoRectangles() {
    #expect(NSNumber(value: 1) as Any as? CGRect == nil && NSValue(cgPoint: .zero) as Any as? CGRect == nil)
  }
}
