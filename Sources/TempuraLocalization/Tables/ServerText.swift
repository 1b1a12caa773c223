internal import Basics
internal import Foundation

/// A text that the server says by itself, such as the title of a button that goes back. The app has nothing to do with it.
///
/// The texts are in the package's `Texts/`, in `Localizable.strings` and `Localizable.stringsdict` of each language. For each
/// English one the build declares a member: `barBackTo(_:)` for `"bar.backTo" = "Back to %@"`. An app has a table
/// `Tempura.strings` for other languages, or for other words.
package struct ServerText: Sendable {
  package typealias Value = any CVarArg & Sendable

  package let key: String
  private let values: [Value]

  /// - Parameter values: The values for the format specifiers of the text, such as `%@`.
  package init(_ key: String, _ values: Value...) {
    self.key = key
    self.values = values
  }

  /// The text in a language; in English if it is not known in the language.
  package func string(in language: Language) -> String {
    let text = Self.texts(in: language)[key] ?? key
    return values.isEmpty ? text : LocalizedFormat.string(text, values, locale: language.locale)
  }
}

/// A text of the server in the language of the running app instance.
package func localized(_ text: ServerText) -> String { text.string(in: Localization.language) }

// MARK: - The texts of a language

extension ServerText {
  /// The table in which an app has other texts.
  static let tableOfApps = "Tempura"

  /// The languages that are built in. The first one has the texts that the others lack.
  static let builtInLanguages = ["en", "it", "ar"]

  private static let known = Locked<[String: [String: String]]>([:])

  /// All texts that readers of a language get, by their keys. They are put together once for each language.
  private static func texts(in language: Language) -> [String: String] {
    if let texts = known.withLock({ $0[language.tag] }) { return texts }
    var texts = builtIn(builtInLanguages[0], isAccented: language.isAccented)
    if let index = Language.index(of: language.tag, in: builtInLanguages), index > 0 {
      texts.merge(builtIn(builtInLanguages[index], isAccented: language.isAccented)) { $1 }
    }
    for bundle in StringsBundles.all(for: "").bundles.reversed() {
      guard let folder = bundle.folder(for: language.tag),
        let table = StringsTable(
          tableOfApps, in: folder, language: language.tag, isAccented: language.isAccented)
      else { continue }
      texts.merge(table.texts) { $1 }
    }
    known.withLock { $0[language.tag] = texts }
    return texts
  }

  /// The texts of a built-in language.
  static func builtIn(_ language: String, isAccented: Bool = false) -> [String: String] {
    let name = isAccented ? "\(language) accented" : language
    if let texts = builtInTexts.withLock({ $0[name] }) { return texts }
    let table = StringsTable(
      StringsTable.defaultName, in: "\(language).lproj", language: language, isAccented: isAccented, bytesOfFile: file)
    let texts = table?.texts ?? [:]
    builtInTexts.withLock { $0[name] = texts }
    return texts
  }

  /// The built-in texts by languages. Those of the first one are needed for each language.
  private static let builtInTexts = Locked<[String: [String: String]]>([:])

  private static func file(at path: String) -> Data? {
    BuiltInFiles.contents.first { $0.path == "Texts/\(path)" }.map { Data($0.text.description.utf8) }
  }
}

/// The files of the package's `Texts/`, which are part of every program.
///
/// The build writes `contents`.
enum BuiltInFiles {}
