internal import Foundation

/// Names of files as their owners call them, made harmless.
enum FileName {
  /// A name as the last component of a path: no folder, nothing that cannot be seen, not hidden, not too long, never
  /// empty.
  static func cleaned(_ name: String) -> String {
    let last = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? ""
    let seen = String(String.UnicodeScalarView(last.unicodeScalars.filter(isSeen)))
    let trimmed = seen.drop { $0 == "." || $0.isWhitespace }.reversed().drop { $0 == "." || $0.isWhitespace }.reversed()
    return shortened(trimmed.isEmpty ? "file" : String(trimmed))
  }

  /// Not control characters, nor those that turn the direction of what follows, so that `fdp.exe` looks like `exe.pdf`.
  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: false
    default: scalar.properties.generalCategory != .control
    }
  }

  /// File systems take 255 bytes. The ending stays.
  private static let mostBytes = 200

  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > mostBytes else { return name }
    let ending = (name as NSString).pathExtension
    let tail = ending.isEmpty || ending.utf8.count > 20 ? "" : ".\(ending)"
    var head = name.dropLast(tail.count)
    while head.utf8.count + tail.utf8.count > mostBytes { head.removeLast() }  // a character may be longer than that
    return (head.isEmpty ? "file" : head) + tail
  }

  /// A name that is not among those that are taken, in whichever case: with a number before its ending.
  static func free(_ name: String, _ taken: inout Set<String>) -> String {
    let ending = (name as NSString).pathExtension
    let stem = ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
    var free = name
    var number = 2
    while !taken.insert(free.lowercased()).inserted {
      free = ending.isEmpty ? "\(stem)-\(number)" : "\(stem)-\(number).\(ending)"
      number += 1
    }
    return free
  }
}
