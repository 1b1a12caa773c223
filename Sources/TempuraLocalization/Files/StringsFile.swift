internal import Foundation

/// A file of texts by their keys: `Localizable.strings`.
///
/// The file has lines such as `"key" = "text";` (Apple's "Old-Style ASCII Property Lists"), or is a property list in XML or
/// in binary.
struct StringsFile {
  private(set) var texts: [String: String] = [:]
  /// The mistakes in spite of which the texts are there.
  private(set) var warnings: [StringsFileError] = []

  /// - Throws: The first mistake that makes the file unusable, with its line.
  init(_ bytes: Data, file: String) throws(StringsFileError) {
    if Self.isPropertyList(bytes) {
      let list = try Self.propertyList(bytes, file: file)
      for (key, value) in list {
        if let text = value as? String {
          texts[key] = text
        } else {
          warnings.append(StringsFileError(file: file, line: nil, problem: .notAString(key: key)))
        }
      }
      warnings += Self.repeatedKeys(bytes).map {
        StringsFileError(file: file, line: $0.line, problem: .repeatedKey($0.key))
      }
      return
    }
    guard let source = Self.text(bytes) else { throw StringsFileError(file: file, line: nil, problem: .notText) }
    var reader = StringsReader(source, file: file)
    texts = try reader.read()
    warnings = reader.warnings
  }

  /// The keys that are in a property list in XML for a second time. Foundation takes the last one, and says nothing.
  private static func repeatedKeys(_ bytes: Data) -> [(key: String, line: Int)] {
    var known: Set<String> = []
    var repeated: [(key: String, line: Int)] = []
    for (index, line) in (text(bytes) ?? "").split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for match in line.matches(of: /<key>(.*?)<\/key>/) where !known.insert(String(match.1)).inserted {
        repeated.append((String(match.1), index + 1))
      }
    }
    return repeated
  }

  /// The dictionary in a property list.
  static func propertyList(_ bytes: Data, file: String) throws(StringsFileError) -> [String: Any] {
    let list: Any
    do {
      list = try PropertyListSerialization.propertyList(from: bytes, options: [], format: nil)
    } catch {
      let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? "\(error)"
      let line = reason.firstMatch(of: /line (\d+)/).flatMap { Int($0.1) }
      throw StringsFileError(file: file, line: line, problem: .badPropertyList(reason))
    }
    guard let dictionary = list as? [String: Any] else {
      throw StringsFileError(file: file, line: nil, problem: .notADictionary)
    }
    return dictionary
  }

  private static func isPropertyList(_ bytes: Data) -> Bool {
    if bytes.starts(with: Data("bplist".utf8)) { return true }
    return ["<?xml", "<!DOCTYPE plist", "<plist"].contains { beginning in
      bytes.starts(with: Data(beginning.utf8)) || text(bytes.prefix(64))?.hasPrefix(beginning) == true
    }
  }

  /// Decodes bytes as their byte order mark says. Without one, the first two bytes tell UTF-16 from UTF-8: one of them is 0.
  static func text(_ bytes: Data) -> String? {
    let bytes = [UInt8](bytes)
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): return utf16(bytes.dropFirst(2), isBigEndian: false)
    case (0xFE, 0xFF): return utf16(bytes.dropFirst(2), isBigEndian: true)
    case (0xEF, 0xBB) where bytes.dropFirst(2).first == 0xBF:
      return String(validating: bytes.dropFirst(3), as: UTF8.self)
    case (0, .some(1...)): return utf16(bytes[...], isBigEndian: true)
    case (.some(1...), 0): return utf16(bytes[...], isBigEndian: false)
    default: return String(validating: bytes, as: UTF8.self)
    }
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self)
  }
}
