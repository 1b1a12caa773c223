import Foundation
import Testing

@testable import TempuraLocalization
@testable import TempuraUI

/// Compares the keys in `ServerTexts.swift`, their uses in code, and the texts of every language.
///
/// The keys of refused requests are those of `RequestError`: see `RefusedRequestTests`.
@Suite struct ServerTextTests {
  private static let package = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
  private static let sources = "\(package)/Sources"
  private static let list = "\(sources)/TempuraLocalization/ServerTexts.swift"

  /// A key, the name of its text in code, and the types of its values in their order.
  private struct Entry: CustomStringConvertible {
    let name: String
    let key: String
    let types: [String]
    var description: String { key }
  }

  private static let entries: [Entry] = {
    let code = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
    let declarations = code.matches(of: /static (?:let|func) (\w+)([^=\{]*?)(?:->\s*Self\s*\{|=)\s*Self\(\s*"([\w.]+)"/)
    return declarations.map { declaration in
      let types = declaration.2.matches(of: /:\s*(\w+)/).map { String($0.1) }
      return Entry(name: String(declaration.1), key: String(declaration.3), types: types)
    }
  }()

  private static let languages = ServerText.builtInLanguages
  private static let tables = Dictionary(uniqueKeysWithValues: languages.map { ($0, ServerText.builtIn($0)) })

  @Test func everyTextOfTheListIsRead() throws {
    let code = try String(contentsOfFile: Self.list, encoding: .utf8)
    #expect(Self.entries.count == code.matches(of: /static (let|func)/).count)
    #expect(Set(Self.entries.map(\.key)).count == Self.entries.count, "A key is there twice")
  }

  @Test func everyFolderOfALanguageIsBuiltIn() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(Self.package)/Texts")
    #expect(Set(names.filter { $0.hasSuffix(".lproj") }) == Set(Self.languages.map { "\($0).lproj" }))
  }

  @Test(arguments: languages) func everyKeyHasATextAndEveryTextAKey(language: String) {
    let keys = Set(Self.entries.map(\.key))
    let texts = Self.tables[language, default: [:]]
    let translated = Set(texts.keys.filter { !$0.hasPrefix("request.") })
    #expect(keys.subtracting(translated) == [], "have no text in \(language)")
    #expect(translated.subtracting(keys) == [], "have a text in \(language), and are no keys")
    #expect(texts.values.allSatisfy { !$0.isEmpty })
  }

  @Test func everyKeyIsUsed() throws {
    var code = ""
    let files = try #require(FileManager.default.enumerator(atPath: Self.sources))
    for case let file as String in files where file.hasSuffix(".swift") {
      let path = "\(Self.sources)/\(file)"
      guard path != Self.list else { continue }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      // Elsewhere an expression such as `.back` may be of any type.
      if file.hasPrefix("TempuraServer/") {
        code += text
      } else {
        for use in text.matches(of: /(?:localized\(|ServerText\.|, )[^\n]*|\{ \.\w+\(\$0\) \}/) { code += "\(use.0)\n" }
      }
    }
    for entry in Self.entries {
      #expect(code.contains(try Regex(#"\.\#(entry.name)(?!\w)"#)), "\(entry.name) is not used")
    }
  }

  @Test(arguments: languages) func textsHaveAPlaceForEachValue(language: String) {
    for entry in Self.entries {
      guard let text = Self.tables[language]?[entry.key] else { continue }
      let expected = entry.types.map { $0 == "Int" ? "lld" : "@" }
      #expect(Self.places(of: text, in: language) == expected, "\(entry.key): \(text)")
    }
  }

  /// What stands for values, in the order of the values.
  private static func places(of text: String, in language: String) -> [String] {
    var places: [Int: String] = [:]
    for (part, source) in LocalizedFormat(text).parts {
      switch part {
      case .text: break
      case .value(let position, _, let length, let conversion):
        places[position ?? places.count + 1] = length + String(conversion)
      case .variable(let position, let name):
        places[position ?? places.count + 1] = "lld"
        guard let variable = PluralText.variable(name) else {
          Issue.record("There is no variable \(name).")
          continue
        }
        for form in variable.forms.values {
          #expect(["", "%lld"].contains(LocalizedFormat(form).sourcesOfValues), "\(source): \(form)")
        }
        for number in 1...200 {
          let category = variable.rules.category(of: Double(number))
          #expect(variable.forms[category] != nil, "\(language) has no form \(category) of \(source)")
        }
      }
    }
    return places.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension LocalizedFormat {
  fileprivate var sourcesOfValues: String {
    parts.map { part in if case .text = part.part { "" } else { part.source } }.joined()
  }
}
