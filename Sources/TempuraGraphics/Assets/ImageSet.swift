internal import Foundation

/// An image of an asset catalogue.
struct ImageSet {
  var image: UIImage
  /// The paths of the files by their URL.
  var files: [String: String] = [:]

  /// The formats that browsers show.
  private static let formats: Set<String> = ["png", "jpg", "jpeg", "gif", "webp", "svg"]

  /// Returns the image of a folder `….imageset`; nil if it is broken, which is reported.
  static func read(_ path: String, url: String) -> ImageSet? {
    guard let contents = Contents.read(path) else { return nil }
    let entries = (contents.images ?? []).filter { $0.filename != nil && $0.idiom.idiomRank != nil }
    let usable = entries.flatMap { entry -> [Contents.ImageEntry] in
      guard let name = entry.filename else { return [] }
      if name.lowercased().hasSuffix(".pdf"), !name.contains("/"), exists("\(path)/\(name)") {
        let files = PDFPicture.files(beside: name) { exists("\(path)/\($0)") }
        if files.isEmpty { PDFPicture.reportMissingFile(of: "\(path)/\(name)") }
        return files.map { file in
          var entry = entry
          entry.filename = file.path
          if file.scale > 1 { entry.scale = "\(file.scale)x" }
          return entry
        }
      }
      guard formats.contains(name.split(separator: ".").last?.lowercased() ?? "") else {
        AssetCatalog.report(
          "\(path)/\(name)", "cannot be shown by browsers: add the picture as SVG or PNG")
        return []
      }
      guard !name.contains("/"), exists("\(path)/\(name)") else {
        AssetCatalog.report("\(path)/\(name)", "does not exist")
        return []
      }
      return [entry]
    }
    var set = ImageSet(image: UIImage())
    func add(_ entry: Contents.ImageEntry) -> UIImage.Source {
      let name = entry.filename ?? ""
      let source = UIImage.Source(url: "\(url)/\(AssetCatalog.encoded(name))", scale: scale(of: entry))
      set.files[source.url] = "\(path)/\(name)"
      return source
    }
    let idiom = usable.map { $0.idiom.idiomRank ?? 0 }.min()
    let own = usable.filter { $0.idiom.idiomRank == idiom }
    let light = own.filter { $0.appearances.isLight }.sorted { scale(of: $0) < scale(of: $1) }
    let dark = own.filter { $0.appearances.isDark }.sorted { scale(of: $0) < scale(of: $1) }
    guard let largest = light.last ?? dark.last else {
      if entries.isEmpty { AssetCatalog.report(path, "names no file") }
      return nil
    }
    let shown = light.isEmpty ? [largest] : light
    let sources = shown.map(add)
    var rare = UIImage.Rare(scale: scale(of: largest), sources: sources)
    if !light.isEmpty { rare.darkSources = dark.map(add) }
    if let resizing = shown.lazy.compactMap(\.resizing).first, let insets = resizing.capInsets {
      // The insets are in pixels of this file.
      let factor = 1 / scale(of: shown.first { $0.resizing != nil } ?? largest)
      rare.capInsets = UIEdgeInsets(
        top: CGFloat(insets.top ?? 0) * factor, left: CGFloat(insets.left ?? 0) * factor,
        bottom: CGFloat(insets.bottom ?? 0) * factor, right: CGFloat(insets.right ?? 0) * factor)
      rare.resizingMode = .stretch
    }
    // Without a choice, browsers show the sharpest file.
    var properties = UIImage.Properties(
      url: sources[sources.count - 1].url, size: size(of: largest, in: path))
    properties.rare = rare
    if contents.properties?.template == "template" { properties.renderingMode = .alwaysTemplate }
    if contents.properties?.template == "original" { properties.renderingMode = .alwaysOriginal }
    set.image = UIImage(properties).shared
    return set
  }

  private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// The size in points.
  private static func size(of entry: Contents.ImageEntry, in path: String) -> CGSize {
    let name = entry.filename ?? ""
    guard let data = FileManager.default.contents(atPath: "\(path)/\(name)") else { return .zero }
    let size = ImageSize.read(data) ?? .zero
    let scale = scale(of: entry)
    return CGSize(width: size.width / scale, height: size.height / scale)
  }

  private static func scale(of entry: Contents.ImageEntry) -> CGFloat {
    switch entry.scale {
    case "2x"?: 2
    case "3x"?: 3
    default: 1
    }
  }
}
