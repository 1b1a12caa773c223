internal import Foundation

/// The fonts of pictures: the files of three Debian packages, which Debian's stable release does not change. Chromium
/// does not use other fonts of the machine.
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

  /// Writes a configuration of fontconfig (fonts-conf(5)) that has only these fonts.
  ///
  /// - Returns: The path of the file.
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
    // Inter has Latin, Greek and Cyrillic. DejaVu has other scripts, such as Arabic.
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
