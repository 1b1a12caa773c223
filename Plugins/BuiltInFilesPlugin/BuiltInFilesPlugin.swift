import Foundation
import PackagePlugin

/// Adds a Swift file with all files of some of the package's folders to a target: the fonts of `Fonts/` to `TextLayout`,
/// `Texts/` to `TempuraLocalization`, `Public/` and `Templates/` to `TempuraServer`.
@main
struct BuiltInFilesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let package = context.package.directoryURL
    let folders =
      switch target.name {
      case "TextLayout": ["Fonts"]
      case "TempuraLocalization": ["Texts"]
      default: ["Public", "Templates"]
      }
    let paths = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: package.appending(path: folder).path)
        .map { "\(folder)/\($0)" }
        .filter { folder != "Fonts" || $0.hasSuffix(".ttf") }
        .filter { !package.appending(path: $0, directoryHint: .checkFileSystem).hasDirectoryPath }
    }.sorted()
    let output = context.pluginWorkDirectoryURL.appending(path: "BuiltInFiles+Contents.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(folders.joined(separator: " and "))",
        executable: try context.tool(named: "BuiltInFilesGenerator").url,
        arguments: [output.path, package.path] + paths,
        inputFiles: paths.map { package.appending(path: $0) },
        outputFiles: [output])
    ]
  }
}
