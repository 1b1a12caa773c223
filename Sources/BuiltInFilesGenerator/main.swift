// Writes a Swift file that contains files: texts as they are, others as Base64.
//   BuiltInFilesGenerator OUTPUT FOLDER PATH...        with paths relative to the folder
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard let output = arguments.first, let folder = arguments.dropFirst().first else {
  fatalError("Usage: BuiltInFilesGenerator OUTPUT FOLDER PATH...")
}
let entries = try arguments.dropFirst(2).map { path in
  let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)"))
  let text = String(data: bytes, encoding: .utf8)
  // A string's debug description is a valid string literal.
  let literal = (text ?? bytes.base64EncodedString()).debugDescription
  return "    (\(path.debugDescription), \(literal), \(text == nil)),\n"
}
let source = """
  extension BuiltInFiles {
    /// All files, by their paths in the package.
    static let contents: [(path: String, text: StaticString, isBase64: Bool)] = [
  \(entries.joined())  ]
  }

  """
// SwiftPM runs this again if an environment variable has changed. A file that is as before makes it compile nothing.
if FileManager.default.contents(atPath: output) != Data(source.utf8) {
  try source.write(toFile: output, atomically: true, encoding: .utf8)
}
