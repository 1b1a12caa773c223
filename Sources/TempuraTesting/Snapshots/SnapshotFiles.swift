internal import Foundation

/// Where the files of a screen are: the names are those of Tempura on iOS, with another ending.
struct SnapshotFiles: Equatable, Sendable {
  let folder: String
  /// Without an ending.
  let name: String

  /// - Parameters:
  ///   - directory: The folder of all pictures.
  ///   - screen: The size of the device's screen as it is held, in points.
  ///   - suffix: What of the screen it is, for one of its scroll views; nil for all of it.
  init(
    directory: String, identifier: String, language: String, screen: CGSize, scale: CGFloat, suffix: String? = nil
  ) {
    let (width, height) = (Double(screen.width), Double(screen.height))
    folder = "\(directory)/\(language)/\(min(width, height))x\(max(width, height))"
    let content = suffix.map { "_\($0)_scrollable_content" } ?? ""
    name = "\(identifier)\(content) (\(width), \(height))@\(Int(scale))x"
  }

  var path: String { "\(folder)/\(name)" }

  /// The same in the folder of what it is compared with.
  var referencePath: String { "\(folder)/reference/\(name)" }
}
