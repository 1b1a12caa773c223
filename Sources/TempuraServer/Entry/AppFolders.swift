internal import Foundation

/// The folders with an app's own files. A file hides those of its name in later folders, and the built-in one.
struct AppFolders {
  let publicFolders: [String]
  let templateFolders: [String]

  /// - Parameters:
  ///   - publicFolder: The folder that comes before the bundle's `Public`; nil for none.
  ///   - templateFolder: The folder that comes before the bundle's `Templates`; nil for none.
  ///   - bundle: The bundle with the folders that the app ships; nil for none.
  /// - Throws: `FolderError.nothingShipped` if the bundle has neither folder.
  init(publicFolder: String?, templateFolder: String?, bundle: Bundle?) throws(FolderError) {
    let path = bundle.map { $0.resourcePath ?? $0.bundlePath }
    let shipped = ["Public", "Templates"].map { name in path.map { "\($0)/\(name)" }.flatMap(Self.existing) }
    if let path, shipped == [nil, nil] { throw .nothingShipped(bundle: path) }
    publicFolders = [publicFolder, shipped[0]].compactMap(\.self)
    templateFolders = [templateFolder, shipped[1]].compactMap(\.self)
  }

  /// The folders of a server: those that flags name, or else those in the current folder, and those that the app ships.
  init(_ options: CommandLineOptions, bundle: Bundle?) throws(FolderError) {
    try self.init(
      publicFolder: Self.find(options.publicFolder, flag: "--public", byDefault: "Public"),
      templateFolder: Self.find(options.templateFolder, flag: "--templates", byDefault: "Templates"),
      bundle: bundle)
  }

  private static func find(_ path: String?, flag: String, byDefault name: String) throws(FolderError) -> String? {
    guard let path else { return existing(name) }
    guard let folder = existing(path) else { throw .missing(flag: flag, path: path) }
    return folder
  }

  private static func existing(_ path: String) -> String? {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue ? path : nil
  }
}

/// A folder that has to be there is missing.
enum FolderError: Error, CustomStringConvertible {
  case missing(flag: String, path: String)
  case nothingShipped(bundle: String)

  var description: String {
    switch self {
    case .missing(let flag, let path): "There is no folder \(path). Make it, or name another one with \(flag)."
    case .nothingShipped(let bundle):
      "There is neither Public nor Templates in \(bundle). Add resources: [.copy(\"Public\")] to the target in "
        + "Package.swift, or leave ServerConfiguration.bundle out."
    }
  }
}
