import Katana
import Tempura
import UIKit
import XCTest

@testable import TempuraTesting
@testable import Todo

final class TodoListScreenTests: XCTestCase, ViewTestCase {
  typealias V = ListView

  override func setUp() {
    UITests.settings.server.stylesheets = ["/todo.css"]
  }

  func testList() {
    var cases: [String: ListViewModel] = [:]
    for number in 0..<60 {
      let state = AppState()
      cases["list \(number)"] = ListViewModel(state: state, localState: ListLocalState())
    }
    uiTest(testCases: cases)
  }
}
