internal import Basics
public import Foundation

/// The asset catalogues of all bundles, read when they are first needed.
package enum AssetLibrary {
  private struct Known {
    /// The catalogues by the path of their bundle.
    var bundles: [String: [AssetCatalog]] = [:]
    /// The folders of the app's bundles, in the order of a search.
    var folders: [String]?
    /// The folder of the server's configuration, which is searched first.
    var first: String?
  }

  private static let known = Locked(Known())

  /// Sets the bundle that is searched first.
  package static func use(_ bundle: Bundle) {
    known.withLock {
      $0.first = folder(of: bundle)
      $0.folders = nil
    }
  }

  static func color(named name: String, in bundle: Bundle? = nil) -> UIColor? {
    find(in: bundle) { $0.colors[name] }
  }

  static func image(named name: String, in bundle: Bundle? = nil) -> UIImage? {
    find(in: bundle) { $0.images[name] }
  }

  static func data(named name: String, in bundle: Bundle? = nil) -> Data? {
    find(in: bundle) { $0.data[name] }.flatMap { FileManager.default.contents(atPath: $0) }
  }

  /// The paths of the image files in the file system, by the path in their URL.
  package static var files: [String: String] {
    let files = appFolders.flatMap(catalogs).flatMap(\.files).map { url, path in
      (String(url.dropFirst()).removingPercentEncoding ?? url, path)
    }
    return Dictionary(files) { first, _ in first }
  }

  /// The URLs of the image files, as images have them.
  package static var urls: [String] { appFolders.flatMap(catalogs).flatMap(\.files.keys) }

  /// The URLs of the files of the app's icon: of the set `AppIcon`, or else of the first one by its name.
  package static var appIcons: [String] {
    let sets = appFolders.flatMap(catalogs).flatMap { $0.appIcons.sorted { $0.key < $1.key } }.filter {
      !$0.value.isEmpty
    }
    return (sets.first { $0.key == "AppIcon" } ?? sets.first)?.value ?? []
  }

  static func contents(ofURL url: String) -> Data? {
    find { $0.files[url] }.flatMap { FileManager.default.contents(atPath: $0) }
  }

  private static func find<Found>(in bundle: Bundle? = nil, _ body: (AssetCatalog) -> Found?) -> Found? {
    let folders = bundle.map { [folder(of: $0)] } ?? appFolders
    for folder in folders {
      for catalog in catalogs(in: folder) {
        if let found = body(catalog) { return found }
      }
    }
    return nil
  }

  // MARK: - Folders

  private static func folder(of bundle: Bundle) -> String { bundle.resourcePath ?? bundle.bundlePath }

  /// The folder of the configured bundle, and those that SwiftPM puts beside the program.
  private static var appFolders: [String] {
    if let folders = known.withLock({ $0.folders }) { return folders }
    let main = Bundle.main.bundlePath
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: main)) ?? []).sorted()
    let beside = names.filter { $0.hasSuffix(".resources") }.map { "\(main)/\($0)" }
    return known.withLock {
      let folders = [$0.first].compactMap(\.self) + beside.filter { [first = $0.first] in $0 != first } + [main]
      $0.folders = folders
      return folders
    }
  }

  /// Whether the app's configuration names a bundle.
  static var hasConfiguredBundle: Bool { known.withLock { $0.first != nil } }

  /// The fonts in the bundles beside the program.
  static var fontFiles: [String] {
    appFolders.filter { $0.hasSuffix(".resources") }.flatMap { folder in
      let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      return paths.filter { $0.hasSuffix(".ttf") || $0.hasSuffix(".otf") }.sorted().map { "\(folder)/\($0)" }
    }
  }

  private static func catalogs(in folder: String) -> [AssetCatalog] {
    if let catalogs = known.withLock({ $0.bundles[folder] }) { return catalogs }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    let name = folder.split(separator: "/").last ?? "app"
    let bundle = AssetCatalog.encoded(String(name.hasSuffix(".resources") ? name.dropLast(10) : name))
    let catalogs = names.filter { $0.hasSuffix(".xcassets") }.map { name in
      AssetCatalog(
        path: "\(folder)/\(name)", url: "/assets/\(bundle)/\(AssetCatalog.encoded(String(name.dropLast(9))))")
    }
    known.withLock { $0.bundles[folder] = catalogs }
    return catalogs
  }
}

extension UIColor {
  /// The colour of a colour set in the app's asset catalogues.
  ///
  /// - Returns: nil if there is none.
  public convenience init?(named name: String) {
    guard let color = AssetLibrary.color(named: name) else { return nil }
    self.init(light: color.light, dark: color.dark)
  }

  /// The colour of a colour set in the asset catalogues of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: nil for all bundles of the app.
  ///   - traitCollection: Not used: the browser selects the appearance.
  /// - Returns: nil if there is none.
  public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
    guard let color = AssetLibrary.color(named: name, in: bundle) else { return nil }
    self.init(light: color.light, dark: color.dark)
  }
}

/// The content of a data set in the app's asset catalogues.
public final class NSDataAsset: NSObject {
  public let name: String
  public let data: Data

  /// - Returns: nil if there is no such data set.
  public convenience init?(name: String) { self.init(name: name, in: nil) }

  /// - Returns: nil if there is no such data set in the bundle.
  public convenience init?(name: String, bundle: Bundle) { self.init(name: name, in: bundle) }

  private init?(name: String, in bundle: Bundle?) {
    guard let data = AssetLibrary.data(named: name, in: bundle) else { return nil }
    (self.name, self.data) = (name, data)
    super.init()
  }
}
