import Foundation
import Tempura
import TempuraTesting
import UIKit
import XCTest

@testable import FrameTodo
@testable import Todo

/// Phones, a tablet and a desktop with one pixel per point.
private let widths = UITests.Permutations(
  devices: [
    ScreenTestCase.smallPhone, ScreenTestCase.phone,
    UITests.Device(name: "Large phone", size: CGSize(width: 430, height: 932)), ScreenTestCase.tablet,
  ], styles: [.light])

final class FrameTodoListScreenTests: ScreenTestCase, ViewTestCase {
  typealias V = FrameListView

  override class var app: any ServerConfigurable.Type { FrameTodoAppDelegate.self }

  private func model(_ items: [Todo], _ section: ListLocalState.Section = .todo) -> ListViewModel {
    var state = AppState()
    state.items = items
    var localState = ListLocalState()
    localState.selectedSection = section
    return ListViewModel(state: state, localState: localState)!
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
  typealias V = FrameAddItemView

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
