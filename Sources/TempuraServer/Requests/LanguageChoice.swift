/// A language of pages.
struct PageLanguage: Sendable {
  /// Its name (RFC 5646), such as `en` or `pt-BR`.
  let tag: String
  let isRightToLeft: Bool

  init(_ tag: String) {
    self.tag = tag
    isRightToLeft = LanguageChoice.isRightToLeft(tag)
  }
}

/// Chooses among an app's languages.
package enum LanguageChoice {
  /// The language that a reader likes best, by `Accept-Language` (RFC 9110, section 12.5.4; RFC 4647, section 3.4). The
  /// first one if none of them is wanted.
  static func index(in languages: [String], accepted: String) -> Int {
    var ranges: [(range: Substring, quality: Double)] = []
    for item in accepted.split(separator: ",").prefix(32) {
      let parts = item.split(separator: ";")
      guard let range = parts.first?.trimmed, !range.isEmpty else { continue }
      var quality = 1.0
      for parameter in parts.dropFirst() where parameter.trimmed.hasPrefix("q=") {
        quality = Double(parameter.trimmed.dropFirst(2)) ?? 0
      }
      if quality > 0 { ranges.append((range, quality)) }
    }
    for (_, range) in ranges.enumerated().sorted(by: {
      ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset)
    }) {
      if range.range == "*" { return 0 }
      var wanted = range.range.lowercased()[...]
      while !wanted.isEmpty {
        if let index = languages.firstIndex(where: { $0.lowercased() == wanted }) { return index }
        wanted = wanted[..<(wanted.lastIndex(of: "-") ?? wanted.startIndex)]
      }
      // Who reads Portuguese reads that of Brazil, too.
      let prefix = range.range.lowercased() + "-"
      if let index = languages.firstIndex(where: { $0.lowercased().hasPrefix(prefix) }) { return index }
    }
    return 0
  }

  /// Whether a language is written from right to left: by its script if its tag has one (RFC 5646), else by its name.
  package static func isRightToLeft(_ language: String) -> Bool {
    let parts = language.lowercased().split(separator: "-")
    if let script = parts.dropFirst().first(where: { $0.count == 4 }) { return rightToLeftScripts.contains(script) }
    return parts.first.map { rightToLeftLanguages.contains($0) } ?? false
  }

  private static let rightToLeftScripts: Set<Substring> = ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "rohg"]
  private static let rightToLeftLanguages: Set<Substring> = [
    "ar", "he", "iw", "fa", "ur", "yi", "ps", "sd", "ug", "dv", "ckb", "syr", "nqo", "arc",
  ]
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = self
    while rest.first == " " || rest.first == "\t" { rest.removeFirst() }
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    return rest
  }
}
