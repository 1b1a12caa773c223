package import Foundation
internal import _FoundationICU

/// A language of pages and texts.
package struct Language: Hashable, Sendable {
  /// Its tag (RFC 5646), such as `en` or `pt-BR`.
  package let tag: String
  package let isRightToLeft: Bool
  /// The locale for numbers and dates.
  package let locale: Locale
  /// Whether it is the language of accented texts: see `Accents`.
  package let isAccented: Bool

  package init(_ tag: String) { self.init(tag, region: "") }

  /// - Parameter region: The code of the reader's region, such as `GB`; empty for that of the tag, or for none.
  private init(_ tag: String, region: String) {
    self.tag = tag
    isRightToLeft = swift_uloc_isRightToLeft(tag) != 0
    isAccented = tag.lowercased() == "en-xa"
    guard !region.isEmpty else {
      locale = Locale(identifier: tag)
      return
    }
    var parts = Locale.Language.Components(identifier: tag)
    parts.region = Locale.Region(region)
    locale = Locale(languageComponents: parts)
  }

  /// The language of an app instance, among those of the app: the one that the user chose in the app, else the one that
  /// the browser asks for, else the first.
  ///
  /// - Parameter region: The region of the browser's language.
  package static func chosen(
    among languages: [Language], preference: String?, asked: String?, region: String = ""
  ) -> Language {
    var language = languages[0]
    if let preference, let index = index(of: preference, in: languages.map(\.tag)) {
      language = languages[index]
    } else if let asked {
      language = languages.first { $0.tag == asked } ?? Language(asked)
    }
    // Dates of another language are not written as in the region: `it-US` would have the American clock.
    guard !region.isEmpty, let asked, primary(asked) == primary(language.tag) else { return language }
    return Language(language.tag, region: region)
  }

  /// The language that a reader of another one gets (RFC 4647, section 3.4): the same language; else a more general one,
  /// such as `pt` for `pt-PT`; else a more special one, such as `pt-BR` for `pt`. Nil if there is none of them.
  package static func index(of tag: some StringProtocol, in tags: [String]) -> Int? {
    var wanted = Substring(tag)
    while !wanted.isEmpty {
      if let index = tags.firstIndex(where: { $0.utf8.matches(wanted.utf8) }) { return index }
      wanted = wanted[..<(wanted.lastIndex(of: "-") ?? wanted.startIndex)]
    }
    let count = tag.utf8.count
    return tags.firstIndex { other in
      let rest = other.utf8.dropFirst(count)
      return rest.first == UInt8(ascii: "-") && other.utf8.prefix(count).matches(tag.utf8)
    }
  }

  /// The first part of a tag, in small letters: `en` of `en-GB`.
  fileprivate static func primary(_ tag: some StringProtocol) -> String { tag.prefix { $0 != "-" }.lowercased() }
}

extension Sequence<UInt8> {
  /// Whether two texts of ASCII letters, digits and hyphens are the same without regard to case.
  fileprivate func matches(_ other: some Sequence<UInt8>) -> Bool {
    elementsEqual(other) { $0 | 0x20 == $1 | 0x20 }
  }
}
