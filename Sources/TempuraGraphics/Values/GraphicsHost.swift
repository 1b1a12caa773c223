internal import Basics

/// An app instance, as far as images, traits and drawings depend on it. TempuraUI's `UIApplication` is one.
package protocol GraphicsHost: AnyObject {
  /// The images that the app ships; nil if the app runs without a server.
  var images: PublicImages? { get }
  /// The URL by which a page names an image. Views ask for it often, so that it copies no images.
  func pageURL(of url: String) -> String
  /// The traits of the user's browser, as far as they are known.
  var traits: UITraitCollection { get }
}

/// The surroundings of what the running app instance draws.
package enum Graphics {
  private final class Lookup: Sendable {
    let host: @Sendable () -> any GraphicsHost

    init(host: @escaping @Sendable () -> any GraphicsHost) { self.host = host }
  }

  private static let lookup = SetOnce<Lookup>()

  /// Sets the function that returns the running app instance. The first call counts.
  package static func setLookup(_ host: @escaping @Sendable () -> any GraphicsHost) {
    lookup.set(Lookup(host: host))
  }

  /// The running app instance; nil before the first one.
  static var host: (any GraphicsHost)? { lookup.value?.host() }
}
