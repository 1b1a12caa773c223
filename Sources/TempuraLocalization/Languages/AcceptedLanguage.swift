/// The language of an app that a browser's user reads best, by `Accept-Language` (RFC 9110, section 12.5.4).
package struct AcceptedLanguage {
  /// Which of the app's languages it is.
  package let index: Int
  /// The region in which the user reads the language, such as `GB`; empty if the browser names none.
  package let region: String

  /// How many languages of a browser are read.
  private static let maxRanges = 32

  /// - Parameters:
  ///   - languages: The tags of the app's languages. The first is for users who read none of them.
  ///   - field: The value of the field `Accept-Language`.
  package init(among languages: [String], field: String) {
    var best: (quality: Double, index: Int, range: Substring) = (0, 0, "")
    var rest = field.utf8[...]
    for _ in 0..<Self.maxRanges where !rest.isEmpty && best.quality < 1 {
      let item = rest.prefix { $0 != UInt8(ascii: ",") }
      rest = rest[item.endIndex...].dropFirst()
      let name = item.prefix { $0 != UInt8(ascii: ";") }
      let range = Substring(name).trimmed
      let quality = Self.quality(Substring(item[name.endIndex...]))
      // Of languages that are liked as well, the first counts.
      guard quality > best.quality, !range.isEmpty else { continue }
      if range == "*" {
        best = (quality, 0, "")
      } else if let index = Language.index(of: range, in: languages) {
        best = (quality, index, range)
      }
    }
    index = best.index
    region = Self.region(best.range)
  }

  private static func quality(_ parameters: Substring) -> Double {
    if parameters.isEmpty { return 1 }
    for parameter in parameters.split(separator: ";") where parameter.trimmed.hasPrefix("q=") {
      return Double(parameter.trimmed.dropFirst(2)) ?? 0
    }
    return 1
  }

  /// The region of a tag: the part of two letters or three digits (RFC 5646, section 2.2.4).
  private static func region(_ tag: Substring) -> String {
    guard tag.utf8.contains(UInt8(ascii: "-")) else { return "" }
    let region = tag.split(separator: "-").dropFirst().prefix { $0.utf8.count > 1 }.first { part in
      part.utf8.count == 2 && part.allSatisfy { $0.isASCII && $0.isLetter }
        || part.utf8.count == 3 && part.allSatisfy { $0.isASCII && $0.isNumber }
    }
    return region?.uppercased() ?? ""
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
