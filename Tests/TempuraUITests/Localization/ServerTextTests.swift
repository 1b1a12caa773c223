import Foundation
import Testing

@testable import TempuraLocalization
@testable import TempuraUI

/// Compares the keys of the English texts, for each of which the build declares a member of `ServerText`, with their uses in
/// code and with the texts of other languages.
///
/// The keys of refused requests are those of `RequestError`: see `RefusedRequestTests`.
@Suite struct ServerTextTests {
  private static let package = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
  private static let sources = "\(package)/Sources"
  private static let languages = ServerText.builtInLanguages
  private static let tables = Dictionary(uniqueKeysWithValues: languages.map { ($0, ServerText.builtIn($0)) })
  private static let keys = Set(tables["en", default: [:]].keys.filter { !$0.hasPrefix("request.") })

  @Test func everyFolderOfALanguageIsBuiltIn() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(Self.package)/Texts")
    #expect(Set(names.filter { $0.hasSuffix(".lproj") }) == Set(Self.languages.map { "\($0).lproj" }))
  }

  @Test(arguments: languages) func everyKeyHasATextAndEveryTextAKey(language: String) {
    let texts = Self.tables[language, default: [:]]
    let translated = Set(texts.keys.filter { !$0.hasPrefix("request.") })
    #expect(Self.keys.count > 100)
    #expect(Self.keys.subtracting(translated) == [], "have no text in \(language)")
    #expect(translated.subtracting(Self.keys) == [], "have a text in \(language), and none in English")
    #expect(texts.values.allSatisfy { !$0.isEmpty })
  }

  @Test func everyKeyIsUsed() throws {
    var code = ""
    let files = try #require(FileManager.default.enumerator(atPath: Self.sources))
    for case let file as String in files where file.hasSuffix(".swift") {
      let path = "\(Self.sources)/\(file)"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      // Elsewhere an expression such as `.back` may be of any type.
      if file.hasPrefix("TempuraServer/") {
        code += text
      } else {
        let uses = text.matches(of: /(?:localized\(|ServerText\.|: \(|, )[^\n]*|\{ \.\w+\(\$0\) \}/)
        for use in uses { code += "\(use.0)\n" }
      }
    }
    for key in Self.keys {
      let name = key.replacing(/\.(\w)/) { $0.1.uppercased() }
      #expect(code.contains(try Regex(#"\.\#(name)(?!\w)"#)), "\(name) is not used")
    }
  }

  @Test(arguments: languages) func textsHaveAPlaceForEachValue(language: String) {
    for key in Self.keys {
      guard let text = Self.tables[language]?[key], let english = Self.tables["en"]?[key] else { continue }
      #expect(Self.places(of: text, in: language) == Self.places(of: english, in: "en"), "\(key): \(text)")
    }
  }

  /// What stands for values, in the order of the values.
  private static func places(of text: String, in language: String) -> [String] {
    var places: [Int: String] = [:]
    for (part, source) in LocalizedFormat(text).parts {
      switch part {
      case .text: break
      case .value(let specifier):
        places[specifier.position ?? places.count + 1] = specifier.length + String(specifier.conversion)
      case .variable(let specifier):
        let (position, name) = (specifier.position, specifier.name)
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
