/// The files of this package's `Public/` and `Templates/`, which are part of every program.
///
/// A build plugin generates `contents`.
enum BuiltInFiles {
  // Safe because the bytes are constants of the program.
  /// The files to serve, by their paths in the folder, such as `tempura.css`.
  nonisolated(unsafe) static let publicFiles = files(in: "Public").mapValues { text in
    UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// The templates, by their file names.
  static let templates = files(in: "Templates").mapValues(\.description)

  private static func files(in folder: String) -> [String: StaticString] {
    let prefix = folder + "/"
    let files = contents.filter { $0.path.hasPrefix(prefix) }
    return Dictionary(uniqueKeysWithValues: files.map { (String($0.path.dropFirst(prefix.count)), $0.text) })
  }
}
