internal import Foundation
internal import _FoundationICU

/// Prepares names as UsernameCaseMapped (RFC 8265, section 3.3), with letters of one script only.
enum AccountName {
  /// - Throws: `AccountError.badName`.
  static func prepared(_ name: String) throws(AccountError) -> String {
    var wide = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      // Width mapping: such as full-width letters.
      if (0xFF00...0xFFEF).contains(scalar.value) {
        wide.append(contentsOf: String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars)
      } else {
        wide.append(scalar)
      }
    }
    // A sigma that ends a word is another letter, which a name in capitals does not have.
    let name = String(wide).lowercased().replacing("ς", with: "σ").precomposedStringWithCanonicalMapping
    let scalars = Array(name.unicodeScalars)
    guard 1...AccountStore.maxNameCount ~= name.count, scalars.count <= 4 * AccountStore.maxNameCount,
      scalars.allSatisfy(isAllowed), hasOneScript(scalars), hasOneDirection(scalars)
    else { throw .badName }
    return name
  }

  /// The IdentifierClass of RFC 8264, section 4.2, without characters that depend on their neighbours.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x21...0x7E).contains(scalar.value) }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint || [0x0640, 0x07FA].contains(scalar.value) { return false }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark,
      .spacingMark:
      return String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars.first == scalar
    default: return false
    }
  }

  /// Whether letters are of one script, or of those that one language has (UTS #39, section 5.1).
  private static func hasOneScript(_ scalars: [Unicode.Scalar]) -> Bool {
    var status = U_ZERO_ERROR
    let scripts = Set(scalars.map { swift_uscript_getScript(Int32($0.value), &status).rawValue })
      .subtracting([USCRIPT_COMMON, USCRIPT_INHERITED].map(\.rawValue))
    let languages = [
      [USCRIPT_HAN, USCRIPT_HIRAGANA, USCRIPT_KATAKANA], [USCRIPT_HAN, USCRIPT_HANGUL],
      [USCRIPT_HAN, USCRIPT_BOPOMOFO],
    ]
    return scripts.count <= 1 || languages.contains { scripts.isSubset(of: $0.map(\.rawValue)) }
  }

  /// The Bidi Rule (RFC 5893, section 2).
  private static func hasOneDirection(_ scalars: [Unicode.Scalar]) -> Bool {
    let all = scalars.map { swift_u_charDirection(Int32($0.value)) }
    let letters = [U_RIGHT_TO_LEFT, U_RIGHT_TO_LEFT_ARABIC]
    guard all.contains(where: { letters.contains($0) || $0 == U_ARABIC_NUMBER }) else { return true }
    guard let first = all.first, let last = all.last(where: { $0 != U_DIR_NON_SPACING_MARK }) else { return true }
    return letters.contains(first) && (letters + [U_EUROPEAN_NUMBER, U_ARABIC_NUMBER]).contains(last)
      && !all.contains(U_LEFT_TO_RIGHT) && !(all.contains(U_EUROPEAN_NUMBER) && all.contains(U_ARABIC_NUMBER))
  }
}
