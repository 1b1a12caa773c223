/// A mistake in a file of texts.
package struct StringsFileError: Error, Equatable, CustomStringConvertible {
  package let file: String
  /// The line, counted from 1; nil if it is not known.
  package let line: Int?
  package let problem: Reason

  package enum Reason: Equatable, Sendable {
    case notText
    case expected(String, found: String)
    case unfinished(String)
    case badEscape(String)
    case repeatedKey(String)
    /// The reason is that of Foundation.
    case badPropertyList(String)
    case notADictionary
    case notAString(key: String)
    case noFormat(key: String)
    case noOther(key: String, variable: String)
    case unknownVariable(key: String, variable: String)
  }

  package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(sentence)" }

  private var sentence: String {
    switch problem {
    case .notText: "it is no text: write it in UTF-8, or in UTF-16 with a byte order mark."
    case .expected(let wanted, let found): "there should be \(wanted) instead of \(found)."
    case .unfinished(let what): "this \(what) never ends."
    case .badEscape(let escape):
      "there is no escape \(escape), so its characters are shown: write \\\", \\\\, \\n, \\r, \\t or \\U and four digits."
    case .repeatedKey(let key): "the key \"\(key)\" is there a second time. The last one counts: keep one of them."
    case .badPropertyList(let reason): "it is no property list: \(reason)"
    case .notADictionary: "it is no dictionary of texts by their keys."
    case .notAString(let key): "what \"\(key)\" stands for is no text, so it is left out."
    case .noFormat(let key): "\"\(key)\" has no NSStringLocalizedFormatKey."
    case .noOther(let key, let variable):
      "the variable \(variable) of \"\(key)\" has no form for \"other\", which every language needs."
    case .unknownVariable(let key, let variable): "\"\(key)\" names a variable \(variable) that it does not have."
    }
  }
}
