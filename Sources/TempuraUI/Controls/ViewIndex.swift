internal import Basics
internal import Glibc

/// The views with some ids, found in one walk through a tree.
///
/// A form can have a thousand fields, and a screen a hundred thousand views: one walk for each field would take seconds.
package struct ViewIndex {
  /// - view: The view with the id. If the app gave the id to several views, it is the one that can be used; the first one if
  ///   none can; nil if several can, because then the id is ambiguous.
  /// - count: The number of views with the id.
  private typealias Found = (view: UIView?, count: Int)

  private let ids: IDs
  private var found: [Found]
  /// The present ids of views in renamed rows, by their former ids.
  private var renamed: [String: String] = [:]

  /// - Parameters:
  ///   - ids: The ids of views, or of parts of them, as forms have them.
  ///   - root: The view whose subtree is searched.
  ///   - findsRows: Whether to look for rows that have other names by now, or no cells.
  package init(of ids: [String], in root: UIView, findsRows: Bool = true) {
    self.init(finding: ids, in: root)
    guard findsRows else { return }
    // What looks like a part of a list may be a row.
    let stale = ids.filter { id in
      self[id] == nil
        && (count(ofID: id) == 0 || ViewPart(id).map { self[$0.viewID]?.view?.hasNamedRows == true } == true)
    }
    guard !stale.isEmpty else { return }
    var renamed: [String: String] = [:]
    Self.rename(stale, in: root, &renamed)
    guard !renamed.isEmpty else { return }
    self.init(finding: ids.map { renamed[$0] ?? $0 }, in: root)
    self.renamed = renamed
  }

  private static func rename(_ ids: [String], in view: UIView, _ renamed: inout [String: String]) {
    if view.hasNamedRows {
      let path = view.path + "."
      let own = ids.filter { $0.hasPrefix(path) }.map { (id: $0, name: $0.dropFirst(path.count).prefix { $0 != "." }) }
      let names = own.isEmpty ? [:] : view.presentNames(ofRows: Set(own.map { String($0.name) }))
      for (id, name) in own {
        if let present = names[String(name)] { renamed[id] = path + present + id.dropFirst(path.count + name.count) }
      }
    }
    for subview in view.subviews { rename(ids, in: subview, &renamed) }
  }

  private init(finding ids: [String], in root: UIView) {
    let asked = IDs(ids)
    if asked.areFew, let views = PathWalk.views(at: asked.all, in: root) {
      self.ids = asked
      found = views.map { ($0, 1) }
      return
    }
    // Some are ids of the app, or of parts, or nothing has them.
    var search = Search(for: asked)
    search.visit(root)
    self.ids = search.ids
    found = search.found.map { (Self.usableView(of: $0), $0.count) }
  }

  private subscript(id: String) -> Found? {
    let id = renamed.isEmpty ? id : renamed[id] ?? id
    guard let found = ids.index(of: id).map({ found[$0] }), found.count > 0 else { return nil }
    return found
  }

  private static func usableView(of views: [UIView]) -> UIView? {
    guard views.count > 1 else { return views.first }
    let reachable = views.filter(\.isReachable)  // A screen below a modal may use the same ids.
    guard reachable.count > 1 else { return reachable.first ?? views[0] }
    Misuse.report(reachable[0].messageOfSharedIdentifier(with: reachable[1]))
    return nil
  }

  package func view(withID id: String) -> UIView? { self[id]?.view }

  /// How many views have an id, or have a part with that id.
  package func count(ofID id: String) -> Int {
    self[id]?.count ?? ViewPart(id).flatMap { self[$0.viewID]?.count } ?? 0
  }

  /// Returns the result of `find` for the view or the part with an id; nil if there is none.
  package func target<Target>(withID id: String, _ find: (UIView, _ part: String) -> Target?) -> Target? {
    if let view = view(withID: id) { return find(view, "") }
    guard let part = ViewPart(id), let view = view(withID: part.viewID) else { return nil }
    return find(view, part.name)
  }
}

/// A part of a view, such as `set` of `screen.slider.set`.
private struct ViewPart {
  let viewID: String
  let name: String

  init?(_ id: String) {
    let bytes = id.utf8
    guard bytes.last != UInt8(ascii: "."), let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    viewID = String(id[..<dot])
    name = String(id[bytes.index(after: dot)...])
  }
}

/// The ids that are looked for, each once: first those that were asked for, then those of the views whose parts these may be.
private struct IDs {
  private(set) var all: [String] = []
  private(set) var askedCount = 0
  // Only if there are many: a few are compared in less time than they are hashed.
  private var indexes: [String: Int]?

  private static let maxOfFew = 8

  init(_ ids: [String]) {
    if ids.count > Self.maxOfFew { indexes = [:] }
    all.reserveCapacity(ids.count)
    add(ids)
    askedCount = all.count
  }

