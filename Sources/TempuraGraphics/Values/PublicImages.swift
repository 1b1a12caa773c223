internal import Basics
package import Foundation
internal import HTML

/// The images in `Public/` and the built-in symbols, by name.
package final class PublicImages: Sendable {
  private let images: [TextKey: UIImage]
  /// The URLs that pages name, by those of images.
  private let versioned: [String: String]
  /// The attributes with those URLs.
  private let attributes: [TextKey: String]
  private let namesVersions: Bool
  /// What comes before paths in the URLs that pages name.
  private let basePath: String
  private let contents: @Sendable (String) -> Data?
  private let symbolVersion: @Sendable (String) -> String?
  private let symbols = Symbols()

  /// The built-in symbols that the app has asked for: a few of many.
  private final class Symbols: Sendable {
    let images = Locked<[String: UIImage]>([:])
    let pageURLs = Locked<[String: String]>([:])
  }

  /// - Parameters:
  ///   - paths: The paths of all files, relative to `Public/`.
  ///   - beginning: Returns the first bytes of a file, which contain the size of the image.
  ///   - contents: Returns the content of a file, or of a built-in symbol.
  ///   - symbolVersion: Returns the version of a built-in symbol, by its path; nil if there is none.
  package convenience init(
    paths: some Sequence<String>, beginning: (String) -> Data? = { _ in nil },
    contents: @escaping @Sendable (String) -> Data? = { _ in nil },
    symbolVersion: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    var images: [String: UIImage] = [:]
    let extensions = [".jpg", ".webp", ".png", ".svg"]  // a later one takes precedence
    for path in paths {
      let type = MediaType.ofFile(path)
      let size = type.hasPrefix("image/") ? beginning(path).flatMap(ImageSize.read) : nil
      images[path] = UIImage(url: "/" + path, size: size ?? .zero).shared
    }
    for (path, image) in images where path.hasSuffix(".pdf") {
      let image = Self.image(ofPDF: path, images) ?? image
      images[path] = image
      images[String(path.dropLast(4))] = image
    }
    for suffix in extensions {
      for (path, image) in images where path.hasSuffix(suffix) { images[String(path.dropLast(suffix.count))] = image }
    }
    self.init(
      images: Dictionary(uniqueKeysWithValues: images.map { (TextKey($0), $1) }), contents: contents,
      symbolVersion: symbolVersion)
  }

  /// The image of the files beside a PDF picture; nil if there are none.
  private static func image(ofPDF path: String, _ images: [String: UIImage]) -> UIImage? {
    let files = PDFPicture.files(beside: path) { images[$0] != nil }
    guard let largest = files.last, let image = images[largest.path] else { return nil }
    let scale = CGFloat(largest.scale)
    var properties = UIImage.Properties(
      url: image.url, size: CGSize(width: image.size.width / scale, height: image.size.height / scale))
    let sources = files.map { UIImage.Source(url: "/\($0.path)", scale: CGFloat($0.scale)) }
    properties.rare = UIImage.Rare(scale: scale, sources: sources)
    return UIImage(properties).shared
  }

  private init(
    images: [TextKey: UIImage], versioned: [String: String]? = nil, basePath: String = "",
    contents: @escaping @Sendable (String) -> Data?, symbolVersion: @escaping @Sendable (String) -> String?
  ) {
    self.images = images
    self.versioned = versioned ?? [:]
    let attributes = self.versioned.map { url, page in
      var attribute = HTMLBuffer()
      attribute.append(attribute: "src", basePath + page)
      return (TextKey(url), attribute.string)
    }
    self.attributes = Dictionary(uniqueKeysWithValues: attributes)
    namesVersions = versioned != nil
    self.basePath = basePath
    self.contents = contents
    self.symbolVersion = symbolVersion
  }

  /// Returns the content of the file at a URL of an image.
  func contents(ofURL url: String) -> Data? {
    let path = String(url.dropFirst())
    return images[TextKey(path)] == nil && symbolVersion(path) == nil ? nil : contents(path)
  }

  /// Returns the attribute with the URL by which pages name a file; nil if the URL is that of no file.
  func attribute(ofURL url: String) -> String? { attributes[TextKey(url)] }

  func image(named name: String) -> UIImage? {
    guard let image = images[TextKey(name)] ?? symbol(named: name) else { return nil }
    guard image.url.utf8.last == UInt8(ascii: "f"), image.url.hasSuffix(".pdf") else { return image }
    PDFPicture.reportMissingFile(of: String(image.url.dropFirst()))
    return nil
  }

  private func symbol(named name: String) -> UIImage? {
    symbols.images.withLock { known in
      if let image = known[name] { return image }
      guard let path = [name, name + ".svg"].first(where: { symbolVersion($0) != nil }) else { return nil }
      let image = UIImage(url: "/" + path, size: contents(path).flatMap(ImageSize.read) ?? .zero).shared
      known[name] = image
      return image
    }
  }

  /// Returns the same images, of which pages name the versions of the files, so that browsers may keep these.
  ///
  /// - Parameters:
  ///   - others: The URLs of images that are not in `Public/`.
  ///   - basePath: What comes before paths in the browser's URLs.
  ///   - version: Returns the URL that names the version of the file at a URL.
  package func namingVersions(
    alsoOf others: [String], below basePath: String = "", _ version: (_ url: String) -> String
  ) -> PublicImages {
    let own = images.keys.map(\.text).filter { MediaType.ofFile($0).hasPrefix("image/") }.map { "/" + $0 }
    var versioned: [String: String] = [:]
    for url in own + others { versioned[url] = version(url) }
    return PublicImages(
      images: images, versioned: versioned, basePath: basePath, contents: contents, symbolVersion: symbolVersion)
  }

  /// The URL by which a page names what is at a path of the app, such as an image or a screen. Another URL stays as it is.
  package func pageURL(of url: String) -> String {
    // A `data:` URL is long, and would take long to look up.
    url.utf8.first == UInt8(ascii: "/") ? basePath + (versioned[url] ?? symbolURL(of: url)) : url
  }

  private func symbolURL(of url: String) -> String {
    if !namesVersions { return url }
    return symbols.pageURLs.withLock { known in
      if let url = known[url] { return url }
      guard let version = symbolVersion(String(url.dropFirst())) else { return url }
      let pageURL = "\(url)?\(version)"
      known[url] = pageURL
      return pageURL
    }
  }
}
