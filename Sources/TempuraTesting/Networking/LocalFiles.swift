internal import Foundation
internal import TempuraUI

/// Finds the local files that replace remote ones in tests.
package enum LocalFiles {
  /// The file that replaces a URL of any scheme; nil if there is none.
  ///
  /// In each bundle, in this order, its name can be the whole URL, its last path component, or that component without
  /// its extension. The first file found is used, even if a later bundle has a longer match.
  package static func url(for url: URL) -> URL? { self.url(for: url, in: bundles) }

  static func url(for url: URL, in bundles: [Bundle]) -> URL? {
    let component = url.lastPathComponent
    let names = [url.absoluteString, component, (component as NSString).deletingPathExtension]
    for bundle in bundles {
      for name in names {
        if let file = file(named: name, in: bundle) { return file }
      }
    }
    return nil
  }

  /// The bundles to search.
  ///
  /// First the loaded bundles, as on iOS, without the folder of the program: Foundation for Linux treats it as the main
  /// bundle, but it contains build products. Then the bundles in that folder, by name: SwiftPM puts the resources of
  /// each target there, and Foundation for Linux does not list them as loaded.
  static var bundles: [Bundle] {
    let program = Bundle.main.bundleURL.standardizedFileURL
    let loaded = ([Bundle.main] + Bundle.allBundles).filter { $0.resourceURL?.standardizedFileURL != program }
    let known = Set(loaded.map(\.bundlePath))
    return loaded + Bundle.foldersOfTargets.filter { !known.contains($0) }.compactMap(Bundle.init(path:))
  }

  /// The file with a name in a bundle; nil for a folder, and for a name with "..", which could leave the bundle.
  private static func file(named name: String, in bundle: Bundle) -> URL? {
    guard !name.isEmpty, !name.split(separator: "/").contains(".."),
      let file = bundle.url(forResource: name, withExtension: nil)
    else { return nil }
    var isFolder = ObjCBool(false)
    let exists = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
    return exists && !isFolder.boolValue ? file : nil
  }
}
