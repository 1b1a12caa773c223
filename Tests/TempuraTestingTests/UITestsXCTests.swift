import Foundation
import Katana
import Tempura
import UIKit
import XCTest

@testable import TempuraTesting

/// An app's type with the same name as a type of TempuraTesting.
private struct Context {
  let text: String
}

/// A test case whose snapshots are in a new folder without references.
class PictureTestCase: XCTestCase {
  let folder = NSTemporaryDirectory() + "pictures-\(UUID().uuidString)"

  override func setUp() {
    super.setUp()
    UITests.settings = UITests.Settings(environment: ["UI_TEST_DIR": folder])
    UITests.settings.device = .iPhone14.scaled(1)
  }

  override func tearDown() {
    UITests.settings = UITests.Settings()
    try? FileManager.default.removeItem(atPath: folder)
    super.tearDown()
  }

  func files(_ path: String = "en/390.0x844.0", _ ending: String = ".png") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")) ?? [])
      .filter { $0.hasSuffix(ending) }.sorted()
  }
}

/// Views with models, as in Tempura's guide.
final class NoteViewUITests: PictureTestCase, ViewTestCase {
  typealias V = NoteView

  var readyAfter = 0

  func testAViewIsShownWithItsModel() {
    uiTest(testCases: ["note01": NoteViewModel(text: "this is a test")])
    XCTAssertEqual(files(), ["note01 (390.0, 844.0)@1x.png"])
  }

  func testAnAppsOwnContextIsNotHidden() {
    XCTAssertEqual(Context(text: "mine").text, "mine")
  }

  func testHooksAreCalledInOrder() {
    var calls: [String] = []
    var context = UITests.Context<NoteView>()
    context.container = .navigationController
    context.hooks[.viewDidLoad] = { calls.append("loaded \($0.model?.text ?? "-")") }
    context.hooks[.navigationControllerHasBeenCreated] = { view in
      calls.append("navigation \(view.model?.text ?? "-") \(view.navigationBar != nil)")
    }
    context.hooks[.viewWillAppear] = { _ in calls.append("will appear") }
    context.hooks[.viewDidAppear] = { _ in calls.append("did appear") }
    context.hooks[.viewDidLayoutSubviews] = { _ in if calls.last != "laid out" { calls.append("laid out") } }
    uiTest(testCases: ["hooked": NoteViewModel(text: "here")], context: context)
    XCTAssertEqual(calls.prefix(3), ["loaded -", "navigation here true", "will appear"])
    XCTAssertTrue(calls.contains("did appear"))
    XCTAssertTrue(calls.contains("laid out"))
  }

  func testTheNavigationHookIsNotCalledForACustomContainer() {
    var isCalled = false
    var context = UITests.Context<NoteView>(container: .custom { UINavigationController(rootViewController: $0) })
    context.hooks[.navigationControllerHasBeenCreated] = { _ in isCalled = true }
    uiTest(testCases: ["custom": NoteViewModel(text: "here")], context: context)
    XCTAssertFalse(isCalled)
    XCTAssertEqual(files(), ["custom (390.0, 844.0)@1x.png"])
  }

  func testATabBarContainerShowsTheView() {
    var context = UITests.Context<NoteView>()
    context.container = .tabBarController
    uiTest(testCases: ["addItem01": NoteViewModel(text: "this is a test")], context: context)
    XCTAssertEqual(files(), ["addItem01 (390.0, 844.0)@1x.png"])
  }

  func testLandscapeSwapsTheSizeOfTheScreen() {
    uiTest(
      testCases: ["turned": NoteViewModel(text: "wide")],
      context: UITests.Context(orientation: .landscapeLeft, keyboardVisibility: { _ in .defaultHeight }))
    XCTAssertEqual(UIScreen.main.bounds.size.description, "844x390")
    XCTAssertEqual(UIDevice.current.orientation, .landscapeLeft)
    XCTAssertEqual(files(), ["turned (844.0, 390.0)@1x.png"])
  }

  func testTheContextSetsTheSize() {
    uiTest(
      testCases: ["small": NoteViewModel(text: "small")],
      context: UITests.Context(screenSize: CGSize(width: 200, height: 300)))
    XCTAssertEqual(files(), ["small (390.0, 844.0)@1x.png"])
  }

  func testPermutationsShowAllCombinations() {
    uiTest(
      testCases: ["note": NoteViewModel(text: "anywhere")],
      permutations: UITests.Permutations(
        devices: [.iPhoneSE1.scaled(1), .desktop], contentSizeCategories: [.large, .accessibilityLarge],
        languages: ["en", "ar"]),
      states: ["": { _ in }, "faint": { $0.alpha = 0.5 }])
    let names = ["note", "note AccessibilityL", "note AccessibilityL dark", "note dark"]
    let all = names.flatMap { [$0, $0.replacing("note", with: "note faint")] }
    for language in ["en", "ar"] {
      XCTAssertEqual(
        files("\(language)/320.0x568.0"), all.map { "\($0) (320.0, 568.0)@1x.png" }.sorted())
      XCTAssertEqual(
        files("\(language)/800.0x1280.0"), all.map { "\($0) (1280.0, 800.0)@1x.png" }.sorted())
      // Markup and accessibility tree exist once per language.
      XCTAssertEqual(
        files("\(language)/320.0x568.0", ".txt"), ["note (320.0, 568.0)@1x.txt", "note faint (320.0, 568.0)@1x.txt"])
      XCTAssertEqual(files("\(language)/800.0x1280.0", ".txt"), [])
    }
  }

