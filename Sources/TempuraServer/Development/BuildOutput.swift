internal import Foundation

/// What a build says.
enum BuildOutput {
  /// The lines of the output that tell what is wrong, without its progress and its warnings. Paths begin at the working
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