  mutating func addViewsOfParts() { add(all.compactMap { ViewPart($0)?.viewID }) }

  private mutating func add(_ ids: [String]) {
    for id in ids where index(of: id) == nil {
      indexes?[id] = all.count
      all.append(id)
    }
  }

  var areFew: Bool { indexes == nil }

  func index(of id: String) -> Int? {
    guard let indexes else { return all.firstIndex { $0.isSameText(as: id) } }
    guard let index = indexes[id], all[index].isSameText(as: id) else { return nil }
    return index
  }
}

/// Follows paths from the root of a tree, name by name. Skips the rows of lists that a path does not name.
private struct PathWalk {
  private var names: [String] = []
  private var naming = PathNaming()

  /// Returns the first views with some paths; nil if there is none for one of them. A view in a row that the path does not name,
  /// because a property outside of the list holds it, is not found.
  static func views(at paths: [String], in root: UIView) -> [UIView]? {
    var walk = PathWalk()
    var views: [UIView] = []
    views.reserveCapacity(paths.count)
    for path in paths {
      // The fields of a form are most often properties of one view.
      let (last, names) = (views.last, names(in: path))
      let common = last == nil ? 0 : zip(names.dropLast(), walk.names.dropLast()).prefix { $0 == $1 }.count
      var owner = common > 0 ? last : nil
      for _ in common..<walk.names.count { owner = owner?.pathOwner }
      walk.names = names
      guard let view = owner.map({ walk.view(below: $0, $0, common) }) ?? walk.view(from: root, nil, 0) else {
        return nil
      }
      views.append(view)
    }
    return views
  }

  private static func names(in path: String) -> [String] {
    var (path, names): (String, [String]) = (path, [])
    names.reserveCapacity(8)
    path.withUTF8 { bytes in
      var start = 0
      for end in 0...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: ".") {
        names.append(String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self))
        start = end + 1
      }
    }
    return names
  }

  /// - Parameters:
  ///   - owner: The view around `view` with the path of the first names, if there are any.
  ///   - count: How many names these are.
  private mutating func view(from view: UIView, _ owner: UIView?, _ count: Int) -> UIView? {
    view.resolvePathName(&naming)
    guard view.pathOwner === owner, view.pathName == names[count] else { return self.view(below: view, owner, count) }
    if count + 1 < names.count { return self.view(below: view, view, count + 1) }
    return view.accessibilityIdentifier == nil ? view : nil
  }

  private mutating func view(below view: UIView, _ owner: UIView?, _ count: Int) -> UIView? {
    let skipsRows = view.subviews.count > 8 && view.hasNamedRows
    for subview in view.subviews {
      if skipsRows, subview.pathOwner === view, view !== owner || subview.pathName != names[count] { continue }
      if let found = self.view(from: subview, owner, count) { return found }
    }
    return nil
  }
}

/// One walk through a tree.
private struct Search {
  private(set) var ids: IDs
  /// The views that have them.
  private(set) var found: [[UIView]]
  /// How many of the ids that were asked for have no view.
  private var missing: Int
  /// Whether the app gave one of the found ids. Then other views may have it, too. Paths are unique.
  private var hasIdentifiers = false
  /// Whether one of the ids ends with a byte. To look at the last byte is faster than to write a path.
  private var lastBytes = [Bool](repeating: false, count: 256)
  private var naming = PathNaming()
  private var previous: (owner: UIView?, path: String) = (nil, "")

  init(for asked: IDs) {
    ids = asked
    ids.addViewsOfParts()
    missing = ids.askedCount
    found = Array(repeating: [], count: ids.all.count)
    for id in ids.all { if let last = id.utf8.last { lastBytes[Int(last)] = true } }
  }

  private var isOver: Bool { missing == 0 && !hasIdentifiers }

  mutating func visit(_ view: UIView) {
    note(view)
    for subview in view.subviews where !isOver { visit(subview) }
  }

  private mutating func note(_ view: UIView) {
    let identifier = view.accessibilityIdentifier
    if identifier == nil { view.resolvePathName(&naming) }
    guard let last = (identifier ?? view.pathName).utf8.last, lastBytes[Int(last)],
      let index = ids.areFew
        ? ids.all.firstIndex(where: { $0.utf8.last == last && view.hasID($0) })
        : ids.index(of: identifier ?? path(of: view))
    else { return }
    if found[index].isEmpty, index < ids.askedCount { missing -= 1 }
    found[index].append(view)
    if identifier != nil { hasIdentifiers = true }
  }

  /// Most views have the same owner as the view before them.
  private mutating func path(of view: UIView) -> String {
    view.resolvePathName(&naming)
    guard let owner = view.pathOwner else { return view.pathName }
    if owner !== previous.owner { previous = (owner, path(of: owner) + ".") }
    return previous.path + view.pathName
  }
}
