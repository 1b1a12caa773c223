internal import Foundation

extension UIFont {
  /// The name of the family. That of the system font begins with a period, as on iOS.
  public final var familyName: String { face.familyName }

  /// The PostScript name. That of the system font begins with a period, as on iOS.
  public final var fontName: String { face.fontName }

  /// The families that the app ships, and those of iOS that can be named.
  public static var familyNames: [String] { Set(NamedFont.shipped.map(\.family)).union(NamedFont.families).sorted() }

  /// Returns the PostScript names of a family's fonts; empty if there is no such family.
  public static func fontNames(forFamilyName familyName: String) -> [String] {
    let shipped = NamedFont.shipped.filter { $0.family == familyName }
    guard shipped.isEmpty else { return shipped.map(\.postScriptName).sorted() }
    guard NamedFont.families.contains(familyName) else { return [] }
    let name = NameParts.plain(familyName)
    return [name, "\(name)-Bold", "\(name)-BoldItalic", "\(name)-Italic"]
  }
}
