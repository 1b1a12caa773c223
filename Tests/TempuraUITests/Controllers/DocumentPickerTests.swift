import Foundation
import Testing

@testable import TempuraUI

@Suite(.app) struct DocumentPickerTests {
  private let screen = UIViewController()
  private let page: Page
  private let delegate = Delegate()

  init() {
    page = Page(showing: screen)
    UIApplication.shared.environment.uploadLimit = 10 << 20
  }

  private final class Delegate: UIDocumentPickerDelegate {
    let events = Events()
    var urls: [URL] = []
    func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
      events.add("picked \(controller.presentingViewController == nil ? "gone" : "there")")
      self.urls = urls
    }
    func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) { events.add("cancelled") }
  }

  @discardableResult
  private func present(_ types: UTType..., change: (UIDocumentPickerViewController) -> Void = { _ in })
    -> UIDocumentPickerViewController
  {
    let picker = UIDocumentPickerViewController(forOpeningContentTypes: types, asCopy: true)
    picker.delegate = delegate
    change(picker)
    screen.present(picker, animated: true)
    return picker
  }

  private func field() throws -> FileField {
    try #require(page.window.descendant(withID: "documentPickerView.file") as? FileField)
  }

  private func file(_ name: String, type: String? = nil, size: Int = 1, isComplete: Bool = true) -> SentFile {
    SentFile(name: name, contentType: type, size: size, isComplete: isComplete, path: "/dev/null", owner: delegate)
  }

  @Test func aDocumentPickerIsADialogWithAMultipartForm() {
    present(.png, .commaSeparatedText)
    let html = page.html
    #expect(
      html.contains(
        "aria-label=\"Choose a File\" class=\"sheet form\"><form id=\"screen\" method=\"post\" novalidate enctype=\"multipart/form-data\">"
      ))
    #expect(
      html.contains(
        "<input id=\"documentPickerView.file.field\" name=\"documentPickerView.file\" aria-label=\"File\" type=\"file\" required accept=\"image/png,image/x-png,.png,text/csv,"
      ))
    #expect(!html.contains(" multiple"))
    #expect(html.contains("<p class=\"hint\">10 MB at most.</p>"))
    #expect(page.buttons == ["documentPickerView.cancel", "documentPickerView.open"])
    #expect(
      page.button("documentPickerView.cancel")?.contains(
        "formenctype=\"application/x-www-form-urlencoded\"") == true)
    #expect(!html.contains(".outside"))
  }

  @Test func theScreenBelowHasAnOrdinaryForm() {
    #expect(!page.html.contains("enctype"))
    present(.item) { $0.allowsMultipleSelection = true }
    #expect(page.html.contains("type=\"file\" required multiple>"), "everything is taken: nothing is said about it")
    #expect(page.html.contains("Choose Files"))
    screen.dismiss(animated: true)
    #expect(!page.html.contains("enctype"))
  }

  @Test func aFamilyOfTypesIsAcceptedAsAWildcard() {
    present(.image)
    #expect(page.html.contains("accept=\"image/*,.jpeg,.jpg,"))
  }

  @Test func cancellingCallsTheDelegate() throws {
    present(.pdf)
    try page.tap("documentPickerView.cancel")
    #expect(delegate.events.take() == ["cancelled"] && screen.presentedViewController == nil)
  }

  @Test func anImagePickerTellsItsDelegateWhichDismissesIt() throws {
    final class Photographer: UIImagePickerControllerDelegate, UINavigationControllerDelegate {
      var info: [UIImagePickerController.InfoKey: Any] = [:]
      func imagePickerController(
        _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
      ) { self.info = info }
    }
    let (picker, photographer) = (UIImagePickerController(), Photographer())
    picker.sourceType = .camera
    picker.allowsEditing = true
    picker.delegate = photographer
    screen.present(picker, animated: true)
    #expect(page.html.contains("accept=\"image/*,") && page.html.contains(" capture=\"environment\">"))
    #expect(page.html.contains("enctype=\"multipart/form-data\""))
    try field().enter(.files([Unnamed("GIF89a\u{2}\0\u{1}\0\0\0\0;").sent(as: "me.gif")]), part: "")
    try page.tap("documentPickerView.open")
    #expect((photographer.info[.originalImage] as? UIImage)?.size == CGSize(width: 2, height: 1))
    #expect(photographer.info[.editedImage] is UIImage && photographer.info[.mediaType] as? String == "public.image")
    #expect((photographer.info[.imageURL] as? URL)?.lastPathComponent == "me.gif")
    #expect(screen.presentedViewController === picker)
    try page.tap("documentPickerView.cancel")
    #expect(screen.presentedViewController == nil, "the default implementation dismisses it")
  }

  @Test func openingWithoutAFileShowsAMessage() throws {
    present(.pdf)
    try page.tap("documentPickerView.open")
    #expect(
      page.html.contains("<p class=\"problem\" id=\"documentPickerView.file.problem\">Nothing was chosen yet.</p>"))
    #expect(delegate.events.take() == [] && screen.presentedViewController != nil)
  }

  @Test func openingCallsTheDelegateAfterThePickerIsDismissed() throws {
    present(.pdf)
    try field().enter(.files([Unnamed("abc").sent(as: "../my.pdf")]), part: "")
    try page.tap("documentPickerView.open")
    #expect(delegate.events.take() == ["picked gone"])
    let url = try #require(delegate.urls.first)
    #expect(url.lastPathComponent == "my.pdf" && FileManager.default.fileExists(atPath: url.path))
    UIApplication.shared.environment.pickedFiles = []
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func thePickerStaysIfFilesCannotBeStored() throws {
    present(.item)
    let lost = SentFile(name: "a", contentType: nil, size: 1, path: "/proc/self/fd/9999", owner: delegate)
    try field().enter(.files([lost]), part: "")
    try page.tap("documentPickerView.open")
    #expect(page.html.contains("This could not be stored. Try again in a moment."))
    #expect(delegate.events.take() == [])
  }

  @Test(
    arguments: [
      ("a.png", "image/png", true), ("a.PNG", nil, true), ("a.png", "application/octet-stream", true),
      ("a.png", "", true),
      ("a.png", "image/png; x=y", true), ("a.jpg", "image/png", false), ("a.png", "text/html", false),
      ("a.html", "image/png", false), ("a.php", "image/png", false), ("a.png.exe", "image/png", false),
      ("png", "image/png", true), ("png", nil, false), (".png", "image/png", true), ("a.png\u{202e}", nil, true),
    ] as [(String, String?, Bool)])
  func theFilenameExtensionAndTheMediaTypeDecideTheTypeOfAFile(name: String, type: String?, isTaken: Bool) throws {
    present(.png, .pdf)
    let problem = try field().problem(with: .files([file(name, type: type)]), part: "")
    #expect((problem == nil) == isTaken, "\(problem ?? "")")
    if let problem {
      #expect(problem.hasSuffix("is of another kind than is wanted here. Its name may end in .pdf, .png."))
    }
  }

  @Test func aFilenameExtensionOfTheAppIsAccepted() throws {
    present(UTType(filenameExtension: "todo") ?? .png)
    #expect(page.html.contains("accept=\".todo\""))
    #expect(try field().problem(with: .files([file("list.todo", type: "application/octet-stream")]), part: "") == nil)
    #expect(try field().problem(with: .files([file("list.txt", type: "text/plain")]), part: "") != nil)
  }

  @Test func commaSeparatedFilesFromWindowsAreAccepted() throws {
    present(.commaSeparatedText)
    #expect(try field().problem(with: .files([file("a.csv", type: "application/vnd.ms-excel")]), part: "") == nil)
  }

  @Test func aFileOverTheLimitOfThePickerOrTheServerIsTooLarge() throws {
    present(.item) {
      $0.maximumFileSize = 2048
      $0.allowsMultipleSelection = true
    }
    #expect(page.html.contains("2 KB at most."))
    let field = try field()
    #expect(field.problem(with: .files([file("a", size: 2048), file("b", size: 0)]), part: "") == nil)
    #expect(
      field.problem(with: .files([file("a"), file("b", size: 2049)]), part: "")
        == "b is too large: it may have 2 KB at most.")
    #expect(field.problem(with: .files([file("a", isComplete: false)]), part: "") == "a is too large. 10 MB fit.")
    #expect(
      field.problem(with: .files([file("a"), file("b", isComplete: false)]), part: "")
        == "The files are too large together. 10 MB fit.")
  }

  @Test func severalFilesAreRefusedIfThePickerAllowsOne() throws {
    present(.item)
    #expect(try field().problem(with: .files([file("a"), file("b")]), part: "") == "Choose one file only.")
  }

  @Test func aServerThatAcceptsNoFilesShowsAMessage() throws {
    UIApplication.shared.environment.uploadLimit = 0
    present(.item)
    #expect(page.html.contains("No files can be taken here at the moment."))
    #expect(!page.html.contains("<input"))
    #expect(page.target("documentPickerView.open")?.refusal == .disabled)
    try page.tap("documentPickerView.cancel")
    #expect(delegate.events.take() == ["cancelled"])
  }
}
