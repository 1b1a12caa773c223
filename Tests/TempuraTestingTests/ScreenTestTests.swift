import Foundation
import Tempura
import TempuraServer
import Testing
import UIKit

@testable import TempuraTesting

/// The failures of UI tests, and the files that they write.
@Suite(.serialized) final class ScreenTestTests {
  private let folder = NSTemporaryDirectory() + "screens-\(UUID().uuidString)"
  private var settings: UITests.Settings

  init() {
    settings = UITests.Settings(environment: [:])
    settings.directory = folder
    settings.device = .standard.scaled(1)
    settings.publicFolder = nil
    settings.templateFolder = nil
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func test(
    _ identifier: String, showing text: String = "Hello", dark: Bool = false, isReady: @escaping () -> Bool = { true }
  ) -> ScreenTest.Case {
    var circumstances = UITests.Circumstances(settings, orientation: .portrait)
    circumstances.style = dark ? .dark : .light
    return ScreenTest.Case(identifier: identifier, circumstances: circumstances) {
      let view = NoteView()
      view.setup()
      view.style()
      view.model = NoteViewModel(text: text)
      let controller = UIViewController()
      controller.view = view
      return ScreenTest.Subject(
        container: controller, view: { view }, isReady: { _ in isReady() },
        scrollViews: { ["lines": view.scrollView] })
    }
  }

  /// Returns the failures of some screens. Each call is a new run, so it can use the same names.
  private func problems(_ cases: [ScreenTest.Case], name: String = "T.test", oneByOne: Bool = false) -> [String] {
    SnapshotNames.shared.forget(in: folder)
    guard case .done(let problems) = ScreenTest(name: name, settings: settings).show(cases, oneByOne: oneByOne) else {
      return ["skipped"]
    }
    return problems
  }

  private var screen: String { folder + "/en/390.0x844.0" }

  private func files(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.contains("@") }.sorted()
  }

  @Test func aSnapshotHasAPictureMarkupAndAnAccessibilityTree() throws {
    #expect(problems([test("a note")]) == [])
    let names = [
      "a note (390.0, 844.0)@1x.html", "a note (390.0, 844.0)@1x.png", "a note (390.0, 844.0)@1x.txt",
      "a note_lines_scrollable_content (390.0, 844.0)@1x.png",
    ]
    #expect(files(screen) == names)
    #expect(files(screen + "/reference") == names)
    let markup = try String(contentsOfFile: "\(screen)/\(names[0])", encoding: .utf8)
    #expect(markup.contains("        Hello\n"))
    let said = try String(contentsOfFile: "\(screen)/\(names[2])", encoding: .utf8)
    #expect(said.contains("StaticText “Hello”"))
    let picture = try Bitmap(png: Data(contentsOf: URL(fileURLWithPath: "\(screen)/\(names[1])")))
    #expect((picture.width, picture.height) == (390, 844))
    let lines = try Bitmap(png: Data(contentsOf: URL(fileURLWithPath: "\(screen)/\(names[3])")))
    #expect((lines.width, lines.height) == (200, 900))
  }

  @Test func aSnapshotThatEqualsItsReferencePasses() {
    #expect(problems([test("same")]) == [])
    settings.recordMode = .never
    #expect(problems([test("same")]) == [])
  }

  @Test func aSnapshotThatDiffersFailsAndIsInTheReport() throws {
    #expect(problems([test("note"), test("other")]) == [])
    settings.recordMode = .never
    let found = problems([test("note", showing: "Goodbye"), test("other")])
    #expect(found == ["“note” differs from its reference: was “Hello”, is “Goodbye”\(advice)"])
    let report = try String(contentsOfFile: folder + "/report/index.html", encoding: .utf8)
    #expect(report.contains("One snapshot differs"))
    #expect(report.contains("../en/390.0x844.0/reference/note%20(390.0,%20844.0)@1x.png"))
    #expect(FileManager.default.fileExists(atPath: folder + "/report/1-3.png"))
    // The reference is unchanged.
    #expect(problems([test("note")]) == [])
  }

  /// The end of the last message.
  private var advice: String {
    """

      Compare the pictures: \(folder)/report/index.html
      If the change is right, type: UI_TEST_RECORD=failed make test
    """
  }

