/// Why a file is not used as a font. The descriptions do not contain the name of the file.
package enum FontError: Error, Equatable, CustomStringConvertible {
  case packed
  case collection
  case notAFont
  case missingTable(String)
  case invalidUnits(Int)
  case noCharacters
  case duplicate(name: String)
  case unreadable

  package var description: String {
    switch self {
    case .packed: "It is a WOFF file, which cannot be measured. Ship the font as .ttf or .otf."
    case .collection: "It is a collection of fonts, which browsers do not load. Ship each of its fonts as a file."
    case .notAFont: "It is not a TrueType or OpenType font, or is damaged."
    case .missingTable(let name): "It is damaged: the table \(name) is missing or invalid."
    case .invalidUnits(let number): "It is damaged: \(number) units per em are not valid."
    case .noCharacters: "It contains no characters that have a code in Unicode."
    case .duplicate(let name): "Another file contains a font with the same name, \(name)."
    case .unreadable: "It cannot be read."
    }
  }
}
