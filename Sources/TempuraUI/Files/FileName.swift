internal import Foundation

/// Makes the names of uploaded files safe to use in a folder.
enum FileName {
  /// Returns a name that is safe as the last component of a path. It has no folder, no invisible characters, and no dot
  /// or space at its start or end. It is never empty, and at most `maximumBytes` long.
  static func cleaned(_ name: String) -> String {
    let last = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? ""
    let seen = String(String.UnicodeScalarView(last.unicodeScalars.filter(isVisible)))
    let trimmed = seen.drop { $0 == "." || $0.isWhitespace }.reversed().drop { $0 == "." || $0.isWhitespace }.reversed()
    return shortened(trimmed.isEmpty ? "file" : String(trimmed))
  }

  /// Whether a character is visible. Control characters are not, nor are characters that change the writing direction:
  /// they can make `fdp.exe` look like `exe.pdf`.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: false
    default: scalar.properties.generalCategory != .control
    }
  }

  /// The maximum length of a name in UTF-8. File systems allow 255 bytes.
  private static let maximumBytes = 200

  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > maximumBytes else { return name }
    let ending = (name as NSString).pathExtension
    let tail = ending.isEmpty || ending.utf8.count > 20 ? "" : ".\(ending)"
    // A character may have several bytes.
    var bytes = tail.utf8.count
    let head = name.dropLast(tail.count).prefix { character in
      bytes += character.utf8.count
      return bytes <= maximumBytes
    }
    return (head.isEmpty ? "file" : head) + tail
  }

  /// Returns a name that is not in `taken`, with a number before its ending if needed, and inserts it. Case is ignored.
  static func unique(_ name: String, among taken: inout Set<String>) -> String {
    let ending = (name as NSString).pathExtension
    let stem = ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
    var unique = name
    var number = 2
    while !taken.insert(unique.lowercased()).inserted {
      unique = ending.isEmpty ? "\(stem)-\(number)" : "\(stem)-\(number).\(ending)"
      number += 1
    }
    return unique
  }
}
