package import Foundation

/// Files that stand for what is at URLs elsewhere.
package enum LocalFiles {
  /// The file that stands for what is at a URL, whatever the URL's scheme; nil if none does.
  ///
  /// In each of the test's bundles in turn, files of these names are looked for: the whole URL, its last path component,
  /// and that without its extension. The first one is it, so that a file in an earlier bundle counts before a better match
  /// in a later one.
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

  /// The bundles that files are looked for in.
  ///
  /// Of the bundles that Foundation calls loaded, as on a phone, those that have resources: the folder that a plain program
  /// lies in is its main bundle, too, but what is in it was built and not put there to be found. Then the bundles beside the
  /// program, by their names: there SwiftPM puts the resources of each target, and Foundation for Linux knows of them only
  /// by their paths.
  static var bundles: [Bundle] {
    let program = Bundle.main.bundleURL.standardizedFileURL
    let loaded = ([Bundle.main] + Bundle.allBundles).filter { $0.resourceURL?.standardizedFileURL != program }
    let beside = (try? FileManager.default.contentsOfDirectory(at: program, includingPropertiesForKeys: nil)) ?? []
    let known = Set(loaded.map(\.bundlePath))
    return loaded
      + beside.filter { $0.pathExtension == "resources" && !known.contains($0.path) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .compactMap { Bundle(url: $0) }
  }

  /// A file in a bundle: a folder is none, nor is what a name with ".." in it leads to elsewhere.
  private static func file(named name: String, in bundle: Bundle) -> URL? {
    guard !name.isEmpty, !name.split(separator: "/").contains(".."),
      let file = bundle.url(forResource: name, withExtension: nil)
    else { return nil }
    var isFolder = ObjCBool(false)
    let exists = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
    return exists && !isFolder.boolValue ? file : nil
  }
}
