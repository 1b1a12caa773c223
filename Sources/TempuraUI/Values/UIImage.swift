public import Foundation
package import Locks

/// A picture of the app's, by its name in `Public/`.
public final class UIImage: Equatable, Hashable, Sendable {
  /// Where the page finds it: a path on this server, or a `data:` URL.
  package let url: String

  /// The size in points, as the file says; zero if that is unknown.
  public let size: CGSize

  /// The images that the app ships, which a server finds when it starts; nil if nobody looked.
  package static let catalog = Mutex<ImageCatalog?>(nil)

  /// The image `name` of the app: a file of that name in `Public/`, whose ending, if it is not in the name, is one of
  /// svg, png, webp and jpg.
  ///
  /// - Returns: nil if there is no such file. Where no server runs, as in a unit test, there is one of any name.
  public init?(named name: String) {
    guard let url = Self.catalog.withLock({ $0.map { $0.url(of: name) } ?? "/\(name)" }) else { return nil }
    self.url = url
    size = Self.catalog.withLock { $0?.sizes[url] } ?? .zero
  }

  /// The image at a URL.
  package init(url: String) {
    self.url = url
    size = .zero
  }

  public static func == (left: UIImage, right: UIImage) -> Bool { left === right || left.url == right.url }

  public func hash(into hasher: inout Hasher) { hasher.combine(url) }
}

/// The names of images, and where they are.
package struct ImageCatalog: Sendable {
  private var urls: [String: String] = [:]
  /// The sizes of the images by their URLs, as far as they are known.
  let sizes: [String: CGSize]

  /// - Parameters:
  ///   - paths: All files, by their paths below the folder.
  ///   - content: The beginning of a file, to find out how large the image is.
  package init(paths: some Sequence<String>, content: (String) -> Data? = { _ in nil }) {
    var sizes: [String: CGSize] = [:]
    for path in paths where path.hasSuffix(".png") || path.hasSuffix(".svg") {
      if let size = content(path).flatMap(ImageSize.read) { sizes["/" + path] = size }
    }
    self.sizes = sizes
    let endings = [".jpg", ".webp", ".png", ".svg"]  // a later one is found before an earlier one
    for path in paths { urls[path] = "/" + path }
    for ending in endings {
      for (path, url) in urls where path.hasSuffix(ending) { urls[String(path.dropLast(ending.count))] = url }
    }
  }

  func url(of name: String) -> String? { urls[name] }
}
