internal import Basics
internal import Foundation

/// The fonts that texts are measured with: the built-in family "Tempura Sans", and the files that apps register.
package enum FontLibrary {
  private struct Registered {
    var faces: [String: FontFace] = [:]
    var names: [FontNames] = []
  }

  private static let registered = Locked(Registered())

  /// Adds a font, unless there is one of its name.
  ///
  /// - Returns: The font that has the name.
  static func add(_ face: FontFace) -> FontFace {
    registered.withLock { registered in
      if let known = registered.faces[face.names.postScriptName] { return known }
      registered.faces[face.names.postScriptName] = face
      registered.names.append(face.names)
      return face
    }
  }

  /// The names of all registered files, in the order of their registration.
  package static var names: [FontNames] { registered.withLock { $0.names } }

  /// The registered font with a PostScript name, or else with a full name.
  package static func font(named name: String) -> FontNames? {
    let names = names
    return names.first { $0.postScriptName == name } ?? names.first { $0.fullName == name }
  }

  /// The registered fonts of a family.
  package static func family(named name: String) -> [FontNames] { names.filter { $0.family == name } }

  /// The name of the built-in family in style sheets.
  package static let builtInFamily = "Tempura Sans"

  /// The CSS value of `font-family` for a drawing. It may be in a page that does not load the built-in family, or in a file, and
  /// digits then come from the font of the system: fonts with emoji have digits, too. The style sheet defines a family without them.
  ///
  /// - Parameter family: A `TextFont.family`.
  package static func cssFamiliesOfDrawing(_ family: String) -> String {
    (family.isEmpty ? "" : "\(cssString(family)), ") + "\"\(builtInFamily)\", \"Tempura Emoji\", system-ui, sans-serif"
  }

  /// A string of CSS (CSS Syntax Level 3, section 4.3.7).
  package static func cssString(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "<", ">", "&", "\u{0}"..."\u{1f}", "\u{7f}": result += "\\\(String(scalar.value, radix: 16)) "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  // MARK: - Measuring

  package static func metrics(of family: String) -> FontMetrics {
    if family.isEmpty { return FontMetrics() }
    return registered.withLock { $0.faces[family]?.metrics } ?? FontMetrics()
  }

  /// The files for the characters of a font, in the order in which they are tried.
  static func faces(of font: TextFont) -> [FontInstance] {
    var result: [FontInstance] = []
    if !font.family.isEmpty, let face = registered.withLock({ $0.faces[font.family] }) {
      result.append(face.instance(weight: font.weight, size: font.size))
    }
    return result
      + (font.weight < firstBoldWeight ? regular : bold).map {
        $0.instance(weight: font.weight, size: font.size)
      }
  }

  /// The weight from which on browsers use the bold file of scripts that have two: see `Fonts/make`.
  private static let firstBoldWeight = 600

  private static let regular = builtIn("latin", "vietnamese", "greek", "cyrillic", "arabic", "hebrew")
  private static let bold = builtIn("latin", "vietnamese", "greek", "cyrillic", "arabic-bold", "hebrew-bold")

  private static let builtInFaces = Locked<[String: FontFace]>([:])

  private static func builtIn(_ names: String...) -> [FontFace] {
    names.compactMap { name in
      builtInFaces.withLock { faces in
        if let face = faces[name] { return face }
        faces[name] = BuiltInFiles.contents.first { $0.path == "Fonts/\(name).ttf" }.flatMap { file in
          let base64 = Data(bytes: file.text.utf8Start, count: file.text.utf8CodeUnitCount)
          return try? FontFace([UInt8](Data(base64Encoded: base64) ?? Data()), fallbackName: name, isKernedByWord: true)
        }
        return faces[name]
      }
    }
  }
}

/// The files of this package's `Fonts/`, which are part of every program.
///
/// A build plugin generates `contents`.
enum BuiltInFiles {}
