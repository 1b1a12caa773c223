import TempuraTesting
import XCTest

@testable import Skeleton

final class ListViewTests: XCTestCase, ViewTestCase {
  typealias V = ListView

  override func setUp() {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    UITests.settings.directory = folder.path + "/Pictures"
    UITests.settings.server = AppDelegate.serverConfiguration
  }

  func testTheList() {
    let things = [
      Thing(id: "1", name: "First", isDone: true),
      Thing(id: "2", name: "One with a name so long that it needs two lines on a phone"),
    ]
    uiTest(
      testCases: [
        "empty": ListViewModel(state: AppState()),
        "two things": ListViewModel(state: AppState(things: things)),
      ],
      permutations: UITests.Permutations(
        devices: [.iPhoneSE.scaled(1), .desktop], styles: [.light, .dark]))
  }
}
