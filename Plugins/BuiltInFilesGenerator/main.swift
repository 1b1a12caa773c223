// Writes a Swift file that contains files: texts as they are, others as Base64. If the English texts of the server are among
// them, the file also has a declaration for each.
//   BuiltInFilesGenerator OUTPUT FOLDER PATH...        with paths relative to the folder
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard let output = arguments.first, let folder = arguments.dropFirst().first else {
  fatalError("Usage: BuiltInFilesGenerator OUTPUT FOLDER PATH...")
}
let entries = try arguments.dropFirst(2).map { path in
  let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)"))
  var text = String(data: bytes, encoding: .utf8)
  // Browsers do not need the comments of scripts and style sheets, their indentation and empty lines.
  if path.hasSuffix(".js") { text?.replace(/(?m)^\s*(?:\/\/.*\n)?/, with: "") }
  if path.hasSuffix(".css") {
    text?.replace(/\/\*(?s:.*?)\*\//, with: "")
    text?.replace(/(?m)^\s+/, with: "")
  }
  // A string's debug description is a valid string literal.
  let literal = (text ?? bytes.base64EncodedString()).debugDescription
  return "    (\(path.debugDescription), \(literal), \(text == nil)),\n"
}

/// Returns the declaration of a text: that of `"bar.backTo" = "Back to %@"` is `barBackTo(_ value1: String)`.
func declaration(ofText key: Substring, _ text: Substring) -> String {
  let words = key.split(separator: ".")
  let name = words[0] + words[1].prefix(1).uppercased() + words[1].dropFirst()
  let types = text.matches(of: /%(?:\d\$)?(@|lld|#@)/).map { $0.1 == "@" ? "String" : "Int" }
  if types.isEmpty { return "  package static let \(name) = Self(\"\(key)\")\n" }
  let parameters = types.enumerated().map { "_ value\($0 + 1): \($1)" }.joined(separator: ", ")
  let values = types.indices.map { ", value\($0 + 1)" }.joined()
  return "  package static func \(name)(\(parameters)) -> Self { Self(\"\(key)\"\(values)) }\n"
}

let texts = try arguments.dropFirst(2).filter { $0.contains("/en.lproj/Localizable.strings") }.map {
  try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
}.joined()
let declarations =
  texts.matches(of: /(?m)^"([\w.]+)" = "(.*)";$/).map { declaration(ofText: $0.1, $0.2) }
  + texts.matches(of: /<key>([\w.]+)<\/key>\s+<dict>\s+<key>NSStringLocalizedFormatKey<\/key>\s+<string>(.*)<\/string>/)
  .map { declaration(ofText: $0.1, $0.2) }

let source = """
  extension BuiltInFiles {
    /// All files, by their paths in the package.
    static let contents: [(path: String, text: StaticString, isBase64: Bool)] = [
  \(entries.joined())  ]
  }

  """ + (declarations.isEmpty ? "" : "extension ServerText {\n\(declarations.joined())}\n")
// SwiftPM runs this again if an environment variable has changed. A file that is as before makes it compile nothing.
if FileManager.default.contents(atPath: output) != Data(source.utf8) {
  try source.write(toFile: output, atomically: true, encoding: .utf8)
}
