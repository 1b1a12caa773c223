import HTML
import TempuraUI
import Testing

@testable import Todo

@Suite(.app) struct PatchTests {
  @Test func completingOneOfAThousandItemsIsASmallPatch() throws {
    let app = TodoApp((1...1000).map { Todo(text: "Item \($0)") })
    let renderer = HTMLRenderer()
    app.window.layoutIfNeeded()
    renderer.update(app.window)
    // The first completed item also shows a button, and brings its colour.
    for (row, maxBytes) in [(3, 1200), (40, 1200)] {
      try app.check(row)
      app.window.layoutIfNeeded()
      guard case .recorded(let patch) = renderer.update(app.window, recording: true) else {
        Issue.record("Nothing was recorded.")
        return
      }
      #expect(patch.size <= maxBytes, "\(String(decoding: patch.markup, as: UTF8.self))")
    }
  }
}
