internal import Foundation

/// Offers a picture on the next page, for the user to save: a server does not reach the photos of a user.
public func UIImageWriteToSavedPhotosAlbum(
  _ image: UIImage, _ completionTarget: Never?, _ completionSelector: Never?, _ contextInfo: UnsafeMutableRawPointer?
) { UIApplication.shared.addNote(.download(Download(image))) }

/// Offers a picture on the next page, and calls a method at once: the server does not know whether the user saves it.
///
/// - Parameters:
///   - completionSelector: The method, as for controls.
///   - contextInfo: A pointer for the method; nil for one to the target.
public func UIImageWriteToSavedPhotosAlbum<Target: AnyObject>(
  _ image: UIImage, _ completionTarget: Target,
  _ completionSelector: (Target) -> (UIImage, (any Error)?, UnsafeRawPointer) -> Void,
  _ contextInfo: UnsafeMutableRawPointer?
) {
  UIImageWriteToSavedPhotosAlbum(image, nil, nil, nil)
  // Safe because the target lives until the method returns.
  let context = contextInfo ?? Unmanaged.passUnretained(completionTarget).toOpaque()
  completionSelector(completionTarget)(image, nil, UnsafeRawPointer(context))
}

/// Offers a film on the next page.
///
/// - Parameter videoPath: The path of the file in the server's file system.
public func UISaveVideoAtPathToSavedPhotosAlbum(
  _ videoPath: String, _ completionTarget: Never?, _ completionSelector: Never?,
  _ contextInfo: UnsafeMutableRawPointer?
) {
  if let film = Download(file: URL(fileURLWithPath: videoPath)) { UIApplication.shared.addNote(.download(film)) }
}

public func UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(_ videoPath: String) -> Bool { true }
