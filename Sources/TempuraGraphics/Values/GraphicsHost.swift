internal import Basics

/// The running app instance, as far as images, traits and drawings depend on it.
package protocol GraphicsHost: AnyObject, Sendable {
  /// The object that is another one in each app instance; nil outside any.
  var instance: AnyObject? { get }
  /// The images that the app ships; nil if the app runs without a server.
  var images: PublicImages? { get }
  /// The app instance's label of an image that all apps have; nil if there is none. Asked on any thread.
  func label(of image: UIImage) -> String?
  func setLabel(of image: UIImage, to label: String?)
  /// The traits of the user's browser, as far as they are known.
  var traits: UITraitCollection { get }
}

/// The surroundings of what an app draws.
package enum Graphics {
  private final class Outside: Sendable {}

  private static let outside = Outside()
  private static let known = SetOnce<any GraphicsHost>()

  /// Sets what tells of the running app instance: TempuraUI's `UIApplication`. The first call counts.
  package static func setHost(_ host: any GraphicsHost) { known.set(host) }

  /// The running app instance; nil before the first one.
  static var host: (any GraphicsHost)? { known.value }

  /// The URL by which a page names what is at a path of the app, such as an image or a screen. Another URL stays as it is. Views
  /// ask for it when they are rendered, so that images that they have kept show the present version of their file.
  package static func pageURL(of url: String) -> String { host?.images?.pageURL(of: url) ?? url }

  /// An object that is another one in each app instance, and one outside all of them.
  static var instance: AnyObject { host?.instance ?? outside }
}
