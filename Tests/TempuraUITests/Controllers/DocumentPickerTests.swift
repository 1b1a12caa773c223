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

  private final class Picker: PHPickerViewControllerDelegate {
    var results: [PHPickerResult]?
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) { self.results = results }
  }

  /// Presents a photo picker. Its field is the only one of the page.
  private func presentPhotoPicker(_ delegate: Picker, change: (inout PHPickerConfiguration) -> Void) throws -> FileField
  {
    var configuration = PHPickerConfiguration(photoLibrary: .shared())
    change(&configuration)
    let picker = PHPickerViewController(configuration: configuration)
    picker.delegate = delegate
    screen.present(picker, animated: true)
    #expect(page.html.contains("enctype=\"multipart/form-data\""))
    return try field()
  }

  private static let gif = "GIF89a\u{2}\0\u{1}\0\0\0\0;"

  @Test func aPhotoPickerSuppliesFilesInTheirOrder() throws {
    let delegate = Picker()
    let field = try presentPhotoPicker(delegate) {
      $0.filter = .any(of: [.images, .livePhotos])
      $0.selectionLimit = 2
    }
    #expect(page.html.contains(" multiple accept=\"image/*,"))
    #expect(
      field.problem(with: .files(["a.gif", "b.gif", "c.gif"].map { file($0) }), part: "") == "Choose 2 files at most.")
    #expect(field.problem(with: .files([file("a.mp4"), file("b.gif")]), part: "") != nil, "the filter has no videos")
    #expect(field.problem(with: .files([file("a.heic", type: "image/heic"), file("b.HEIF")]), part: "") == nil)
    field.enter(.files([Unnamed(Self.gif).sent(as: "one.gif"), Unnamed("no image").sent(as: "two.png")]), part: "")
    try page.tap("documentPickerView.open")
    let providers = try #require(delegate.results).map(\.itemProvider)
    #expect(providers.map(\.suggestedName) == ["one", "two"])
    #expect(providers.map(\.registeredTypeIdentifiers) == [["com.compuserve.gif"], ["public.png"]])
    #expect(screen.presentedViewController is PHPickerViewController, "the delegate dismisses it")
    UIApplication.shared.environment.pickedFiles = []
    var images: [(UIImage?, (any Error)?)] = []
    for provider in providers {
      #expect(provider.canLoadObject(ofClass: UIImage.self) && !provider.canLoadObject(ofClass: String.self))
      #expect(!provider.canLoadObject(ofClass: URL.self), "its type is that of the content")
      provider.loadObject(ofClass: UIImage.self) { images.append(($0 as? UIImage, $1)) }
    }
    #expect(
      images.map(\.0?.size) == [CGSize(width: 2, height: 1), nil] && images.map { $0.1 == nil } == [true, false])
  }

  @Test func aCancelledPhotoPickerHasNoResults() throws {
    let delegate = Picker()
    _ = try presentPhotoPicker(delegate) { $0.selectionLimit = 0 }
    try page.tap("documentPickerView.cancel")
    #expect(delegate.results == [])
  }

  @Test func aProviderLoadsTextsDataAndTemporaryFiles() async throws {
    let picked = try PickedFiles([Unnamed("Hello").sent(as: "a.txt")])
    let provider = try #require(picked.itemProviders.first)
    var (text, data, errors) = ("", Data(), 0)
    provider.loadObject(ofClass: String.self) { value, _ in text = value ?? "" }
    provider.loadDataRepresentation(forTypeIdentifier: UTType.plainText.identifier) { value, _ in data = value ?? Data()
    }
    provider.loadDataRepresentation(forTypeIdentifier: "public.image") { if $0 == nil, $1 != nil { errors += 1 } }
    #expect(text == "Hello" && data == Data("Hello".utf8) && errors == 1)
    var copy: URL?
    let progress = provider.loadFileRepresentation(forTypeIdentifier: "public.text") { url, _ in
      copy = url
      #expect((try? String(contentsOf: url ?? picked.urls[0], encoding: .utf8)) == "Hello" && url != picked.urls[0])
    }
    #expect(progress.isFinished)
    #expect(try FileManager.default.fileExists(atPath: #require(copy).path) == false)
    #expect(try await provider.loadItem(forTypeIdentifier: "public.text") as? URL == picked.urls[0])
  }
}
