/// Makes English texts recognisable, and as long as translations are. A text that stays plain on a page is not localised. A
/// text that is cut off would be cut off in German, too.
///
/// The language `en-XA` has the accented texts, as in Unicode CLDR ("Pseudo-locales"), on Android and in Apple's tools.
enum Accents {
  /// A text in brackets, accented and longer by two fifths. Its format specifiers stay as they are.
  static func whole(_ text: String) -> String { accented(text, isWhole: true) }

  /// - Parameter isWhole: Whether the text is a whole one, which gets brackets, or a part of one.
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
