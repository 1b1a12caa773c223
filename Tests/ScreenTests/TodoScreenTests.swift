import Foundation
import Tempura
import TempuraTesting
import UIKit
import XCTest

@testable import Todo

/// Items whose ids are the same in each run.
func items(_ texts: [String]) throws -> [Todo] {
  try texts.enumerated().map { number, text in
    let json: [String: Any] = ["id": "item\(number)", "text": text, "completed": number % 2 == 1, "archived": false]
    return try JSONDecoder().decode(Todo.self, from: JSONSerialization.data(withJSONObject: json))
  }
}

final class TodoListScreenTests: ScreenTestCase, ViewTestCase {
  typealias V = ListView<TodoCell>

  override class var app: any ServerConfigurable.Type { TodoAppDelegate.self }

  private func model(_ section: ListLocalState.Section = .todo, _ change: (inout AppState) throws -> Void) rethrows
    -> ListViewModel
  {
    var state = AppState()
    state.items = []
    try change(&state)
    var localState = ListLocalState()
    localState.selectedSection = section
    return ListViewModel(state: state, localState: localState)!
  }

  private func archived() throws -> [Todo] {
    try items(["Pet my unicorn", "Visit mars"]).map { item in
      var item = item
      item.archived = true
      return item
    }
  }

  private func models() throws -> [String: ListViewModel] {
    let word = String(repeating: "Donaudampfschifffahrtsgesellschaft", count: 3)
    return [
      "todo list": try model {
        $0.items = try items(["Pet my unicorn", "Become a doctor.\nChange last name to Acula"])
      },
      "todo list empty": model { _ in },
      "todo list long": try model {
        $0.items = try items([word, String(repeating: "many words ", count: 40), "👩‍👩‍👧‍👦🇮🇹 emoji", "مرحبا بالعالم"])
      },
      "todo list full": try model { $0.items = try items((1...30).map { "Item \($0)" }) },
      "todo archive": try model(.archived) { $0.items = try archived() },
      "todo archive empty": model(.archived) { _ in },
    ]
  }

  func testTheList() throws {
    uiTest(testCases: try models(), permutations: everywhere)
  }

  func testTheListAtOtherWidths() throws {
    let models = try models().filter { ["todo list", "todo list full", "todo archive empty"].contains($0.key) }
    uiTest(
      testCases: models, permutations: UITests.Permutations(devices: [Self.smallPhone, Self.tablet], styles: [.light]))
  }

  func testTheListInOtherLanguages() throws {
    let models = try models().filter { ["todo list", "todo archive"].contains($0.key) }
    uiTest(testCases: models, permutations: inOtherLanguages)
  }

  func testTheListWithLargeText() throws {
    let models = try models().filter { ["todo list", "todo list long"].contains($0.key) }
    uiTest(
      testCases: models,
      permutations: UITests.Permutations(
        devices: [Self.phone], contentSizeCategories: [.accessibilityExtraLarge], styles: [.light]))
  }
}

final class TodoAddItemScreenTests: ScreenTestCase, ViewTestCase {
  typealias V = AddItemView

  override class var app: any ServerConfigurable.Type { TodoAppDelegate.self }

  func testAddingAnItem() throws {
    var state = AppState()
    state.items = try items(["Pet my unicorn"])
    var complaining = AddItemLocalState()
    complaining.complaint = .nothingWritten
    var editing = AddItemLocalState()
    editing.itemID = "item0"
    let models = [
      "todo add": AddItemViewModel(state: state, localState: AddItemLocalState())!,
      "todo add complaint": AddItemViewModel(state: state, localState: complaining)!,
      "todo edit": AddItemViewModel(state: state, localState: editing)!,
    ]
    uiTest(testCases: models, permutations: everywhere)
    uiTest(testCases: models, permutations: inOtherLanguages)
    uiTest(
      testCases: models,
      permutations: UITests.Permutations(devices: [Self.smallPhone, Self.tablet], styles: [.light]))
  }
}
