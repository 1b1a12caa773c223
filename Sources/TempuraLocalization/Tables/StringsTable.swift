internal import Foundation
internal import Basics

/// The texts of a language by their keys, from `Localizable.strings` and `Localizable.stringsdict`.
package struct StringsTable: Sendable {
  let texts: [String: String]
  private let found: [TextKey: String]

  subscript(key: String) -> String? { found[TextKey(key)] }

  /// Reads a table. A mistake in a file is reported; the texts without mistakes are there.
  ///
  /// - Parameters:
  ///   - isAccented: Whether the texts are accented.
  ///   - bytesOfFile: Reads a file; returns nil if there is none at the path.
  /// - Returns: Nil if neither of the two files of the table is there.
  init?(
    _ name: String, in folder: String, language: String, isAccented: Bool,
    bytesOfFile: (String) -> Data? = { FileManager.default.contents(atPath: $0) }
  ) {
    var texts: [String: String] = [:]
    var isThere = false
    func read(_ ending: String, _ body: (Data, String) throws(StringsFileError) -> Void) {
      let file = "\(folder)/\(name).\(ending)"
      guard let bytes = bytesOfFile(file) else { return }
      isThere = true
      do throws(StringsFileError) { try body(bytes, file) } catch { Misuse.report("\(error)") }
    }
    read("strings") { bytes, file throws(StringsFileError) in
      let content = try StringsFile(bytes, file: file)
      texts = content.texts
      for warning in content.warnings { Misuse.report("\(warning)") }
      if isAccented { texts = texts.mapValues(Accents.whole) }
    }
    read("stringsdict") { bytes, file throws(StringsFileError) in
      for (key, entry) in try StringsFile.propertyList(bytes, file: file) {
        do throws(StringsFileError) {
          texts[key] =
            try PluralText(entry, key: key, language: language, file: file, isAccented: isAccented).format
        } catch {
          Misuse.report("\(error)")
        }
      }
    }
    guard isThere else { return nil }
    self.texts = texts
    found = Dictionary(uniqueKeysWithValues: texts.map { (TextKey($0), $1) })
  }

  // MARK: - Tables of folders

  private struct Key: Hashable {
    let folder: String
    let name: String
    let isAccented: Bool
  }

  private static let read = Locked<[Key: StringsTable?]>([:])

  /// The table of a folder, read once.
  fileprivate static func table(_ name: String, in folder: String, isAccented: Bool) -> StringsTable? {
    let key = Key(folder: folder, name: name, isAccented: isAccented)
    if let known = read.withLock({ $0[key] }) { return known }
    let language = folder.split(separator: "/").last?.dropLast(6).map { $0 == "_" ? "-" : $0 } ?? []
    let table = StringsTable(name, in: folder, language: String(language), isAccented: isAccented)
    read.withLock { $0[key] = .some(table) }
    return table
  }
}

extension StringsTable {
  /// The name of the table for calls that name none.
  static let defaultName = "Localizable"

  /// The text of a key in the language of a reader, or else in the app's first one; nil if neither has it.
  ///
  /// - Parameter isOptional: Whether a missing table is not reported.
  package static func text(
    _ key: String, table: String?, in bundles: StringsBundles, for reader: Reader, isOptional: Bool = false
  ) -> String? {
    let result = bundles.result(of: table.flatMap { $0.isEmpty ? nil : $0 }, for: reader)
    for table in result.tables {
      if let text = table[key] { return text }
    }
    if !isOptional, let problem = result.problem { Misuse.report(problem) }
    return nil
  }
}

/// A search for the tables with the texts of a call.
struct StringsSearch: Hashable, Sendable {
  /// The name of the tables.
  let table: String
  /// Whether the app names it.
  let isNamed: Bool
  let language: String
  let isAccented: Bool
  /// The first of the app's languages, whose texts readers get that have none in their own.
  let first: String

  /// - Parameter table: Nil for the default one.
  init(_ table: String?, for reader: Reader) {
    self.table = table ?? StringsTable.defaultName
    isNamed = table != nil
    (language, isAccented, first) = (reader.language.tag, reader.language.isAccented, reader.first.tag)
  }

  /// Whether it is the search for a reader. Compares without a copy of the texts.
  func matches(_ table: String?, for reader: Reader) -> Bool {
    language == reader.language.tag && first == reader.first.tag
      && (table.map { isNamed && self.table == $0 } ?? !isNamed)
  }

  final class Result: Sendable {
    /// In the order in which a text is looked for.
    let tables: [StringsTable]
    /// What to report if a text is in none of them: no language has a table that the app names, or the current one lacks it.
    let problem: String?

    init(tables: [StringsTable] = [], problem: String? = nil) { (self.tables, self.problem) = (tables, problem) }
  }

  func result(in bundles: [StringsBundle]) -> Result {
    guard table.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != 0 }) else { return Result() }
    func tables(_ tag: String) -> [StringsTable] {
      bundles.compactMap { bundle in
        bundle.folder(for: tag).flatMap { StringsTable.table(table, in: $0, isAccented: isAccented) }
      }
    }
    let own = tables(language)
    let others = first == language ? [] : tables(first)
    let found = own + others + tables("Base")
    return Result(
      tables: found, problem: problem(in: bundles, isFound: !found.isEmpty, isMissing: own.isEmpty))
  }

  private func problem(in bundles: [StringsBundle], isFound: Bool, isMissing: Bool) -> String? {
    let isAnywhere =
      isFound
      || bundles.contains { bundle in
        bundle.tags.contains { tag in
          bundle.folder(for: tag).flatMap { StringsTable.table(table, in: $0, isAccented: isAccented) } != nil
        }
      }
    if !isAnywhere {
      return isNamed
        ? "There is no \(table).strings in any language: put it into the folders of languages, such as \(first).lproj, "
          + "in the resources of the app's target." : nil
    }
    guard language != first, isMissing else { return nil }
    return "ServerConfiguration.languages has \(language), and there is no \(table).strings in \(language).lproj: its "
      + "readers get the texts in \(first)."
  }
}
