internal import Foundation

/// The files of fonts: TrueType and OpenType.
package enum FontFiles {
  private static let endings: Set<String> = [".ttf", ".otf", ".ttc", ".otc"]

  /// The paths of the fonts below a folder, relative to the folder.
  package static func paths(in folder: String) -> [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return paths.filter { endings.contains($0.suffix(4).lowercased()) }.sorted()
  }
}
