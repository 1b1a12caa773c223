internal import Foundation

/// The paths of a snapshot's files. The names are those of Tempura on iOS, with other endings.
struct SnapshotFiles: Equatable, Sendable {
  let folder: String
  /// Without an ending.
  let name: String

  /// - Parameters:
  ///   - directory: The folder of all pictures.
  ///   - screen: The size of the screen in its orientation, in points.
  ///   - suffix: The name of a scroll view; nil for the whole screen.
  init(
    directory: String, identifier: String, language: String, screen: CGSize, scale: CGFloat, suffix: String? = nil
  ) {
    let (width, height) = (Double(screen.width), Double(screen.height))
    folder = "\(directory)/\(language)/\(min(width, height))x\(max(width, height))"
    let content = suffix.map { "_\($0)_scrollable_content" } ?? ""
    name = "\(identifier)\(content) (\(width), \(height))@\(Int(scale))x"
  }

  var path: String { "\(folder)/\(name)" }

  /// The path of the reference, without an ending.
  var referencePath: String { "\(folder)/reference/\(name)" }

  /// Whether one of them has a reference.
  var haveReference: Bool {
    ["html", "png", "txt"].contains { FileManager.default.fileExists(atPath: "\(referencePath).\($0)") }
  }
}
