public import Foundation

/// Learns of the files that a user chose.
public protocol UIDocumentPickerDelegate: AnyObject {
  /// Called after the picker is gone.
  ///
  /// - Parameter urls: The files, which are there until all that is started here has ended.
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])

  /// Called after the picker is gone and nothing was chosen.
  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}

extension UIDocumentPickerDelegate {
  public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {}
  public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}

extension URL {
  /// Whether the file may be read: always so, as the files of a document picker are the app's own copies.
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Ends what `startAccessingSecurityScopedResource` began, which is nothing here.
  public func stopAccessingSecurityScopedResource() {}
}
