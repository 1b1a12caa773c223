package import Foundation

/// The names of images, and where they are.
package struct ImageCatalog: Sendable {
  private struct Image {
    let url: String
    let size: CGSize
  }

  private var images: [String: Image] = [:]

  /// - Parameters:
  ///   - paths: All files, by their paths below the folder.
  ///   - beginning: The first bytes of a file, where the size stands.
  package init(paths: some Sequence<String>, beginning: (String) -> Data = { _ in Data() }) {
    let endings = [".jpg", ".webp", ".png", ".svg"]  // a later one is found before an earlier one
    for path in paths {
      let size = Self.size(path.hasSuffix(".svg") || path.hasSuffix(".png") ? beginning(path) : Data())
      images[path] = Image(url: "/" + path, size: size)
    }
    for ending in endings {
      for (path, image) in images where path.hasSuffix(ending) { images[String(path.dropLast(ending.count))] = image }
    }
  }

  func image(named name: String) -> (url: String, size: CGSize)? { images[name].map { ($0.url, $0.size) } }

  /// The size that the beginning of a file says: the first chunk of a PNG (PNG specification, section 11.2.2), or the first
  /// tag of an SVG.
  private static func size(_ beginning: Data) -> CGSize {
    let bytes = Array(beginning)
    if bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      func number(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
      return CGSize(width: number(at: 16), height: number(at: 20))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let start = text.firstRange(of: "<svg")?.upperBound else { return .zero }
    let tag = text[start...].prefix { $0 != ">" }
    if let width = tag.firstMatch(of: /\swidth="([0-9.]+)(?:px)?"/).flatMap({ Double($0.1) }),
      let height = tag.firstMatch(of: /\sheight="([0-9.]+)(?:px)?"/).flatMap({ Double($0.1) })
    {
      return CGSize(width: width, height: height)
    }
    guard let box = tag.firstMatch(of: /\sviewBox="[-0-9.]+[ ,]+[-0-9.]+[ ,]+([0-9.]+)[ ,]+([0-9.]+)"/),
      let width = Double(box.1), let height = Double(box.2)
    else { return .zero }
    return CGSize(width: width, height: height)
  }
}
