internal import Basics
package import Foundation
internal import Pictures

/// The running app instance, as far as images, traits and drawings depend on it.
package protocol GraphicsHost: AnyObject, Sendable {
  /// The object that is another one in each app instance; nil outside any.
  var instance: AnyObject? { get }
  /// The images that the app ships; nil if the app runs without a server.
  var images: PublicImages? { get }
  /// The app instance's label of an image that all apps have; nil if there is none. Asked on any thread.
  func label(of image: UIImage) -> String?
  func setLabel(of image: UIImage, to label: String?)
  /// How the paths begin by which the pages of the session name a content; nil outside of a server.
  func path(ofContent digest: String) -> String?
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

  /// The URLs by which a page names a picture in some widths; outside of a server ones that have the picture in them.
  static func pageURLs(of picture: Picture, widths: [Int]) -> [String] {
    if let path = host?.path(ofContent: picture.digest) {
      picture.keep()
      let url = pageURL(of: path)
      return widths.map { "\(url)/\($0)" }
    }
    return widths.map { width in
      guard let file = try? picture.file(width: width, takesWebP: true) else { return "" }
      return "data:\(file.mediaType);base64,\(file.content.base64EncodedString())"
    }
  }

  /// The URL by which a page names a picture in a width.
  static func pageURL(of picture: Picture, width: Int) -> String { pageURLs(of: picture, widths: [width])[0] }

  /// The path of a file that is not in `Public/`, such as a film of a user; nil outside of a server, and if the file cannot be read.
  package static func path(ofFile file: URL) -> String? {
    guard let host, let digest = PictureFolder.shared.add(copyOf: file.path) else { return nil }
    return host.path(ofContent: digest).map { "\($0)/file/\(PercentEncoding.encode(file.lastPathComponent))" }
  }

  /// The large files of apps, by the URLs of their versions.
  private static let large = Locked<[String: Picture]>([:])

  /// The picture of a file in `Public/` that has many more pixels than a view shows, so that browsers get a smaller one.
  static func picture(ofLarge image: UIImage, in box: CGSize?) -> Picture? {
    guard let box, box.width > 0, box.height > 0, image.size.width * image.size.height > 16 * box.width * box.height,
      let images = host?.images, !image.url.hasSuffix(".svg")
    else { return nil }
    let url = images.pageURL(of: image.url)
    if let picture = large.withLock({ $0[url] }) { return picture }
    guard let picture = images.contents(ofURL: image.url).flatMap({ Picture.of($0) }) else { return nil }
    large.withLock { $0[url] = picture }
    return picture
  }

  /// An object that is another one in each app instance, and one outside all of them.
  static var instance: AnyObject { host?.instance ?? outside }
}
