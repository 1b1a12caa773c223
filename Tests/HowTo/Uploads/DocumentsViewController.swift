import Foundation
import Tempura
import UIKit
import UniformTypeIdentifiers

final class DocumentsViewController: ViewController<DocumentsView> {
  override func setup() { title = "Documents" }

  override func setupInteraction() {
    rootView.didTapUpload = { [unowned self] in
      dispatch(ShowProblem(problem: nil))
      let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.pdf], asCopy: true)
      picker.allowsMultipleSelection = true
      picker.maximumFileSize = 20 << 20
      picker.delegate = self
      present(picker, animated: true)
    }
    rootView.didTapDelete = { [unowned self] id in dispatch(RemoveDocument(id: id)) }
  }
}

extension DocumentsViewController: UIDocumentPickerDelegate {
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    dispatch(KeepDocuments(urls: urls))
  }
}
