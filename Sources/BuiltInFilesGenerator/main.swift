// Writes a Swift file with the contents of text files.
//   BuiltInFilesGenerator OUTPUT FOLDER PATH...        with paths below the folder
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard let output = arguments.first, let folder = arguments.dropFirst().first else {
  fatalError("Usage: BuiltInFilesGenerator OUTPUT FOLDER PATH...")
}
let entries = try arguments.dropFirst(2).map { path in
  let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
  // A debug description is a literal with everything escaped that has to be.
  return "    (\(path.debugDescription), \(text.debugDescription)),\n"
}
try """
extension BuiltInFiles {
  /// All files, by their paths in the package.
  static let contents: [(path: String, text: StaticString)] = [
\(entries.joined())  ]
}

""".write(toFile: output, atomically: true, encoding: .utf8)