  func testADeviceThatDoesNotTurnIsShownOnce() {
    uiTest(
      testCases: ["turning": NoteViewModel(text: "around")],
      permutations: UITests.Permutations(
        devices: [.iPhone14.scaled(1), .desktop], orientations: [.portrait, .landscapeLeft, .landscapeRight],
        styles: [.light]))
    XCTAssertEqual(files(), ["turning (390.0, 844.0)@1x.png", "turning (844.0, 390.0)@1x.png"])
    XCTAssertEqual(files("en/800.0x1280.0"), ["turning (1280.0, 800.0)@1x.png"])
  }

  /// An XCTest, because parallel tests of Swift Testing share the browser.
  func testABrowserThatEndedStartsAgainForTheNextScreen() throws {
    uiTest(testCases: ["before": NoteViewModel(text: "before")])
    let tab = try Chromium.shared().openTab()
    XCTAssertThrowsError(try tab.call("Page.crash"))
    uiTest(testCases: ["after": NoteViewModel(text: "after")])
    XCTAssertEqual(files(), ["after (390.0, 844.0)@1x.png", "before (390.0, 844.0)@1x.png"])
  }

  func testTheTestWaitsUntilTheViewIsReady() {
    readyAfter = 3
    uiTest(testCases: ["late": NoteViewModel(text: "late")])
    XCTAssertEqual(readyAfter, 0)
    XCTAssertEqual(files(), ["late (390.0, 844.0)@1x.png"])
  }

  func isViewReady(_ view: NoteView, identifier: String) -> Bool {
    if readyAfter > 0 { readyAfter -= 1 }
    return readyAfter == 0
  }

  func testScrollViewsGetPicturesOfTheirWholeContent() {
    uiTest(testCases: ["scrolling": NoteViewModel(text: "much")])
    XCTAssertEqual(
      files(),
      ["scrolling (390.0, 844.0)@1x.png", "scrolling_lines_scrollable_content (390.0, 844.0)@1x.png"])
  }

  func scrollViewsToTest(in view: NoteView, identifier: String) -> [String: UIScrollView] {
    identifier == "scrolling" ? ["lines": view.scrollView] : [:]
  }
}

/// Controllers with a store.
final class NoteViewControllerUITests: PictureTestCase, ViewControllerTestCase {
  var made: [NoteViewController] = []

  var viewController: NoteViewController {
    let controller = NoteViewController(store: Store<NoteState, EmptySideEffectDependencyContainer>())
    made.append(controller)
    return controller
  }

  func testEachCaseHasItsOwnControllerWhichConnectsBeforeItGetsItsModel() {
    let context = UITests.VCContext<NoteViewController>(container: .tabBarController)
    uiTest(
      testCases: ["first": NoteViewModel(text: "one"), "second": NoteViewModel(text: "two")], context: context)
    XCTAssertEqual(files(), ["first (390.0, 844.0)@1x.png", "second (390.0, 844.0)@1x.png"])
    XCTAssertEqual(made.count, 2)
    XCTAssertEqual(made.map { $0.rootView.updates.last?.new }, ["one", "two"])
    // The second update has no old model, so nothing is animated.
    XCTAssertEqual(made.map { $0.rootView.updates.last?.old }, [nil, nil])
    XCTAssertEqual(made.map { $0.rootView.updates.first?.new }, ["from the store", "from the store"])
  }
}

/// Controllers without models.
final class PlainControllerUITests: PictureTestCase, UIViewControllerTestCase {
  typealias VC = UIViewController
  typealias V = UIView

  var viewController: UIViewController { UIViewController() }

  func configure(vc: UIViewController, for testCase: String) {
    let label = UILabel()
    label.text = testCase
    vc.view.addSubview(label)
  }

  func testAControllerWithoutModelsIsShown() throws {
    uiTest(testCases: ["plain", "other"])
    XCTAssertEqual(files(), ["other (390.0, 844.0)@1x.png", "plain (390.0, 844.0)@1x.png"])
    let said = try String(contentsOfFile: folder + "/en/390.0x844.0/plain (390.0, 844.0)@1x.txt", encoding: .utf8)
    XCTAssertTrue(said.contains("“plain”"), said)
  }
}

/// Where failures are reported.
class FailingTestCase: XCTestCase {
  private var lines: [Int]?

