internal import Foundation
internal import Basics

/// The texts of a language by their keys, from `Localizable.strings` and `Localizable.stringsdict`.
struct StringsTable: Sendable {
  let texts: [String: String]

  subscript(key: String) -> String? { texts[key] }

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
      texts = try StringsFile(bytes, file: file).texts
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
    let language = folder.split(separator: "/").last.map { String($0.dropLast(6)) } ?? ""
    let table = StringsTable(
      name, in: folder, language: language.replacing("_", with: "-"), isAccented: isAccented)
    read.withLock { $0[key] = .some(table) }
    return table
  }
}

extension StringsTable {
  /// The name of the table for calls that name none.
  static let defaultName = "Localizable"

  /// The text of a key in the language of the running app instance, or else in the app's first one; nil if neither has it.
  ///
  /// - Parameter isOptional: Whether a missing table is not reported.
  static func text(_ key: String, table: String?, in bundles: [StringsBundle], isOptional: Bool = false) -> String? {
    let application = UIApplication.shared
    let language = application.currentLanguage
    let name = table.flatMap { $0.isEmpty ? nil : $0 } ?? defaultName
    guard name.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != 0 }) else { return nil }
    for bundle in bundles {
      guard let folder = bundle.folder(for: language.tag) else { continue }
      if let text = self.table(name, in: folder, isAccented: language.isAccented)?[key] { return text }
    }
    let first = application.languages[0].tag
    for tag in [first, "Base"] {
      for bundle in bundles {
        guard let folder = bundle.folder(for: tag),
          let table = self.table(name, in: folder, isAccented: language.isAccented)
        else { continue }
        if let text = table[key] { return text }
      }
    }
    if isOptional { return nil }
    reportIfMissing(name, isNamed: table == name, in: bundles, language, first: first)
    return nil
  }

  /// Reports a table that the app names and no language has, or that the current language lacks.
  private static func reportIfMissing(
    _ name: String, isNamed: Bool, in bundles: [StringsBundle], _ language: Language, first: String
  ) {
    let all = bundles.lazy.flatMap { bundle in bundle.tags.compactMap { bundle.folder(for: $0) } }
    func has(_ folder: String) -> Bool { table(name, in: folder, isAccented: language.isAccented) != nil }
    guard all.contains(where: has) else {
      if isNamed {
        Misuse.report(
          "There is no \(name).strings in any language: put it into the folders of languages, such as "
            + "\(first).lproj, in the resources of the app's target.")
      }
      return
    }
    guard language.tag != first, !bundles.compactMap({ $0.folder(for: language.tag) }).contains(where: has) else {
      return
    }
    Misuse.report(
      "ServerConfiguration.languages has \(language.tag), and there is no \(name).strings in \(language.tag).lproj: its "
        + "readers get the texts in \(first).")
  }
}
