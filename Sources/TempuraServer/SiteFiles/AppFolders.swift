internal import Basics
internal import Foundation
internal import Glibc
internal import TempuraUI

/// The folders with an app's files. A file overrides files of the same name in later folders, and the built-in one.
struct AppFolders {
  let publicFolders: [String]
  let templateFolders: [String]
  /// Where fonts are: the folder of files to serve, and the app's bundles.
  let fontFolders: [String]

  /// - Parameters:
  ///   - publicFolder: A folder that overrides `Public` of the bundle. Nil for none.
  ///   - templateFolder: A folder that overrides `Templates` of the bundle. Nil for none.
  ///   - bundle: The app's bundle. Nil for none.
  /// - Throws: `FolderError.emptyBundle` if the bundle has neither folder, no asset catalogue, no texts and no fonts.
  init(publicFolder: String?, templateFolder: String?, bundle: Bundle?) throws(FolderError) {
    let folders = bundle?.folders ?? []
    let bundled = Self.names.map { name in folders.map { "\($0)/\(name)" }.compactMap(Self.existing) }
    if let folder = folders.first, bundled == [[], []], !folders.contains(where: Self.hasAssets),
      folders.allSatisfy({ FontFiles.paths(in: $0).isEmpty })
    {
      throw .emptyBundle(folder)
    }
    publicFolders = [publicFolder].compactMap(\.self) + bundled[0]
    templateFolders = [templateFolder].compactMap(\.self) + bundled[1]
    fontFolders = [publicFolder].compactMap(\.self) + Bundle.fontFolders(bundle)
  }

  /// The folders of flags, or else of the current folder, and those of the app's bundle.
  init(_ options: CommandLineOptions, bundle: Bundle?) throws(FolderError) {
    if options.isPanel {
      try self.init(publicFolder: nil, templateFolder: nil, bundle: bundle)
      return
    }
    try self.init(
      publicFolder: Self.find(options.publicFolder, flag: "--public", byDefault: Self.names[0]),
      templateFolder: Self.find(options.templateFolder, flag: "--templates", byDefault: Self.names[1]),
      bundle: bundle)
    for folder in publicFolders + templateFolders where access(folder, R_OK | X_OK) != 0 {
      throw .unreadable(folder)
    }
  }

  private static let names = ["Public", "Templates"]

  /// The paths of all folders that may have files and templates, also of those that do not exist.
  static func wanted(_ options: CommandLineOptions, bundle: Bundle?) -> [String] {
    [options.publicFolder ?? names[0], options.templateFolder ?? names[1]]
      + (bundle?.folders ?? []).flatMap { folder in names.map { "\(folder)/\($0)" } }
  }

  private static func find(_ path: String?, flag: String, byDefault name: String) throws(FolderError) -> String? {
    guard let path else { return existing(name) }
    guard let folder = existing(path) else { throw .missing(flag: flag, path: path) }
    return folder
  }

  private static func hasAssets(_ folder: String) -> Bool {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).contains {
      $0.hasSuffix(".xcassets") || $0.hasSuffix(".lproj")
    }
  }

  private static func existing(_ path: String) -> String? {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue ? path : nil
  }
}

/// A required folder does not exist, or the folders cannot be watched.
enum FolderError: Error, CustomStringConvertible {
  case missing(flag: String, path: String)
  case emptyBundle(String)
  case unreadable(String)
  case unwatched(SystemError)

  var description: String {
    switch self {
    case .missing(let flag, let path): "There is no folder \(path). Create it, or name another one with \(flag)."
    case .unreadable(let path): "The folder \(path) cannot be read by the server's user. Change its permissions."
    case .emptyBundle(let bundle):
      "\(bundle) has no folder Public or Templates, no asset catalogue, no .lproj folder and no fonts. Add resources: "
        + "[.copy(\"Public\")] to the target in Package.swift, or do not set ServerConfiguration.bundle."
    case .unwatched(let error):
      "Folders cannot be watched: \(error). Raise fs.inotify.max_user_instances (sysctl), or leave --watch out."
    }
  }
}