  /// Expects a failure of `body` at each of the lines.
  func expectFailures(atLines expected: [UInt], _ body: () -> Void) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    UITests.settings = UITests.Settings(environment: ["UI_TEST_RECORD": "never", "UI_TEST_DIR": folder.path])
    UITests.settings.parts = [.markup]
    lines = []
    body()
    let found = lines
    lines = nil
    XCTAssertEqual(found, expected.map { Int($0) })
    UITests.settings = UITests.Settings()
  }

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) {
    if lines != nil, filePath == "\(#filePath)" {
      lines?.append(lineNumber)
    } else {
      super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
  }
}

final class FailingViewUITests: FailingTestCase, ViewTestCase {
  typealias V = NoteView

  func testFailuresAreAtTheLineOfTheCall() {
    let line: UInt = #line
    expectFailures(atLines: [line + 2, line + 3, line + 4]) {
      uiTest(testCases: ["one": NoteViewModel(text: "a")])
      uiTest(testCases: ["two": NoteViewModel(text: "a")], context: UITests.Context())
      uiTest(testCases: ["three": NoteViewModel(text: "a")], permutations: UITests.Permutations())
    }
  }
}

final class FailingViewControllerUITests: FailingTestCase, ViewControllerTestCase {
  var viewController: NoteViewController {
    NoteViewController(store: Store<NoteState, EmptySideEffectDependencyContainer>())
  }

  func testFailuresAreAtTheLineOfTheCall() {
    let line: UInt = #line
    expectFailures(atLines: [line + 2, line + 3, line + 4]) {
      uiTest(testCases: ["four": NoteViewModel(text: "a")])
      uiTest(testCases: ["five": NoteViewModel(text: "a")], context: UITests.VCContext())
      uiTest(testCases: ["six": NoteViewModel(text: "a")], permutations: UITests.Permutations())
    }
  }
}

final class FailingControllerUITests: FailingTestCase, UIViewControllerTestCase {
  typealias VC = UIViewController
  typealias V = UIView

  var viewController: UIViewController { UIViewController() }

  func testFailuresAreAtTheLineOfTheCall() {
    let line: UInt = #line
    expectFailures(atLines: [line + 2, line + 3, line + 4]) {
      uiTest(testCases: ["seven"])
      uiTest(testCases: ["eight"], context: UITests.VCContext())
      uiTest(testCases: ["nine"], permutations: UITests.Permutations())
    }
  }
}

/// Tests that need no browser.
final class UITestsValuesXCTests: XCTestCase {
  override func tearDown() { UITests.settings = UITests.Settings() }

  func testTheDeviceDecidesTheHeightOfTheKeyboard() {
    XCTAssertEqual(UITests.KeyboardVisibility.hidden.height(), 0)
    XCTAssertEqual(UITests.KeyboardVisibility.customHeight(12).height(for: .landscapeLeft), 12)
    let heights: [(UITests.Device, CGFloat, CGFloat)] = [
      (.iPhoneSE, 216, 171), (.iPhoneX, 291, 171), (.iPhone14, 301, 171), (.iPadMini, 408, 320), (.iPadPro11, 428, 340),
      (.iPadPro12, 498, 403),
    ]
    for (device, portrait, landscape) in heights {
      UITests.settings.device = device
      UITests.Circumstances(UITests.settings, orientation: .portrait).adopt(languages: [])
      XCTAssertEqual(UITests.KeyboardVisibility.defaultHeight.height(), portrait, device.name)
      XCTAssertEqual(UITests.KeyboardVisibility.defaultHeight(for: .landscapeLeft), landscape, device.name)
    }
    UITests.Circumstances(UITests.Settings(), orientation: .portrait).adopt(languages: [])
  }

  func testEnvironmentVariablesChangeTheSettings() {
    let settings = UITests.Settings(
      environment: [
        "UI_TEST_DIR": "/a", "UI_TEST_RECORD": "failed", "UI_TEST_DEVICE": "ipad mini", "UI_TEST_LANGUAGE": "it",
        "UI_TEST_TIMEOUT": "9",
      ])
    XCTAssertEqual(settings.directory, "/a")
    XCTAssertEqual(settings.recordMode, .failed)
    XCTAssertEqual(settings.device, .iPadMini)
    XCTAssertEqual(settings.language, "it")
    XCTAssertEqual(settings.timeout, 9)
    XCTAssertEqual(UITests.Settings(environment: [:]).recordMode, .missing)
    XCTAssertEqual(UITests.Settings(environment: ["CI": "true"]).recordMode, .never)
    XCTAssertEqual(UITests.Settings(environment: ["CI": "true", "UI_TEST_RECORDING": "YES"]).recordMode, .all)
    XCTAssertEqual(UITests.Settings(environment: [:]).directory, "UITests")
  }

  func testTheDescriptionOfASizeHasWholeNumbers() {
    XCTAssertEqual(CGSize(width: 390, height: 844.5).description, "390x844")
  }
}
