package import Foundation

extension Bundle {
  /// The folders with the resources of targets, which SwiftPM puts beside the program, by their names.
  package static var foldersOfTargets: [String] {
    let program = main.bundlePath
    let names = (try? FileManager.default.contentsOfDirectory(atPath: program)) ?? []
    return names.filter { $0.hasSuffix(".resources") }.sorted().map { "\(program)/\($0)" }
  }

  /// The folders that the bundle stands for. The main bundle stands for all resources of the app, as on a phone: for the
  /// program's own folder, and those of targets.
  package var folders: [String] {
    isMain ? [bundlePath] + Self.foldersOfTargets : [resourcePath ?? bundlePath]
  }

  /// Whether the bundle is the main one. `Bundle(for:)` of an app's class is another object for the same folder.
  package var isMain: Bool { self === Bundle.main || bundlePath == Bundle.main.bundlePath }

  /// The folders of the fonts of an app. Without a configured bundle those of all targets, but not the program's own, which
  /// may hold everything that was built.
  ///
  /// - Parameter configured: The bundle of the server's configuration.
  package static func fontFolders(_ configured: Bundle?) -> [String] { configured?.folders ?? foldersOfTargets }
}
