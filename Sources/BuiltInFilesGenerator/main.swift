// Writes a Swift file that contains text files.
//   BuiltInFilesGenerator OUTPUT FOLDER PATH...        with paths relative to the folder
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard let output = arguments.first, let folder = arguments.dropFirst().first else {
  fatalError("Usage: BuiltInFilesGenerator OUTPUT FOLDER PATH...")
}
let entries = try arguments.dropFirst(2).map { path in
  let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
  // A string's debug description is a valid string literal.
  return "    (\(path.debugDescription), \(text.debugDescription)),\n"
}
try """
extension BuiltInFiles {
  /// All files, by their paths in the package.
  static let contents: [(path: String, text: StaticString)] = [
\(entries.joined())  ]
}

""".write(toFile: output, atomically: true, encoding: .utf8)
