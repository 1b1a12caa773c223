internal import Foundation

/// The fonts that pictures are drawn with, whatever others the machine has: files of three packages of Debian, whose
/// stable release does not change them.
enum Fonts {
  private static let packages: [(name: String, folder: String, files: [String])] = [
    (
      "fonts-inter", "/usr/share/fonts/opentype/inter",
      ["Regular", "Italic", "Medium", "SemiBold", "Bold", "BoldItalic"].map { "Inter-\($0).otf" }
    ),
    (
      "fonts-dejavu-core", "/usr/share/fonts/truetype/dejavu",
      ["Sans", "Sans-Bold", "SansMono", "SansMono-Bold", "Serif", "Serif-Bold"].map { "DejaVu\($0).ttf" }
    ),
    ("fonts-noto-color-emoji", "/usr/share/fonts/truetype/noto", ["NotoColorEmoji.ttf"]),
  ]

  /// - Throws: `ChromiumError.fontsMissing`.
  static func check() throws(ChromiumError) {
    let missing = packages.filter { package in
      !package.files.allSatisfy { FileManager.default.fileExists(atPath: "\(package.folder)/\($0)") }
    }
    if !missing.isEmpty { throw .fontsMissing(missing.map(\.name)) }
  }

  /// Writes what fontconfig is to read (fonts-conf(5)), with the fonts in a folder of their own.
  ///
  /// - Returns: The file.
  static func configuration(in folder: String) throws -> String {
    try check()
    let file = folder + "/fonts.conf"
    guard !FileManager.default.fileExists(atPath: file) else { return file }
    try FileManager.default.createDirectory(atPath: folder + "/fonts", withIntermediateDirectories: true)
    for package in packages {
      for name in package.files {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/fonts/\(name)", withDestinationPath: "\(package.folder)/\(name)")
      }
    }
    // Inter for Latin, Greek and Cyrillic; DejaVu for what it does not have, such as Arabic.
    func alias(_ family: String, _ fonts: [String]) -> String {
      let families = fonts.map { "<family>\($0)</family>" }.joined()
      return "<alias binding=\"same\"><family>\(family)</family><prefer>\(families)</prefer></alias>"
    }
    let sans = ["Inter", "DejaVu Sans", "Noto Color Emoji"]
    try """
    <?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
    <fontconfig>
      <dir>\(folder)/fonts</dir>
      <cachedir>\(folder)/fontcache</cachedir>
      \(alias("system-ui", sans))
      \(alias("sans-serif", sans))
      \(alias("serif", ["DejaVu Serif"]))
      \(alias("monospace", ["DejaVu Sans Mono"]))
    </fontconfig>

    """.write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }
}
