/// Makes texts as long as translations are, and recognisable: what stays plain on a page was not localised, and what is cut
/// off would be cut off in German.
///
/// The language `en-XA` is the accented one (Unicode CLDR, "Pseudo-locales"; Android and Apple's tools know it, too).
enum Accents {
  /// A text in brackets, accented and longer by two fifths. What stands for values in it stays.
  static func whole(_ text: String) -> String { accented(text, isWhole: true) }

  /// - Parameter isWhole: Whether it is a whole text, or a part of one that is accented by itself.
  static func accented(_ text: String, isWhole: Bool = false) -> String {
    var result = ""
    var missing = 0.0
    for (part, source) in LocalizedFormat(text).parts {
      guard case .text = part else {
        result += source
        continue
      }
      for character in source {
        let accented = letters[character] ?? character
        result.append(accented)
        missing += 0.4
        if missing >= 1, vowels.contains(character) {
          result.append(accented)
          missing -= 1
        }
      }
    }
    result += String(repeating: "~", count: Int(missing.rounded(.up)))
    return isWhole ? "[\(result)]" : result
  }

  private static let vowels = Set("aeiouyAEIOUY")

  private static let letters: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"))
}
