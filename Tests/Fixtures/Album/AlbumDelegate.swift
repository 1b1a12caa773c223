import UIKit

open class AlbumDelegate: UIResponder, UIApplicationDelegate {
  public var window: UIWindow?

  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    let path = ProcessInfo.processInfo.environment["ALBUM_PHOTO"] ?? ""
    let photo = UIImage(contentsOfFile: path) ?? UIImage()
    window?.rootViewController = UINavigationController(rootViewController: AlbumViewController(photo: photo))
    window?.makeKeyAndVisible()
    return true
  }
}
