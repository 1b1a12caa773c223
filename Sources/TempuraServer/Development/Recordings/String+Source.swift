internal import Foundation

// Texts as the source of a test.
extension String {
  /// The text as a literal of Swift.
  var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case " "..."~": literal.unicodeScalars.append(scalar)
      default:
        switch scalar.properties.generalCategory {
        // Also those that turn the direction of a text: they would show other code than is there.
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
          literal += "\\u{\(String(scalar.value, radix: 16))}"
        default: literal.unicodeScalars.append(scalar)
        }
      }
    }
    return literal + "\""
  }

  /// The text as a part of a comment.
  var commented: String {
    String(
      unicodeScalars.map {
        CharacterSet.newlines.contains($0) || CharacterSet.controlCharacters.contains($0) ? " " : Character($0)
      }
    )
    .shortened(to: 80)
  }

  /// JSON as a literal that is easy to read, if that is possible.
  var jsonLiteral: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      scalar >= " "
        && ![.format, .lineSeparator, .paragraphSeparator, .control].contains(scalar.properties.generalCategory)
    }
    if isPlain, !contains("\""), !contains("\\") { return "\"\(self)\"" }
    return isPlain && !contains("\"#") && !contains("\\#") ? "#\"\(self)\"#" : swiftLiteral
  }

  /// The name of a type as it describes itself: also without the types that it is in.
  package var describedTypeName: String {
    replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "").replacing(/(\w+\.)+/, with: "")
  }
}
