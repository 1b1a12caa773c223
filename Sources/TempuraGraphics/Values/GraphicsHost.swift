internal import Basics

/// The running app instance, as far as images, traits and drawings depend on it.
package protocol GraphicsHost: AnyObject, Sendable {
  /// The object that is another one in each app instance.
  var instance: AnyObject { get }
  /// The images that the app ships; nil if the app runs without a server.
  var images: PublicImages? { get }
  /// The URL by which a page names an image. Views need it often, and copying `images` is slow.
  func pageURL(of url: String) -> String
  /// The traits of the user's browser, as far as they are known.
  var traits: UITraitCollection { get }
}

/// The surroundings of what an app draws.
package enum Graphics {
  private final class Reference: Sendable {
    let host: any GraphicsHost

    init(_ host: any GraphicsHost) { self.host = host }
  }

  private static let reference = SetOnce<Reference>()

  /// Sets what tells of the running app instance: TempuraUI's `UIApplication`. The first call counts.
  package static func setHost(_ host: any GraphicsHost) { reference.set(Reference(host)) }

  /// The running app instance; nil before the first one.
  static var host: (any GraphicsHost)? { reference.value?.host }
}
