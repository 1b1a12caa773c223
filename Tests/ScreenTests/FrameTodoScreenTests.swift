import Foundation
import Tempura
import TempuraTesting
import UIKit
import XCTest

import struct Todo.AppState
import struct Todo.Todo

@testable import FrameTodo

/// Phones, a tablet and a desktop with one pixel per point.
private let widths = UITests.Permutations(
  devices: [
    ScreenTestCase.smallPhone, ScreenTestCase.phone,
    UITests.Device(name: "Large phone", size: CGSize(width: 430, height: 932)), ScreenTestCase.tablet,
  ], styles: [.light])

private func items(_ texts: [String]) throws -> [Todo] {
  try texts.enumerated().map { number, text in
    let json: [String: Any] = ["id": "item\(number)", "text": text, "completed": number % 2 == 1, "archived": false]
    return try JSONDecoder().decode(Todo.self, from: JSONSerialization.data(withJSONObject: json))
  }
}

final class FrameTodoListScreenTests: ScreenTestCase, ViewTestCase {
  typealias V = ListView

  override class var app: any ServerConfigurable.Type { FrameTodoAppDelegate.self }

  private func model(_ items: [Todo], _ section: ListLocalState.Section = .todo) -> ListViewModel {
    var state = AppState()
    state.items = items
    return ListViewModel(state: state, localState: ListLocalState(selectedSection: section))!
  }

  func testTheList() throws {
    let word = String(repeating: "Donaudampfschifffahrtsgesellschaft", count: 3)
    let archived = try items(["Pet my unicorn", "Visit mars"]).map { item in
      var item = item
      item.archived = true
      return item
    }
    let models = [
      "frame todo list": try model(items(AppState().items.map(\.text))),
      "frame todo list archivable": try model(
        items(["Pet my unicorn", "Become a doctor.\nChange last name to Acula"])),
      "frame todo list long": try model(
        items([word, String(repeating: "many words ", count: 40), "👩‍👩‍👧‍👦🇮🇹 emoji", "مرحبا بالعالم"])),
      "frame todo list full": try model(items((1...30).map { "Item \($0)" })),
      "frame todo archive": model(archived, .archived),
      "frame todo archive empty": model([], .archived),
    ]
    uiTest(testCases: models, permutations: widths)
    uiTest(testCases: models, permutations: UITests.Permutations(devices: [Self.desktop], styles: [.dark]))
  }
}

final class FrameTodoAddItemScreenTests: ScreenTestCase, ViewTestCase {
  typealias V = AddItemView

  override class var app: any ServerConfigurable.Type { FrameTodoAppDelegate.self }

  func testTheOverlay() {
    let models = [
      "frame todo add": AddItemViewModel(state: AppState(), localState: AddItemLocalState())!,
      "frame todo edit": AddItemViewModel(editingText: "Become a doctor.\nChange last name to Acula"),
    ]
    uiTest(testCases: models, permutations: widths)
    uiTest(testCases: models, permutations: UITests.Permutations(devices: [Self.desktop], styles: [.dark]))
  }
}
