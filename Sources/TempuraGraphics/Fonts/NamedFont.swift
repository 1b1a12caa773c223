internal import Basics
internal import Foundation
internal import TextLayout

/// A font with a name: one that the app ships, or one that iOS has.
struct NamedFont: Hashable, Sendable {
  var postScriptName, family: String
  /// The weight on CSS's scale from 100 to 900.
  var weight: Int
  var isItalic: Bool
  /// Whether the app ships the file. Other fonts look like the system font.
  var isShipped = false

  /// The font with a PostScript name, or the regular font of a family.
  static func font(named name: String) -> NamedFont? {
    if let font = shippedFont(named: name) { return font }
    _ = registration
    if let font = shippedFont(named: name) { return font }
    let parts = NameParts(name)
    guard let family = families.first(where: { $0 == name || NameParts.plain($0) == NameParts.plain(parts.family) })
    else { return nil }
    return NamedFont(
      postScriptName: name == family ? NameParts.plain(family) : name, family: family, weight: parts.weight,
      isItalic: parts.isItalic)
  }

  /// The font of the same family in another weight and slant; nil if there is none.
  func sibling(weight: Int, isItalic: Bool) -> NamedFont? {
    guard isShipped else {
      var font = self
      (font.weight, font.isItalic) = (weight, isItalic)
      let style = (weight >= 600 ? "Bold" : "") + (isItalic ? "Italic" : "")
      font.postScriptName = NameParts.plain(family) + (style.isEmpty ? "" : "-\(style)")
      return font
    }
    let fonts = Self.shipped.filter {
      $0.family == family && $0.isItalic == isItalic && ($0.weight >= 600) == (weight >= 600)
    }
    return Self.closest(to: weight, isItalic: isItalic, in: fonts)
  }

  private static func closest(to weight: Int, isItalic: Bool, in fonts: [NamedFont]) -> NamedFont? {
    fonts.min {
      ($0.isItalic == isItalic ? 0 : 1, abs($0.weight - weight)) < (
        $1.isItalic == isItalic ? 0 : 1, abs($1.weight - weight)
      )
    }
  }

  private static func shippedFont(named name: String) -> NamedFont? {
    if let font = FontLibrary.font(named: name) { return NamedFont(font) }
    return closest(to: 400, isItalic: false, in: shipped.filter { $0.family == name })
  }

  /// Registers the app's fonts, once. A server has registered them at its start, in a test of views there may be none.
  private static let registration: Void = {
    let files = AssetLibrary.fontFolders.flatMap { folder in FontFiles.paths(in: folder).map { "\(folder)/\($0)" } }
    for file in files {
      guard let bytes = FileManager.default.contents(atPath: file) else { continue }
      do throws(FontError) {
        try FontLibrary.register([UInt8](bytes), file: file)
      } catch {
        Misuse.report("The font \(file) is not used. \(error)")
      }
    }
  }()

  /// The fonts that the app ships.
  static var shipped: [NamedFont] { FontLibrary.names.map(NamedFont.init) }

  private init(_ names: FontNames) {
    (postScriptName, family, weight) = (names.postScriptName, names.family, names.weight)
    (isItalic, isShipped) = (names.isItalic, true)
  }

  private init(postScriptName: String, family: String, weight: Int, isItalic: Bool) {
    (self.postScriptName, self.family, self.weight, self.isItalic) = (postScriptName, family, weight, isItalic)
  }

  /// The families of iOS that apps name most.
  static let families = [
    "American Typewriter", "Arial", "Avenir", "Avenir Next", "Avenir Next Condensed", "Baskerville", "Chalkboard SE",
    "Cochin", "Copperplate", "Courier", "Courier New", "Damascus", "Didot", "Futura", "Georgia", "Gill Sans",
    "Helvetica",
    "Helvetica Neue", "Hoefler Text", "Marker Felt", "Menlo", "Noteworthy", "Optima", "Palatino", "SF Pro",
    "SF Pro Display",
    "SF Pro Text", "Snell Roundhand", "Times New Roman", "Trebuchet MS", "Verdana",
  ]
}

/// The parts of a PostScript name, such as `Avenir-HeavyOblique`.
struct NameParts {
  var family: String
  var weight = 400
  var isItalic = false

  private static let weights: [(word: String, weight: Int)] = [
    ("ultralight", 100), ("extralight", 200), ("thin", 200), ("semibold", 600), ("demibold", 600), ("extrabold", 800),
    ("ultrabold", 800), ("light", 300), ("medium", 500), ("bold", 700), ("heavy", 800), ("black", 900), ("roman", 400),
    ("book", 400),
  ]

  init(_ name: String) {
    guard let hyphen = name.lastIndex(of: "-") else {
      family = name
      return
    }
    family = String(name[..<hyphen])
    let style = name[hyphen...].lowercased()
    isItalic = style.contains("italic") || style.contains("oblique")
    weight = Self.weights.first { style.contains($0.word) }?.weight ?? 400
  }

  /// The name of a family as it stands in PostScript names: without spaces, and without the suffix of its foundry.
  static func plain(_ family: String) -> String {
    let plain = family.replacing(" ", with: "")
    for suffix in ["PSMT", "PS", "MT"] where plain.hasSuffix(suffix) && plain.count > suffix.count + 2 {
      return String(plain.dropLast(suffix.count))
    }
    return plain
  }
}
