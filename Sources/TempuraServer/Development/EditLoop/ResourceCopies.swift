internal import Foundation

/// The copies of an app's resources beside its program, which SwiftPM makes in a build.
///
/// SwiftPM copies what has changed, but does not remove what is gone, and takes seconds. The edit loop keeps the copies like
/// their sources, so that the program that runs has a changed file at once.
struct ResourceCopies {
  struct Pair: Equatable {
    /// A file, or a folder with all that is in it.
    let source: String
    let copy: String

    /// Whether a path is the source, or in it.
    func has(_ path: String) -> Bool { path == source || path.hasPrefix(source + "/") }
  }

  private(set) var pairs: [Pair]

  /// Reads the pairs from the description of the build beside a program. Without it there are none, and builds do the rest.
  ///
  /// - Parameter program: The path of the program, such as `.build/x86_64-unknown-linux-gnu/debug/Plants`.
  init(besideProgram program: String) {
    let folder = URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent()
    let builds = folder.deletingLastPathComponent().deletingLastPathComponent()
    let file = builds.appending(path: "\(folder.lastPathComponent).yaml")
    self.init(description: (try? String(contentsOf: file, encoding: .utf8)) ?? "", folder: folder.path)
    pairs.removeAll { $0.source.hasPrefix(builds.path + "/") || !FileManager.default.fileExists(atPath: $0.copy) }
  }

  /// - Parameters:
  ///   - description: The file from which SwiftPM runs a build.
  ///   - folder: Where the bundles of resources are.
  init(description: String, folder: String) {
    pairs = []
    var source: Substring?
    // Not by a regular expression: the file has some megabytes.
    for line in description.utf8.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "    inputs: [".utf8) {
        source = Self.path(in: line)
      } else if line.starts(with: "    outputs: [\"\(folder)/".utf8), let source, let copy = Self.path(in: line),
        copy.contains(".resources/")
      {
        pairs.append(Pair(source: String(source), copy: String(copy)))
      }
    }
  }

  /// The only path in a list such as `inputs: ["/app/Public/"]`, without a slash at its end.
  private static func path(in line: Substring.UTF8View) -> Substring? {
    let parts = line.split(separator: UInt8(ascii: "\""), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, let path = Substring(parts[1]) as Substring? else { return nil }
    return path.hasSuffix("/") ? path.dropLast() : path
  }

  /// Replaces the paths of copies in a message by those of their sources, which an author edits.
  func namingSources(_ message: String) -> String {
    pairs.reduce(message) { $0.replacing($1.copy, with: $1.source) }
  }

  /// Makes a copy like its source. What cannot be copied stays as it is until the next build.
  static func update(_ pair: Pair) { update(pair.copy, from: pair.source) }

  private static func update(_ copy: String, from source: String) {
    let files = FileManager.default
    var isFolder = ObjCBool(false)
    guard files.fileExists(atPath: source, isDirectory: &isFolder) else {
      try? files.removeItem(atPath: copy)
      return
    }
    guard isFolder.boolValue else {
      guard !files.contentsEqual(atPath: source, andPath: copy) else { return }
      // The server must not read half a file.
      try? files.contents(atPath: source)?.write(to: URL(filePath: copy), options: .atomic)
      return
    }
    try? files.createDirectory(atPath: copy, withIntermediateDirectories: true)
    let names = Set((try? files.contentsOfDirectory(atPath: source)) ?? [])
    for name in (try? files.contentsOfDirectory(atPath: copy)) ?? [] where !names.contains(name) {
      try? files.removeItem(atPath: "\(copy)/\(name)")
    }
    for name in names { update("\(copy)/\(name)", from: "\(source)/\(name)") }
  }
}
