public import Foundation
internal import Hydra

public enum PHAuthorizationStatus: Int, Sendable { case notDetermined, restricted, denied, authorized, limited }

public enum PHAccessLevel: Int, Sendable { case addOnly = 1, readWrite }

/// The user's photos, which a server does not reach: the user picks some, and saves others. On iOS it is in the module Photos.
public final class PHPhotoLibrary: NSObject, Sendable {
  private static let library = PHPhotoLibrary()
  public static func shared() -> PHPhotoLibrary { library }

  /// Always authorized: the user decides by picking and saving.
  public static func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus { .authorized }
  public static func authorizationStatus() -> PHAuthorizationStatus { .authorized }
  public static func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus { .authorized }
  public static func requestAuthorization(
    for accessLevel: PHAccessLevel, handler: @escaping (PHAuthorizationStatus) -> Void
  ) { requestAuthorization(handler) }
  public static func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
    Origin.current.async { handler(.authorized) }
  }

  /// Runs change requests in a later turn. Each is like `UIImageWriteToSavedPhotosAlbum`.
  public func performChanges(
    _ changeBlock: @escaping () -> Void, completionHandler: ((Bool, (any Error)?) -> Void)? = nil
  ) {
    Origin.current.async {
      changeBlock()
      completionHandler?(true, nil)
    }
  }
  public nonisolated(nonsending) func performChanges(_ changeBlock: @escaping () -> Void) async throws { changeBlock() }
}

/// A request to save a photo.
open class PHAssetChangeRequest: NSObject {
  override public required init() { super.init() }

  @discardableResult open class func creationRequestForAsset(from image: UIImage) -> Self {
    UIImageWriteToSavedPhotosAlbum(image, nil, nil, nil)
    return Self()
  }

  /// - Returns: nil if the file is no image.
  @discardableResult open class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
    UIImage(contentsOfFile: fileURL.path).map { creationRequestForAsset(from: $0) }
  }

  @discardableResult open class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? {
    UISaveVideoAtPathToSavedPhotosAlbum(fileURL.path, nil, nil, nil)
    return Self()
  }
}
