import Foundation
import Katana
import Tempura
import UIKit
import UniformTypeIdentifiers

final class FilesScreen: ScreenView {
  var didTap: CustomInteraction<FileExample>?

  override func addExamples() {
    addGroup("Files", FileExample.allCases.map(button))
  }

  private func button(_ example: FileExample) -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle(example.title, for: .normal)
    button.accessibilityIdentifier = "pick-\(example.rawValue)"
    button.on(.touchUpInside) { [unowned self] _ in didTap?(example) }
    return button
  }
}

/// The types of files that the user may choose.
enum FileExample: String, CaseIterable {
  case text, pictures, anything

  var title: String {
    switch self {
    case .text: "Choose a text of 1 KB"
    case .pictures: "Choose pictures"
    case .anything: "Choose any file"
    }
  }

  var picker: UIDocumentPickerViewController {
    switch self {
    case .text:
      let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.plainText, .commaSeparatedText])
      picker.maximumFileSize = 1024
      return picker
    case .pictures:
      let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.image])
      picker.allowsMultipleSelection = true
      return picker
    case .anything:
      return UIDocumentPickerViewController(forOpeningContentTypes: [.item])
    }
  }
}

final class FilesViewController: ScreenViewController<FilesScreen>, UIDocumentPickerDelegate {
  override func setupInteraction() {
    super.setupInteraction()
    rootView.didTap = { [unowned self] example in
      let picker = example.picker
      picker.delegate = self
      dispatch(NoteEvent(event: "\(example.title): the picker came"))
      present(picker, animated: true)
    }
  }

  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    dispatch(ReadFiles(urls: urls))
  }

  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {
    dispatch(NoteEvent(event: "Nothing was chosen"))
  }
}

/// Reads files while they exist.
struct ReadFiles: SideEffect {
  let urls: [URL]

  func sideEffect(_ context: SideEffectContext<GalleryState, DependenciesContainer>) throws {
    let files = try urls.map { url in
      let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber
      return "\(url.lastPathComponent) (\(size ?? 0) bytes)"
    }
    context.dispatch(NoteEvent(event: "Chosen: " + files.joined(separator: ", ")))
  }
}
