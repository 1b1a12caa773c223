internal import Foundation
internal import Basics

/// A folder with one folder of texts for each language, such as `it.lproj`.
struct StringsBundle: Sendable {
  let path: String
  /// The languages that there are texts in, and the names of their folders. The package manager writes names in lower case.
  private let folders: [(tag: String, name: String)]

  var tags: [String] { folders.map(\.tag) }
  var isEmpty: Bool { folders.isEmpty }

  init(path: String) {
    self.path = path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    folders = names.filter { $0.hasSuffix(".lproj") }.sorted().map { name in
      (String(name.dropLast(6)).replacing("_", with: "-"), name)
    }
  }

  /// The folder of the language that a reader of another one reads; nil if there is none.
  func folder(for tag: String) -> String? {
    Language.index(of: tag, in: tags).map { "\(path)/\(folders[$0].name)" }
  }

  // MARK: - Those of the app

  /// Those beside the program: its own folder, and those that the package manager made of the resources of targets.
  private static let beside: [(module: String, bundle: StringsBundle)] = {
    let folder = Bundle.main.bundlePath
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let targets = names.filter { $0.hasSuffix(".resources") }.sorted().map { name in
      // The name is that of the package and that of the target.
      let target = name.dropLast(10).split(separator: "_", maxSplits: 1).last.map(String.init) ?? ""
      return (module: target.replacing("-", with: "_"), bundle: StringsBundle(path: "\(folder)/\(name)"))
    }
    return ([(module: "", bundle: StringsBundle(path: folder))] + targets).filter { !$0.bundle.isEmpty }
  }()

  private static let others = Locked<[String: StringsBundle]>([:])
  private static let orders = Locked<[String: [StringsBundle]]>([:])

  /// Where a module's texts are, the first place first: in its own resources, beside the program, in other targets'.
  static func all(for module: String) -> [StringsBundle] {
    orders.withLock { orders in
      if let order = orders[module] { return order }
      let own = beside.filter { $0.module == module }
      let order = (own + beside.filter { $0.module != module }).map(\.bundle)
      orders[module] = order
      return order
    }
  }

  /// Where the texts of an app's own target are.
  static func own(of module: String) -> [StringsBundle] {
    beside.filter { $0.module == module || $0.module.isEmpty }.map(\.bundle)
  }

  /// That of a bundle which the app names.
  static func named(_ bundle: Bundle) -> StringsBundle {
    let path = bundle.resourcePath ?? bundle.bundlePath
    return others.withLock { others in
      if let known = others[path] { return known }
      let made = StringsBundle(path: path)
      others[path] = made
      return made
    }
  }
}
