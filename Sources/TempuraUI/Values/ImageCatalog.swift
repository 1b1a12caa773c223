package import Foundation

/// The names of images, and where they are.
package struct ImageCatalog: Sendable {
  private var images: [String: UIImage] = [:]

  /// - Parameters:
  ///   - paths: All files, by their paths below the folder.
  ///   - beginning: The first bytes of a file, where the size stands.
  package init(paths: some Sequence<String>, beginning: (String) -> Data? = { _ in nil }) {
    let endings = [".jpg", ".webp", ".png", ".svg"]  // a later one is found before an earlier one
    for path in paths {
      let size = path.hasSuffix(".svg") || path.hasSuffix(".png") ? beginning(path).flatMap(ImageSize.read) : nil
      images[path] = UIImage(url: "/" + path, size: size ?? .zero)
    }
    for ending in endings {
      for (path, image) in images where path.hasSuffix(ending) { images[String(path.dropLast(ending.count))] = image }
    }
  }

  func image(named name: String) -> UIImage? { images[name] }
}
