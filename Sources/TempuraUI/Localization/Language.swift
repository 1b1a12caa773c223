package import Foundation

/// A language of pages and texts.
package struct Language: Hashable, Sendable {
  /// Its name (RFC 5646), such as `en` or `pt-BR`.
  package let tag: String
  package let isRightToLeft: Bool
  /// How its readers write numbers and dates.
  package let locale: Locale

  package init(_ tag: String) {
    self.tag = tag
    isRightToLeft = Self.isRightToLeft(tag)
    locale = Locale(identifier: tag)
  }

  /// Whether it is the one that stands for all that are longer than English: see `Accents`.
  package var isAccented: Bool { tag.lowercased() == "en-xa" }

  /// One of an app's languages: that which its user chose in it, or else the one that is asked for, or else the first.
  package static func chosen(among languages: [Language], preference: String?, asked: String?) -> Language {
    if let preference, let index = index(of: preference, in: languages.map(\.tag)) { return languages[index] }
    guard let asked else { return languages[0] }
    return languages.first { $0.tag == asked } ?? Language(asked)
  }

  /// Which of some languages a reader of another one reads (RFC 4647, section 3.4): that one, or a more general one, or
  /// else another of the same language: who reads Portuguese reads that of Brazil, too. Nil if there is none.
  package static func index(of tag: some StringProtocol, in tags: [String]) -> Int? {
    var wanted = tag.lowercased()[...]
    while !wanted.isEmpty {
      if let index = tags.firstIndex(where: { $0.lowercased() == wanted }) { return index }
      wanted = wanted[..<(wanted.lastIndex(of: "-") ?? wanted.startIndex)]
    }
    let prefix = tag.lowercased() + "-"
    return tags.firstIndex { $0.lowercased().hasPrefix(prefix) }
  }

  /// Whether a language is written from right to left: by its script if its tag has one (RFC 5646), else by its name.
  private static func isRightToLeft(_ language: String) -> Bool {
    let parts = language.lowercased().split(separator: "-")
    if let script = parts.dropFirst().first(where: { $0.count == 4 }) { return rightToLeftScripts.contains(script) }
    return parts.first.map { rightToLeftLanguages.contains($0) } ?? false
  }

  private static let rightToLeftScripts: Set<Substring> = ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "rohg"]
  private static let rightToLeftLanguages: Set<Substring> = [
    "ar", "he", "iw", "fa", "ur", "yi", "ps", "sd", "ug", "dv", "ckb", "syr", "nqo", "arc",
  ]
}
