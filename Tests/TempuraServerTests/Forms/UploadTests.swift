import Foundation
import Hydra
import Katana
import Synchronization
import Tempura
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

/// Files, from the form of a document picker to the app.
@Suite struct UploadTests {
  /// Reads the files when its test says so.
  struct ReadFiles: SideEffect {
    let urls: [URL]

    func sideEffect(_ context: LibraryContext) throws {
      if let gate = urls.first(where: { $0.lastPathComponent.hasPrefix("gate") }) {
        Gates.of(gate.lastPathComponent).wait()
      }
      for url in urls {
        let text = try String(contentsOf: url, encoding: .utf8)
        try Hydra.await(context.dispatch(TakeNote(text: "\(url.lastPathComponent)=\(text)")))
      }
    }
  }

  /// Where the last files were, by test.
  fileprivate static let seen = Mutex<[String: URL]>([:])

  private let server: TestServer
  private let browser: Browser
  private let open = Browser.Part(name: "tap", content: "documentPickerView.open")

  init() throws {
    PageController.define("upload") { page, _ in page.pickFiles() }
    (server, browser) = try visit { $0.uploadBytes = 300 }
    try pick(browser)
  }

  private func pick(_ browser: Browser) throws { try browser.tap("list.go", ["list.field": "upload"]) }

  private func file(_ name: String, _ content: String = "abc", type: String = "text/plain") -> Browser.Part {
    Browser.Part(name: "documentPickerView.file", filename: name, type: type, content: content)
  }

  private func comment(_ text: String) -> Browser.Part { Browser.Part(name: "comment", content: text) }

  private func isGone(_ name: String) -> Bool {
    Self.seen.withLock { $0[name] }.map { !FileManager.default.fileExists(atPath: $0.path) } ?? false
  }

