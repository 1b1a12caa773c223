/// The files of the package's own `Public/` and `Templates/`, which are part of every program.
///
/// The build writes `contents`.
enum BuiltInFiles {
  // Safe because the bytes are constants of the program.
  /// Files to serve, by their paths below the folder, such as `tempura.css`.
  nonisolated(unsafe) static let publicFiles = files(in: "Public").mapValues { text in
    UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Templates, by their file names.
  static let templates = files(in: "Templates").mapValues(\.description)

  private static func files(in folder: String) -> [String: StaticString] {
    let prefix = folder + "/"
    let files = contents.filter { $0.path.hasPrefix(prefix) }
    return Dictionary(uniqueKeysWithValues: files.map { (String($0.path.dropFirst(prefix.count)), $0.text) })
  }
}
