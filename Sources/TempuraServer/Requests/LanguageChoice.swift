internal import TempuraUI

/// Chooses among an app's languages.
enum LanguageChoice {
  /// The index of the language that fits `Accept-Language` best (RFC 9110, section 12.5.4; RFC 4647, section 3.4); 0 if none
  /// fits.
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
      if let index = Language.index(of: range.range, in: languages) { return index }
    }
    return 0
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = self
    while rest.first == " " || rest.first == "\t" { rest.removeFirst() }
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    return rest
  }
}
