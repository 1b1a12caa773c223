internal import Foundation

/// An image of an asset catalogue.
struct ImageSet {
  var image: UIImage
  /// The paths of the files by their URL.
  var files: [String: String] = [:]

  /// The formats that browsers show. PDF pictures are converted.
  private static let formats: Set<String> = ["png", "jpg", "jpeg", "gif", "webp", "svg", "pdf"]

  /// Returns the image of a folder `….imageset`; nil if it is broken, which is reported.
  static func read(_ path: String, url: String) -> ImageSet? {
    guard let contents = Contents.read(path) else { return nil }
    let entries = (contents.images ?? []).filter { $0.filename != nil && $0.idiom.idiomRank != nil }
    // The content of the PDF pictures without an SVG file beside them, by the names of the files.
    var converted: [String: Data] = [:]
    let usable = entries.compactMap { entry -> Contents.ImageEntry? in
      guard let name = entry.filename else { return nil }
      if name.lowercased().hasSuffix(".pdf"), !name.contains("/"),
        let pdf = FileManager.default.contents(atPath: "\(path)/\(name)")
      {
        var entry = entry
        entry.filename = "\(name).svg"
        if !FileManager.default.fileExists(atPath: "\(path)/\(name).svg") {
          guard let svg = PDFPicture.svg(of: pdf, name: "\(path)/\(name)") else { return nil }
          converted["\(name).svg"] = svg
        }
        return entry
      }
      guard formats.contains(name.split(separator: ".").last?.lowercased() ?? "") else {
        AssetCatalog.report(
          "\(path)/\(name)", "cannot be shown by browsers: add the picture as SVG or PNG")
        return nil
      }
      guard !name.contains("/"), FileManager.default.fileExists(atPath: "\(path)/\(name)") else {
        AssetCatalog.report("\(path)/\(name)", "does not exist")
        return nil
      }
      return entry
    }
    var set = ImageSet(image: UIImage())
    func add(_ entry: Contents.ImageEntry) -> UIImage.Source {
      let name = entry.filename ?? ""
      if let svg = converted[name] { return UIImage.Source(url: PDFPicture.url(of: svg), scale: scale(of: entry)) }
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
      rare.capInsets = UIImage.EdgeLengths(
        UIEdgeInsets(
          top: CGFloat(insets.top ?? 0) * factor, left: CGFloat(insets.left ?? 0) * factor,
          bottom: CGFloat(insets.bottom ?? 0) * factor, right: CGFloat(insets.right ?? 0) * factor))
      rare.resizingMode = .stretch
    }
    // Without a choice, browsers show the sharpest file.
    var properties = UIImage.Properties(
      url: sources[sources.count - 1].url, size: size(of: largest, in: path, converted))
    properties.rare = rare
    if contents.properties?.template == "template" { properties.renderingMode = .alwaysTemplate }
    if contents.properties?.template == "original" { properties.renderingMode = .alwaysOriginal }
    set.image = UIImage(properties)
    return set
  }

  /// The size in points.
  private static func size(of entry: Contents.ImageEntry, in path: String, _ converted: [String: Data]) -> CGSize {
    let name = entry.filename ?? ""
    guard let data = converted[name] ?? FileManager.default.contents(atPath: "\(path)/\(name)") else { return .zero }
    let size = ImageFormat(data)?.size(of: data) ?? ImageSize.read(data) ?? .zero
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
