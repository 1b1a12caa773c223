internal import Foundation
internal import Basics

/// A text of a `.stringsdict`: a format with variables. Each variable has forms for numbers.
///
/// On a phone, the text carries its variables until it is formatted. A Swift string cannot carry them. So a number follows the
/// name of each variable in the format, `%#@items:12@`, and the variable is found by it.
struct PluralText: Sendable {
  struct Variable: Sendable {
    let forms: [PluralCategory: String]
    let rules: PluralRules

    /// The form for a number. As on a phone, a form for zero is used in every language.
    func form(for number: Double) -> String {
      if number == 0, let form = forms[.zero] { return form }
      return forms[rules.category(of: number)] ?? forms[.other] ?? ""
    }
  }

  /// The format that `NSLocalizedString` returns.
  let format: String

  private static let texts = Locked<[[String: Variable]]>([])

  /// The variable that a format names.
  static func variable(_ name: String) -> Variable? {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")),
      let index = Int(name[name.utf8.index(after: colon)...])
    else { return nil }
    return texts.withLock { texts in
      texts.indices.contains(index) ? texts[index][String(name[..<colon])] : nil
    }
  }

  /// - Parameter isAccented: Whether the texts are accented.
  /// - Throws: The mistake in the entry.
  init(
    _ entry: Any, key: String, language: String, file: String, isAccented: Bool
  ) throws(StringsFileError) {
    func problem(_ problem: StringsFileError.Reason) -> StringsFileError {
      StringsFileError(file: file, line: nil, problem: problem)
    }
    guard let entry = entry as? [String: Any], let format = entry["NSStringLocalizedFormatKey"] as? String else {
      throw problem(.noFormat(key: key))
    }
    let rules = PluralRules.rules(of: language)
    var variables: [String: Variable] = [:]
    for (name, value) in entry {
      guard let value = value as? [String: Any] else { continue }
      var forms: [PluralCategory: String] = [:]
      for category in PluralCategory.allCases { forms[category] = value[category.rawValue] as? String }
      guard forms[.other] != nil else { throw problem(.noOther(key: key, variable: name)) }
      variables[name] = Variable(forms: isAccented ? forms.mapValues { Accents.accented($0) } : forms, rules: rules)
    }
    let index = Self.texts.withLock { texts in
      texts.append([:])
      return texts.count - 1
    }
    let names = Set(variables.keys)
    func marked(_ format: String) throws(StringsFileError) -> String {
      var result = ""
      for (part, source) in LocalizedFormat(format).parts {
        guard case .variable(let variable) = part else {
          result += source
          continue
        }
        guard names.contains(variable.name) else {
          throw problem(.unknownVariable(key: key, variable: variable.name))
        }
        result += "%\(variable.position.map { "\($0)$" } ?? "")#@\(variable.name):\(index)@"
      }
      return result
    }
    for (name, variable) in variables {
      var forms = variable.forms
      for (category, form) in forms { forms[category] = try marked(form) }
      variables[name] = Variable(forms: forms, rules: rules)
    }
    self.format = try marked(isAccented ? Accents.accented(format, isWhole: true) : format)
    Self.texts.withLock { [variables] in $0[index] = variables }
  }
}
