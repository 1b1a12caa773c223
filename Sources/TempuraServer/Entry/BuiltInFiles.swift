internal import CBuiltIn

/// The files of `Public/` and `Templates/` that are in the program itself.
enum BuiltInFiles {
  // Safe because the bytes are constants of the program.
  /// Files to serve, by their paths below the folder, such as `tempura.css`.
  nonisolated(unsafe) static let publicFiles = files(in: "Public")

  /// Templates, by their file names.
  static let templates = files(in: "Templates").reduce(into: [String: String]()) { templates, file in
    templates[file.key] = String(decoding: file.value, as: UTF8.self)
  }

  private static func files(in folder: String) -> [String: UnsafeRawBufferPointer] {
    var files: [String: UnsafeRawBufferPointer] = [:]
    var pointer = builtInFiles
    while let path = pointer.pointee.path {
      let path = String(cString: path)
      if path.hasPrefix(folder + "/") {
        let bytes = UnsafeRawBufferPointer(start: pointer.pointee.bytes, count: pointer.pointee.size)
        files[String(path.dropFirst(folder.count + 1))] = bytes
      }
      pointer += 1
    }
    return files
  }

  private static var builtInFiles: UnsafePointer<builtin_file> { builtin_all() }
}
