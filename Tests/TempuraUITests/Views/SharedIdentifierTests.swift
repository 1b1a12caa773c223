import Testing

@testable import TempuraUI

/// An id that the app gave to several views names none of them.
@Suite struct SharedIdentifierTests {
  private final class Rows: UIView {
    let first = UIButton()
    let second = UIButton()
  }

  private func rows(_ identifier: String?) -> Rows {
    let rows = Rows()
    for button in [rows.first, rows.second] {
      rows.addSubview(button)
      button.accessibilityIdentifier = identifier
    }
    return rows
  }

  @Test func anIDOfTwoControlsNamesNone() {
    let rows = rows("delete")
    #expect(rows.target(withID: "delete") { view, _ in view } == nil)
    rows.second.accessibilityIdentifier = "other"
    #expect(rows.target(withID: "delete") { view, _ in view } === rows.first)
  }

  @Test func anIDOfAControlThatCanBeUsedAndOneThatCannotNamesTheFormer() {
    let rows = rows("delete")
    rows.first.isHidden = true
    #expect(rows.target(withID: "delete") { view, _ in view } === rows.second)
  }

  @Test func aPartOfAViewIsNamedBehindADot() {
    let rows = rows(nil)
    let found = rows.target(withID: "rows.second.part") { ($0, $1) }
    #expect(found?.0 === rows.second)
    #expect(found?.1 == "part")
  }

  @Test func twoControlsWithOneIDStopADebugBuild() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let view = UIView()
      for button in [UIButton(), UIButton()] {
        view.addSubview(button)
        button.accessibilityIdentifier = "delete"
      }
      HTMLRenderer().update(view)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("both have the accessibilityIdentifier delete"))
  }

  @Test func aViewThatIsAddedToItselfStopsADebugBuild() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let view = UIView()
      view.addSubview(view)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("UIView cannot be a subview of UIView"))
  }
}
