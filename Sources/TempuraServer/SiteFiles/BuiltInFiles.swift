internal import Foundation
internal import HTTPServer

/// The files of this package's `Public/` and `Templates/`, which are part of every program.
///
/// A build plugin generates `contents`.
enum BuiltInFiles {
  /// The files to serve, by their paths in the folder, such as `tempura.css`.
  static let publicFiles = files(in: "Public").mapValues { text, isBase64 in
    StaticFiles.Content {
      let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      return isBase64 ? decoded(bytes) : bytes
    }
  }

  /// The fonts among these files, whose names contain a hash of their content.
  static let fonts = publicFiles.filter { $0.key.hasSuffix(".woff2") }

  /// Returns the bytes of a file that is not a text, which is contained as Base64.
  private static func decoded(_ base64: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    .permanent(Data(base64Encoded: Data(base64)) ?? Data())
  }

  /// The templates, by their file names.
  static let templates = files(in: "Templates").mapValues(\.text.description)

  private static func files(in folder: String) -> [String: (text: StaticString, isBase64: Bool)] {
    // Bytes, because to compare and to count characters takes long.
    let prefix = Array("\(folder)/".utf8)
    let files = contents.filter { $0.path.utf8.starts(with: prefix) }
    return Dictionary(
      uniqueKeysWithValues: files.map {
        (String(Substring($0.path.utf8.dropFirst(prefix.count))), ($0.text, $0.isBase64))
      })
  }
}
