internal import Foundation

// A server does not reach the photos of a user. The browser saves a picture from the menu that it has for each one.

/// Does nothing: a page cannot save a picture.
public func UIImageWriteToSavedPhotosAlbum(
  _ image: UIImage, _ completionTarget: Never?, _ completionSelector: Never?, _ contextInfo: UnsafeMutableRawPointer?
) {}

/// Calls a method with an error at once: a page cannot save a picture.
///
/// - Parameters:
///   - completionSelector: The method, as for controls.
///   - contextInfo: A pointer for the method; nil for one to the target.
public func UIImageWriteToSavedPhotosAlbum<Target: AnyObject>(
  _ image: UIImage, _ completionTarget: Target,
  _ completionSelector: (Target) -> (UIImage, (any Error)?, UnsafeRawPointer) -> Void,
  _ contextInfo: UnsafeMutableRawPointer?
) {
  let error = CocoaError(
    .featureUnsupported,
    userInfo: [NSLocalizedDescriptionKey: "A page cannot save pictures. Save it from the menu of the picture."])
  // Safe because the target lives until the method returns.
  let context = contextInfo ?? Unmanaged.passUnretained(completionTarget).toOpaque()
  completionSelector(completionTarget)(image, error, UnsafeRawPointer(context))
}
