internal import Basics
public import Foundation
internal import TempuraLocalization

/// The asset catalogues of all bundles, read when they are first needed.
package enum AssetLibrary {
  private struct Known {
    /// The catalogues by the path of their bundle.
    var bundles: [String: [AssetCatalog]] = [:]
    /// The folders of the app, in the order of a search.
    var folders = Bundle.main.folders
    /// The bundle of the server's configuration.
    var configured: Bundle?
  }

  private static let known = Locked(Known())

  /// Sets the bundle that is searched first.
  package static func use(_ bundle: Bundle) {
    known.withLock {
      let first = bundle.folders
      $0.configured = bundle
      $0.folders = first + Bundle.main.folders.filter { !first.contains($0) }
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
    for folder in bundle.map({ $0.isMain ? appFolders : $0.folders }) ?? appFolders {
      for catalog in catalogs(in: folder) {
        if let found = body(catalog) { return found }
      }
    }
    return nil
  }

  // MARK: - Folders

  /// The folders of the configured bundle, and those of the main one.
  private static var appFolders: [String] { known.withLock { $0.folders } }

  /// The folders of the app's fonts.
  static var fontFolders: [String] { Bundle.fontFolders(known.withLock { $0.configured }) }

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
  ///   - bundle: nil or the main one for all bundles of the app.
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
