public import Foundation

/// Responds to the choice of files in a document picker.
public protocol UIDocumentPickerDelegate: AnyObject {
  /// Called after the picker is dismissed.
  ///
  /// - Parameter urls: The chosen files. They exist until all work that this method starts has ended, including side
  ///   effects.
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])

  /// Called after the user cancelled and the picker is dismissed.
  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}

extension UIDocumentPickerDelegate {
  public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {}
  public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}

extension URL {
  /// Returns true: the files of a document picker are the app's own copies, so it can always read them.
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Does nothing: see `startAccessingSecurityScopedResource()`.
  public func stopAccessingSecurityScopedResource() {}
}
