package import Foundation

/// The images in `Public/`, by name.
package struct PublicImages: Sendable {
  private var images: [String: UIImage] = [:]
  private let contents: @Sendable (String) -> Data?

  /// - Parameters:
  ///   - paths: The paths of all files, relative to `Public/`.
  ///   - beginning: Returns the first bytes of a file, which contain the size of the image.
  ///   - contents: Returns the content of a file.
  package init(
    paths: some Sequence<String>, beginning: (String) -> Data? = { _ in nil },
    contents: @escaping @Sendable (String) -> Data? = { _ in nil }
  ) {
    self.contents = contents
    let extensions = [".jpg", ".webp", ".png", ".svg"]  // a later one takes precedence
    for path in paths {
      let size = path.hasSuffix(".svg") || path.hasSuffix(".png") ? beginning(path).flatMap(ImageSize.read) : nil
      images[path] = UIImage(url: "/" + path, size: size ?? .zero)
    }
    for suffix in extensions {
      for (path, image) in images where path.hasSuffix(suffix) { images[String(path.dropLast(suffix.count))] = image }
    }
  }

  /// Returns the content of the file at a URL of an image.
  func contents(ofURL url: String) -> Data? {
    let path = String(url.dropFirst())
    return images[path] == nil ? nil : contents(path)
  }

  func image(named name: String) -> UIImage? { images[name] }
}
