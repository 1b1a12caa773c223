internal import Basics
internal import Foundation
internal import TempuraUI
internal import TextLayout

/// The fonts that an app ships: TrueType and OpenType files anywhere in its bundles, or in the operator's folder of files.
///
/// They are registered for measuring, and served at URLs with a hash of their content. A style sheet defines each as a family
/// with the PostScript name of the font, because `UIFont(name:size:)` names fonts and not families.
struct AppFonts: @unchecked Sendable {
  // Safe because the bytes are never changed nor freed.
  /// The fonts and their style sheet, by their paths in the folder of files.
  private(set) var files: [String: UnsafeRawBufferPointer] = [:]
  /// The URL of the style sheet. Empty if there are no fonts.
  private(set) var stylesheets: [String] = []

  /// Reads the fonts of folders. A file that cannot be used is reported in the log.
  init(in folders: [String], log: Log = Log()) {
    var rules = ""
    for folder in folders {
      for path in FontFiles.paths(in: folder) {
        do {
          guard let data = RegularFile.contents(atPath: "\(folder)/\(path)") else { throw FontError.unreadable }
          let names = try FontLibrary.register([UInt8](data), file: path)
          let ending = path.suffix(3).lowercased()
          let rule = Self.rule(for: names, path: add(data, ending: ending), ending: ending)
          // The bundle may contain a copy of the operator's folder.
          if !rules.contains(rule) { rules += rule }
        } catch {
          log.report("The font \(path) is not used. \(error)", .warning)
        }
      }
    }
    if !rules.isEmpty { stylesheets = ["/" + add(Data(rules.utf8), ending: "css", folder: "")] }
  }

  /// That of the fonts, which their style sheet names by relative URLs.
  private static let folder = "fonts/"

  /// Adds a file, and returns its path.
  private mutating func add(_ data: Data, ending: String, folder: String = Self.folder) -> String {
    var hash = StableHash()
    data.withUnsafeBytes { hash.combine($0) }
    let path = "\(folder)\(String(hash.value, radix: 16)).\(ending)"
    if files[path] == nil {
      files[path] = .permanent(data)
    }
    return path
  }

  private static func rule(for names: FontNames, path: String, ending: String) -> String {
    // A font without an axis has one weight: browsers must not make it bold themselves.
    let weights = names.weights ?? 1...1000
    // Browsers take the heights of lines from other tables, depending on the system. All must have those that are measured.
    let metrics = FontLibrary.metrics(of: names.postScriptName)
    return """
      @font-face {
        font-family: \(FontLibrary.cssString(names.postScriptName));
        font-weight: \(weights.lowerBound) \(weights.upperBound);
        font-style: \(names.isItalic ? "italic" : "normal");
        font-display: block;
        ascent-override: \(percent(metrics.ascent));
        descent-override: \(percent(metrics.descent));
        line-gap-override: 0%;
        src: url("\(path)") format("\(ending == "otf" ? "opentype" : "truetype")");
      }

      """
  }

  private static func percent(_ part: Double) -> String { "\((part * 1_000_000).rounded() / 10_000)%" }
}
