import Foundation
import Tempura
import UIKit
import UniformTypeIdentifiers

final class AlbumViewController: ViewController<AlbumView>, UIDocumentPickerDelegate {
  override func setup() { title = "Album" }

  override func setupInteraction() {
    rootView.didTapAdd = { [unowned self] in
      dispatch(ShowPictureProblem(problem: nil))
      let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.jpeg, .png], asCopy: true)
      picker.delegate = self
      present(picker, animated: true)
    }
    rootView.didTapDelete = { [unowned self] id in dispatch(RemovePicture(id: id)) }
  }

  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    if let url = urls.first { dispatch(KeepPicture(url: url)) }
  }
}