  @Test func aScreenFailsOnceInHoweverManyPermutations() {
    func all(_ text: String, dark: String? = nil) -> [ScreenTest.Case] {
      ["note", "other"].flatMap { [test($0, showing: text), test($0, showing: dark ?? text, dark: true)] }
    }
    #expect(problems(all("Hello")) == [])
    #expect(
      problems(all("Bye")) == [
        "“note” differs from its reference in 2 of 2 permutations: was “Hello”, is “Bye”",
        "“other” differs from its reference in 2 of 2 permutations: was “Hello”, is “Bye”\(advice)",
      ])
    #expect(
      problems(all("Hello", dark: "Bye")).map { $0.prefix(88) } == [
        "“note” differs from its reference in 1 of 2 permutations (Standard dark in en): was “Hel",
        "“other” differs from its reference in 1 of 2 permutations (Standard dark in en): was “He",
      ])
    settings.recordMode = .failed
    #expect(problems(all("Bye")).last?.hasSuffix("The references are the new files now. Run the tests again.") == true)
    #expect(problems(all("Bye")) == [])
  }

  @Test func ifNoTextChangedTheLinesOfTheMarkupOrThePixelsAreShown() throws {
    #expect(problems([test("note")]) == [])
    let reference = screen + "/reference/note (390.0, 844.0)@1x"
    let markup = try String(contentsOfFile: reference + ".html", encoding: .utf8)
    try markup.replacing("<p ", with: "<h2 ").write(toFile: reference + ".html", atomically: true, encoding: .utf8)
    let lines = try #require(problems([test("note")]).first)
    #expect(lines.hasPrefix("“note” differs from its reference. The text is different:\n"))
    #expect(lines.contains("− ") && lines.contains("<h2 "))
    try markup.write(toFile: reference + ".html", atomically: true, encoding: .utf8)
    let picture = try Data(contentsOf: URL(fileURLWithPath: reference + ".png"))
    #expect(problems([test("dark", showing: "Goodbye")]) == [])
    let other = screen + "/reference/dark (390.0, 844.0)@1x.png"
    try FileManager.default.removeItem(atPath: other)
    try picture.write(to: URL(fileURLWithPath: other))
    let pixels = try #require(problems([test("dark", showing: "Goodbye")]).first)
    #expect(pixels.hasPrefix("“dark” differs from its reference. It looks different: "))
  }

  @Test func aDifferenceWithinTheTolerancePasses() {
    settings.parts = [.picture]
    #expect(problems([test("note")]) == [])
    settings.tolerance = Tolerance(pixels: 0.1)
    #expect(problems([test("note", showing: "Hallo")]) == [])
  }

  @Test func theRecordModeDecidesWhichReferencesAreWritten() throws {
    settings.parts = [.markup]
    settings.recordMode = .never
    #expect(problems([test("note")]) == ["“note” has no reference\(advice)"])
    settings.recordMode = .all
    #expect(problems([test("note")]) == [])
    #expect(problems([test("note", showing: "Two")]) == [])
    settings.recordMode = .failed
    #expect(problems([test("note", showing: "Three")]).count == 1)
    #expect(problems([test("note", showing: "Three")]) == [])
    settings.recordMode = .missing
    #expect(problems([test("note", showing: "Four"), test("new")]).count == 1)
    #expect(problems([test("new")]) == [])
  }

  @Test func aReferenceThatIsNotAPictureFails() throws {
    #expect(problems([test("note")]) == [])
    try Data("broken".utf8).write(to: URL(fileURLWithPath: screen + "/reference/note (390.0, 844.0)@1x.png"))
    let found = problems([test("note", showing: "Hello")])
    #expect(found.count == 1)
    #expect(found.first?.contains("It is not a readable PNG") == true)
  }

  @Test func theSecondScreenOfTheSameNameFails() {
    let found = problems([test("note"), test("note"), test("other")])
    #expect(
      found == ["“note”: T.test has a test case of the same name, which would have the same files."])
    #expect(files(screen).contains { $0.hasPrefix("other") })
  }

  /// Returns the failures of some screens in the run that is under way.
  private func moreProblems(_ cases: [ScreenTest.Case], name: String, sharesNames: Bool = false) -> [String] {
    let outcome = ScreenTest(name: name, settings: settings).show(cases, oneByOne: true, sharesNames: sharesNames)
    if case .done(let problems) = outcome { return problems } else { return ["skipped"] }
  }

  @Test func theClassTellsScreensOfOneNameApart() {
    settings.parts = [.markup]
    let screens = [("First.test", test("note", showing: "One")), ("Second.test", test("note", showing: "Two"))]
    for (name, screen) in screens { #expect(moreProblems([screen], name: name) == []) }
    let names = ["note (390.0, 844.0)@1x.html", "note Second (390.0, 844.0)@1x.html"]
    #expect(files(screen) == names)
    #expect(files(screen + "/reference") == names)
    settings.recordMode = .never
    for (name, screen) in screens.reversed() {
      #expect(problems([screen], name: name) == [], "also if no other class runs")
    }
    #expect(problems([test("note", showing: "One")], name: "Second.test").count == 1)
  }

  @Test func screensOfAClassThatShareANameDoNotFail() {
    // As on iOS, where only the tests of views check their names.
    settings.parts = [.markup]
    #expect(moreProblems([test("twice"), test("twice", showing: "Other")], name: "T.test", sharesNames: true) == [])
    #expect(moreProblems([test("twice", showing: "Third")], name: "T.again", sharesNames: true) == [])
    #expect(files(screen) == ["twice (390.0, 844.0)@1x.html"])
  }

  @Test func invalidEnvironmentVariablesFail() {
    var unknown = UITests.Settings(environment: ["UI_TEST_RECORD": "always", "UI_TEST_DEVICE": "iPhone 1"])
    unknown.directory = folder
    guard case .done(let problems) = ScreenTest(name: "T.test", settings: unknown).show([], oneByOne: false) else {
      return
    }
    #expect(problems.first == "UI_TEST_RECORD must be one of all, missing, failed, never.")
    #expect(
      problems.last?.hasPrefix("UI_TEST_DEVICE must be one of iPhone SE (1st generation), iPhone SE,") == true)
  }

  @Test func theReportShowsTheReplacedReference() throws {
    settings.parts = [.markup]
    #expect(problems([test("note")]) == [])
    settings.recordMode = .failed
    #expect(problems([test("note", showing: "New")]).count == 1)
    let previous = try String(contentsOfFile: folder + "/report/1-1-reference.html", encoding: .utf8)
    #expect(previous.contains("Hello"))
    #expect(try String(contentsOfFile: folder + "/report/index.html", encoding: .utf8).contains("1-1-reference.html"))
  }

  @Test func aSnapshotThatCannotBeTakenFails() {
    func scrolling(_ suffix: String, _ size: CGSize, isShown: Bool = true) -> ScreenTest.Case {
      ScreenTest.Case(identifier: "scrolling", circumstances: UITests.Circumstances(settings, orientation: .portrait)) {
        let controller = UIViewController()
        let scrollView = UIScrollView()
        if isShown { controller.view.addSubview(scrollView) }
        scrollView.contentSize = size
        return ScreenTest.Subject(
          container: controller, view: { controller.view }, isReady: { _ in true },
          scrollViews: { [suffix: scrollView] })
      }
    }
    let size = CGSize(width: 100, height: 300)
    #expect(problems([scrolling("../up", size)]).first?.contains("must not begin with a dot") == true)
    #expect(problems([scrolling("gone", size, isShown: false)]).first?.contains("is not on the screen") == true)
    let endless = CGSize(width: 1000, height: 200_000)
    #expect(problems([scrolling("endless", endless)]).first?.contains("too large for a picture") == true)
    var huge = test("huge")
    huge.size = CGSize(width: 390, height: CGFloat.greatestFiniteMagnitude)
    #expect(problems([huge]).first?.contains("which no screen has") == true)
  }

  @Test func thePictureOfAScrollViewHasTheSizeOfItsContent() throws {
    settings.parts = [.picture]
    let case1 = ScreenTest.Case(
      identifier: "content", circumstances: UITests.Circumstances(settings, orientation: .portrait)
    ) {
      let controller = UIViewController()
      let scrollView = UIScrollView()
      controller.view.addSubview(scrollView)
      scrollView.contentSize = CGSize(width: 500, height: 1000)
      scrollView.contentInset = UIEdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
      return ScreenTest.Subject(
        container: controller, view: { controller.view }, isReady: { _ in true },
        scrollViews: { ["all": scrollView] })
    }
    #expect(problems([case1]) == [])
    let file = screen + "/content_all_scrollable_content (390.0, 844.0)@1x.png"
    let picture = try Bitmap(png: Data(contentsOf: URL(fileURLWithPath: file)))
    #expect((picture.width, picture.height) == (520, 1020))
  }

  @Test(arguments: ["a/b", "", ".hidden", "line\nbreak", String(repeating: "é", count: 120)])
  func aNameThatCannotBeThatOfAFileIsAFailure(name: String) {
    let found = problems([test(name), test("other")])
    #expect(found.count == 1)
    #expect(files(screen).contains { $0.hasPrefix("other") })
  }

  @Test(arguments: [false, true]) func aScreenThatIsNeverReadyFailsAndTheOthersContinue(oneByOne: Bool) {
    // Without a browser, which a busy machine may delay.
    settings.parts = [.markup]
    settings.timeout = 3
    let found = problems([test("never", isReady: { false }), test("other")], oneByOne: oneByOne)
    #expect(found.count == 1)
    // A screen for which another one waits has half of the time.
    let said = "“never”: It was not ready after \(oneByOne ? 1 : 3) s: isViewReady"
    #expect(found.first?.contains(said) == true)
    #expect(files(screen).contains { $0.hasPrefix("other") })
  }

  @Test func aViewThatNeedsLayoutIsLaidOutBeforeTheNextLook() {
    final class CountingView: UIView {
      var layouts = 0
      override func layoutSubviews() { layouts += 1 }
    }
    settings.parts = [.markup]
    settings.timeout = 3
    let view = CountingView()
    let case1 = ScreenTest.Case(
      identifier: "laid out", circumstances: UITests.Circumstances(settings, orientation: .portrait)
    ) {
      let controller = UIViewController()
      controller.view.addSubview(view)
      return ScreenTest.Subject(
        container: controller, view: { controller.view },
        isReady: { _ in
          view.setNeedsLayout()
          return view.layouts > 5
        }, scrollViews: { [:] })
    }
    #expect(problems([case1]) == [])
  }

  @Test func textsAreDrawnWithTheFontThatTheyWereMeasuredWith() throws {
    settings.parts = [.picture]
    var case1 = ScreenTest.Case(
      identifier: "blocks", circumstances: UITests.Circumstances(settings, orientation: .portrait)
    ) {
      let controller = UIViewController()
      let label = UILabel(frame: CGRect(x: 20, y: 100, width: 300, height: 40))
      label.font = UIFont(name: "OwnBlocks-Regular", size: 40)
      label.text = "AAAA"
      controller.view.addSubview(label)
      return ScreenTest.Subject(
        container: controller, view: { controller.view }, isReady: { _ in true }, scrollViews: { [:] })
    }
    case1.renderSafeArea = false
    #expect(problems([case1]) == [])
    let file = screen + "/blocks (390.0, 844.0)@1x.png"
    let picture = try Bitmap(png: Data(contentsOf: URL(fileURLWithPath: file)))
    // A letter of this font, which is among the resources of another target, is a block of 20 × 28 pixels.
    #expect(picture.bytes.count { $0 < 10 } == 4 * 20 * 28 * 3)
  }

  @Test func aViewOfAnotherTypeFailsWithAHint() {
    let wrong = ScreenTest.Case(
      identifier: "wrong", circumstances: UITests.Circumstances(settings, orientation: .portrait)
    ) {
      let controller = UIViewController()
      return ScreenTest.Subject(
        container: controller, view: { try WrongViewError.view(of: controller, as: NoteView.self) },
        isReady: { _ in true }, scrollViews: { [:] })
    }
    let found = problems([wrong, test("other")], oneByOne: true)
    #expect(
      found == [
        """
        “wrong”: The view of UIViewController is a UIView, and the test expects a NoteView. Create \
        a NoteView in loadView(), or name the view's type in the test: `typealias V = UIView`.
        """
      ])
    #expect(files(screen).contains { $0.hasPrefix("other") })
  }

  @Test func workOfTheMainQueueRunsWhileATestWaits() {
    final class Image: @unchecked Sendable {
      // Safe because it is only accessed on the main queue.
      var isLoaded = false
    }
    let image = Image()
    let case1 = test("loads") {
      if !image.isLoaded { DispatchQueue.main.async { image.isLoaded = true } }
      return image.isLoaded
    }
    #expect(problems([case1]) == [])
  }

  @Test func aScrollViewWithoutContentHasNoPicture() throws {
    func empty() -> ScreenTest.Case {
      ScreenTest.Case(identifier: "empty", circumstances: UITests.Circumstances(settings, orientation: .portrait)) {
        let controller = UIViewController()
        let scrollView = UIScrollView()
        controller.view.addSubview(scrollView)
        return ScreenTest.Subject(
          container: controller, view: { controller.view }, isReady: { _ in true },
          scrollViews: { ["nothing": scrollView] })
      }
    }
    #expect(problems([empty()]) == [])
    #expect(!files(screen).contains { $0.contains("nothing") })
    let reference = screen + "/reference/empty_nothing_scrollable_content (390.0, 844.0)@1x.png"
    try Data("something".utf8).write(to: URL(fileURLWithPath: reference))
    #expect(problems([empty()]).first?.contains("The content is empty now") == true)
  }

  @Test func aFolderThatCannotBeWrittenFails() {
    settings.directory = "/proc/nothing"
    settings.parts = [.markup]
    let found = problems([test("note")])
    #expect(found.first?.contains("A file could not be written") == true)
  }

  @Test func darkScreensHaveTheirOwnNames() {
    settings.parts = [.markup]
    #expect(problems([test("note"), test("note", dark: true)]) == [])
    #expect(files(screen) == ["note (390.0, 844.0)@1x.html", "note dark (390.0, 844.0)@1x.html"])
  }
}
