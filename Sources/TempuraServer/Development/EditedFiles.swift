internal import Foundation

/// What the edit loop does with files, and with what a build says of them.
enum EditedFiles {
  /// Whether the server itself reads a file again when it changes, so that nothing is to be built.
  ///
  /// - Parameter path: A path with the folders that the file is in.
  static func isReadByServer(_ path: String) -> Bool {
    path.split(separator: "/").contains { folder in
      folder == "Public" || folder == "Templates" || folder.hasSuffix(".lproj") || folder.hasSuffix(".xcassets")
    }
  }

  /// The lines of a build's output that tell what is wrong, without its progress and its warnings. Paths begin at the working
  /// directory.
  static func problems(in output: String) -> [String] {
    let blocks = blocks(of: output)
    let errors = blocks.filter { $0[0].contains("error: ") }
    var said: Set<[String]> = []
    let lines = (errors.isEmpty ? blocks : errors).filter { said.insert($0).inserted }.joined(separator: [""])
    let folder = FileManager.default.currentDirectoryPath + "/"
    return lines.map { $0.replacing(folder, with: "") }
  }

  /// The output in pieces: a diagnostic of the compiler with its lines of the source, or other lines between empty ones.
  private static func blocks(of output: String) -> [[String]] {
    var blocks: [[String]] = [[]]
    for line in output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.contains(#/^\[\d+/\d+\] |^Build(ing| of) /#) { continue }
      if line.isEmpty || line.contains(#/^\S.*(error|warning|note): /#) { blocks.append([]) }
      if !line.isEmpty { blocks[blocks.count - 1].append(String(line)) }
    }
    return blocks.filter { !$0.isEmpty }
  }
}
