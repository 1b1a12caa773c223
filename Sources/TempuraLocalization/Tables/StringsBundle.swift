internal import Foundation
internal import Basics

/// A folder with one folder of texts for each language, such as `it.lproj`.
struct StringsBundle: Sendable {
  /// The languages with texts.
  let tags: [String]
  /// The paths of their folders, whose names the package manager writes in lower case.
  private let folders: [String]
  private let found = Found()

  /// The folders by the languages of readers, because to compare languages takes long. An app has few languages.
  private final class Found: Sendable {
    let folders = Locked<[String: String?]>([:])
  }

  var isEmpty: Bool { folders.isEmpty }

  init(path: String) {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.hasSuffix(".lproj") }.sorted()
    tags = names.map { String($0.dropLast(6).map { $0 == "_" ? "-" : $0 }) }
    folders = names.map { "\(path)/\($0)" }
  }

  /// The folder for readers of a language: see `Language.index(of:in:)`. Nil if there is none.
  func folder(for tag: String) -> String? {
    found.folders.withLock { found in
      if let folder = found[tag] { return folder }
      let folder = Language.index(of: tag, in: tags).map { folders[$0] }
      found[tag] = .some(folder)
      return folder
    }
  }
}

/// The folders in which the texts of a call are looked for, in order.
package final class StringsBundles: Sendable {
  let bundles: [StringsBundle]
  private let found = Locked(Found())

  private struct Found {
    var results: [StringsSearch: StringsSearch.Result] = [:]
    /// The search before this one, which is most often the same: comparing is faster than hashing.
    var last: (search: StringsSearch, result: StringsSearch.Result)?
  }

  init(_ bundles: [StringsBundle]) { self.bundles = bundles }

  /// What a search finds, which is put together once.
  ///
  /// - Parameter table: Nil for the default one.
  func result(of table: String?, for reader: Reader) -> StringsSearch.Result {
    let last = found.withLock { found in
      found.last?.search.matches(table, for: reader) == true ? found.last?.result : nil
    }
    if let last { return last }
    let search = StringsSearch(table, for: reader)
    let result = found.withLock { $0.results[search] } ?? search.result(in: bundles)
    found.withLock { found in
      found.results[search] = result
      found.last = (search, result)
    }
    return result
  }

  // MARK: - Folders of the app

  /// The folders beside the program: the program's own, and one with the resources of each target.
  private static let beside: [(module: String, bundle: StringsBundle)] = {
    let targets = Bundle.foldersOfTargets.map { path in
      // The package manager names a folder after the package and the target.
      let target = path.split(separator: "/").last?.dropLast(10).split(separator: "_", maxSplits: 1).last ?? ""
      return (module: String(target.map { $0 == "-" ? "_" : $0 }), bundle: StringsBundle(path: path))
    }
    return ([(module: "", bundle: StringsBundle(path: Bundle.main.bundlePath))] + targets).filter { !$0.bundle.isEmpty }
  }()

  private static let others = Locked<[String: StringsBundles]>([:])
  private static let orders = Locked<[String: StringsBundles]>([:])
  private static let own = Locked<[String: StringsBundles]>([:])

  /// The folders for a key, which are put together once.
  private static func once(
    for key: String, in cache: borrowing Locked<[String: StringsBundles]>, _ make: () -> [StringsBundle]
  ) -> StringsBundles {
    cache.withLock { cache in
      if let known = cache[key] { return known }
      let made = StringsBundles(make())
      cache[key] = made
      return made
    }
  }

  /// The folders to look in for texts of a module, in order: its own resources, beside the program, other targets.
  static func all(for module: String) -> StringsBundles {
    once(for: module, in: orders) {
      (beside.filter { $0.module == module } + beside.filter { $0.module != module }).map(\.bundle)
    }
  }

  /// The folders with texts of a module alone.
  package static func own(of module: String) -> StringsBundles {
    once(for: module, in: own) { beside.filter { $0.module == module || $0.module.isEmpty }.map(\.bundle) }
  }

  private static let byFile = ByAddress<StringsBundles>()

  /// The folders to look in for a call from a file, in order.
  ///
  /// - Parameter file: A `#fileID`, which begins with the module.
  static func all(askedBy file: StaticString) -> StringsBundles {
    byFile.value(of: file) {
      all(for: file.withUTF8Buffer { String(decoding: $0.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self) })
    }
  }

  /// The folders to look in for a call with a bundle.
  static func all(in bundle: Bundle) -> StringsBundles {
    if bundle.isMain { return all(for: "") }
    return once(for: bundle.bundlePath, in: others) { bundle.folders.map(StringsBundle.init(path:)) }
  }
}
