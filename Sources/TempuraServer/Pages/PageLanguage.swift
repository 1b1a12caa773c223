/// The language of a page, and which way it is written.
struct PageLanguage: Sendable {
  /// The tag (RFC 5646), such as `pt-BR`.
  let tag: String
  let isRightToLeft: Bool

  init(_ tag: String) {
    self.tag = tag
    isRightToLeft = Self.isRightToLeft(tag)
  }

  /// By the script if the tag has one, else by the name.
  private static func isRightToLeft(_ tag: String) -> Bool {
    let parts = tag.lowercased().split(separator: "-")
    if let script = parts.dropFirst().first(where: { $0.count == 4 }) { return rightToLeftScripts.contains(script) }
    return parts.first.map { rightToLeftLanguages.contains($0) } ?? false
  }

  private static let rightToLeftScripts: Set<Substring> = ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "rohg"]
  private static let rightToLeftLanguages: Set<Substring> = [
    "ar", "he", "iw", "fa", "ur", "yi", "ps", "sd", "ug", "dv", "ckb", "syr", "nqo", "arc",
  ]
}
