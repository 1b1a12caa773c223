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
  package init(of ids: [String], in root: UIView) {
    self.init(finding: ids, in: root)
    // An id that ends in a row's name is the row's own.
    let (prefix, row) = (".\(ItemIdentity.namePrefix)", ItemIdentity.namePrefix)
    let stale = ids.filter {
      self[$0] == nil && $0.contains(prefix) && (count(ofID: $0) == 0 || ViewPart($0)?.name.hasPrefix(row) == true)
    }
    guard !stale.isEmpty else { return }
    var renamed: [String: String] = [:]
    Self.rename(stale, in: root, &renamed)
    guard !renamed.isEmpty else { return }
    self.init(finding: ids.map { renamed[$0] ?? $0 }, in: root)
    self.renamed = renamed
  }

  private static func rename(_ ids: [String], in view: UIView, _ renamed: inout [String: String]) {
    if let list = view as? SectionedList {
      let path = list.elementID + "."
      for row in list.content.sections.flatMap(\.rows) where !row.formerNames.isEmpty {
        guard let cell = row.cell else { continue }
        for id in ids where id.hasPrefix(path) {
          let name = id.dropFirst(path.count).prefix { $0 != "." }
          if row.formerNames.contains(String(name)) {
            renamed[id] = path + cell.pathName + id.dropFirst(path.count + name.count)
          }
        }
      }
    }
    for subview in view.subviews { rename(ids, in: subview, &renamed) }
  }

  private init(finding ids: [String], in root: UIView) {
    // A view in a row may have an id that does not begin with the row's: the app's, or that of a property outside.
    var search = Search(for: ids, skipsOtherRows: true)
    search.visit(root)
    if !search.isOver {
      search = Search(for: ids)
      search.visit(root)
    }
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
    add(ids)
    askedCount = all.count
    add(ids.compactMap { ViewPart($0)?.viewID })
  }

  private mutating func add(_ ids: [String]) {
    for id in ids where index(of: id) == nil {
      indexes?[id] = all.count
      all.append(id)
    }
  }

  var areFew: Bool { indexes == nil }

  func index(of id: String) -> Int? {
    guard let indexes else { return all.firstIndex { Self.areSame($0, id) } }
    guard let index = indexes[id], Self.areSame(all[index], id) else { return nil }
    return index
  }

  /// Texts are equal if they look the same, and ids if their bytes are.
  private static func areSame(_ one: String, _ other: String) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    var (one, other) = (one, other)
    return one.withUTF8 { one in
      other.withUTF8 { other in
        guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
        return memcmp(start, otherStart, one.count) == 0
      }
    }
  }
}

/// One walk through a tree.
private struct Search {
  let ids: IDs
  /// The views that have them.
  private(set) var found: [[UIView]]
  /// How many of the ids that were asked for have no view.
  private var missing: Int
  /// Whether the app gave one of the found ids. Then other views may have it, too. Paths are unique.
  private var hasIdentifiers = false
  /// Whether a name in the ids ends with a byte. To look at the last byte is faster than to write a path.
  private var lastBytes = [Bool](repeating: false, count: 256)
  private var naming = PathNaming()
  private var previous: (owner: UIView?, path: String) = (nil, "")
  private let skipsOtherRows: Bool

  /// - Parameter skipsOtherRows: Whether to skip the rows of lists whose names are in no id, if only a few ids are looked for.
  init(for asked: [String], skipsOtherRows: Bool = false) {
    ids = IDs(asked)
    self.skipsOtherRows = skipsOtherRows && ids.areFew
    missing = ids.askedCount
    found = Array(repeating: [], count: ids.all.count)
    for id in ids.all {
      var last: UInt8?
      for byte in id.utf8 {
        if byte == UInt8(ascii: "."), let last { lastBytes[Int(last)] = true }
        last = byte
      }
      if let last { lastBytes[Int(last)] = true }
    }
  }

  var isOver: Bool { missing == 0 && !hasIdentifiers }

  mutating func visit(_ view: UIView) {
    note(view)
    let skipsRows = skipsOtherRows && view.subviews.count > 8 && view is SectionedList
    for subview in view.subviews where !isOver {
      if skipsRows, subview.pathOwner === view, !isNameInIDs(subview.pathName) { continue }
      visit(subview)
    }
  }

  private func isNameInIDs(_ name: String) -> Bool {
    guard let last = name.utf8.last, lastBytes[Int(last)] else { return false }
    return ids.all.contains { $0.utf8.split(separator: UInt8(ascii: ".")).contains { $0.elementsEqual(name.utf8) } }
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