  @Test func thePickersFormCanSendFiles() {
    #expect(
      browser.page.body.contains(
        "<form id=\"screen\" method=\"post\" novalidate enctype=\"multipart/form-data\">"))
    #expect(browser.path == "/list")
  }

  @Test func aSideEffectFindsTheFileAndThenItIsGone() throws {
    #expect(try browser.post(multipart: [file("../found.txt"), comment(""), open]).status == 303)
    let page = try browser.open("/list")
    #expect(page.text("notesLabel") == "found.txt=abc")
    #expect(!page.body.contains("enctype"))
    try waitUntil { isGone("found.txt") }
  }

  @Test func aFileStaysAsLongAsASideEffectIsRunning() throws {
    let browser = try TestServer {
      $0.uploadBytes = 300
      $0.sideEffectTimeout = 0
    }.browser(at: "/list")
    try pick(browser)
    #expect(try browser.post(multipart: [file("gate1.txt"), open]).status == 303)
    #expect(try browser.open("/list").isWorking)
    #expect(!isGone("gate1.txt"))
    Gates.of("gate1.txt").signal()
    try waitUntil { try browser.open("/list").text("notesLabel") == "gate1.txt=abc" }
    try waitUntil { isGone("gate1.txt") }
  }

  @Test func anUploadThatIsSentAgainIsAppliedOnceAndOneWithOtherBytesIsAnother() throws {
    let page = Browser.Part(name: "page", content: "0123456789abcdef")
    for _ in 0..<2 { #expect(try browser.post(multipart: [file("same.txt", "abc"), page, open]).status == 303) }
    #expect(try browser.open("/list").text("notesLabel") == "same.txt=abc")
    let other = try browser.post(multipart: [file("same.txt", "abd"), page, open])
    #expect(other.status == 409, "its picker is closed")
  }

  @Test func severalFilesOfOneNameAreTwo() throws {
    _ = try browser.post(multipart: [file("twice.txt", "1"), file("twice.txt", ""), open])
    #expect(try browser.open("/list").text("notesLabel") == "twice.txt=1,twice-2.txt=")
  }

  @Test(arguments: [
    ("a.png", "image/png", "a.png is of another kind than is wanted here."),
    ("a.txt", "image/png", "a.txt is of another kind than is wanted here."),
    ("a.exe", "text/plain", "a.exe is of another kind than is wanted here."),
  ])
  func theWrongKindIsExplained(name: String, type: String, message: String) throws {
    let answer = try browser.post(multipart: [file(name, type: type), comment("still here"), open])
    #expect(answer.status == 422)
    #expect(answer.body.contains("<p class=\"problem\" id=\"documentPickerView.file.problem\">\(message)"))
    #expect(answer.body.contains("value=\"still here\""))
    #expect(answer.text("notesLabel") == "")
  }

  @Test(arguments: [
    (101, "big.txt is too large: it may have 100 bytes at most."),
    (301, "big.txt is too large: it may have 100 bytes at most."),
  ])
  func aTooLargeFileIsExplained(size: Int, message: String) throws {
    let content = String(repeating: "x", count: size)
    let answer = try browser.post(multipart: [file("big.txt", content), comment("still here"), open])
    #expect(answer.status == 422)
    #expect(answer.body.contains(message))
    #expect(answer.body.contains("value=\"still here\""))
  }

  @Test func filesThatAreTooLargeTogetherAreExplained() throws {
    let content = String(repeating: "x", count: 99)
    let files = (1...4).map { file("part\($0).txt", content) }
    let answer = try browser.post(multipart: files + [comment("still here"), open])
    #expect(answer.status == 422)
    #expect(answer.body.contains("The files are too large together. 300 bytes fit."))
    #expect(answer.body.contains("value=\"still here\""))
    #expect(answer.text("notesLabel") == "")
  }

  @Test func farTooMuchIsRefused() throws {
    let answer = try browser.post(multipart: [file("huge.txt", String(repeating: "x", count: 20 << 20)), open])
    #expect(answer.status == 413)
    #expect(try browser.open("/list").text("notesLabel") == "")
  }

  @Test func nothingChosenIsExplained() throws {
    let none = Browser.Part(name: "documentPickerView.file", filename: "")
    #expect(try browser.post(multipart: [none, comment("x"), open]).status == 303)
    let page = try browser.open("/list")
    #expect(page.body.contains("Nothing was chosen yet.") && page.body.contains("<dialog"))
  }

  @Test func anEmptyFileIsAFile() throws {
    _ = try browser.post(multipart: [file("empty.txt", ""), open])
    #expect(try browser.open("/list").text("notesLabel") == "empty.txt=")
  }

  @Test func cancellingSendsNamesOnly() throws {
    // What a browser makes of the form: the button asks for the other kind.
    try browser.tap("documentPickerView.cancel", ["documentPickerView.file": "chosen.txt", "comment": ""])
    #expect(browser.page.text("notesLabel") == "cancelled")
  }

  @Test func anOldFormsFileIsRefused() throws {
    try browser.tap("documentPickerView.cancel")
    let answer = try browser.post(multipart: [file("late.txt"), open])
    #expect(answer.status == 409)
    #expect(try browser.open("/list").text("notesLabel") == "cancelled")
  }

  @Test func aFileForATextFieldIsRefused() throws {
    let answer = try browser.post(multipart: [
      Browser.Part(name: "comment", filename: "a.txt", content: "abc"), file("a.txt"), open,
    ])
    #expect(answer.status == 409)
  }

  @Test func aServerWithoutUploadsSaysSoAndTakesNone() throws {
    let browser = try TestServer(configure: { $0.uploadBytes = 0 }).browser(at: "/list")
    try pick(browser)
    #expect(browser.page.body.contains("No files can be taken here at the moment."))
    #expect(try browser.post(multipart: [file("a.txt"), open]).status == 413)
    try browser.tap("documentPickerView.cancel", ["comment": ""])
    #expect(browser.page.text("notesLabel") == "cancelled")
  }
}

extension PageController: UIDocumentPickerDelegate {
  fileprivate func pickFiles() {
    let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.plainText, .json], asCopy: true)
    picker.allowsMultipleSelection = true
    picker.maximumFileSize = 100
    picker.delegate = self
    let comment = UITextField()
    comment.accessibilityIdentifier = "comment"
    picker.view.addSubview(comment)
    present(picker, animated: true)
  }

  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    UploadTests.seen.withLock { seen in for url in urls { seen[url.lastPathComponent] = url } }
    dispatch(UploadTests.ReadFiles(urls: urls))
  }

  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {
    dispatch(TakeNote(text: "cancelled"))
  }
}
