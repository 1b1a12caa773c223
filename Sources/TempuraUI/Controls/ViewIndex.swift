/// The views with some ids, found in one walk through a tree.
///
/// A form can have a thousand fields, and a screen a hundred thousand views: one walk for each field would take seconds.
package struct ViewIndex {
  /// - view: The first view with the id; or the one that can be used, if the app gave the id to several views; nil if more of
  ///   them can be used, because the id does not tell which one is meant.
  private typealias Found = (view: UIView?, count: Int)

  private var found: [String: Found] = [:]

  /// - Parameters:
  ///   - ids: The ids of views, or of parts of them, as forms have them.
  ///   - root: The view whose subtree is searched.
  package init(of ids: [String], in root: UIView) {
    var search = Search(for: ids)
    search.visit(root)
    for (id, views) in search.found where !views.isEmpty { found[id] = (Self.usableView(of: views), views.count) }
  }

  private static func usableView(of views: [UIView]) -> UIView? {
    guard views.count > 1 else { return views.first }
    let reachable = views.filter(\.isReachable)  // A screen below a modal may use the same ids.
    guard reachable.count > 1 else { return reachable.first ?? views[0] }
    Misuse.report(reachable[0].messageOfSharedIdentifier(with: reachable[1]))
    return nil
  }

  /// The view with an id.
  package func view(withID id: String) -> UIView? { found[id]?.view }

  /// How many views have an id, or have a part with that id.
  package func count(ofID id: String) -> Int {
    found[id]?.count ?? ViewPart(id).flatMap { found[$0.viewID]?.count } ?? 0
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
    guard let dot = id.lastIndex(of: "."), id.last != "." else { return nil }
    viewID = String(id[..<dot])
    name = String(id[id.index(after: dot)...])
  }
}

/// One walk through a tree.
private struct Search {
  /// The views by the ids that are looked for.
  private(set) var found: [String: [UIView]] = [:]
  private var missing: Set<String>
  /// Whether the app gave one of the found ids. Then other views may have it, too. Paths are unique.
  private var hasIdentifiers = false
  /// Whether an id that is looked for ends with a byte. To look at the last byte is faster than to write a path.
  private var lastBytes = [Bool](repeating: false, count: 256)
  private var naming = PathNaming()
  private var previous: (owner: UIView?, path: String) = (nil, "")

  init(for ids: [String]) {
    missing = Set(ids)
    for id in missing {
      found[id] = []
      if let part = ViewPart(id) { found[part.viewID] = [] }
    }
    for id in found.keys {
      if let last = id.utf8.last { lastBytes[Int(last)] = true }
    }
  }

  private var isOver: Bool { missing.isEmpty && !hasIdentifiers }

  mutating func visit(_ view: UIView) {
    note(view)
    for subview in view.subviews where !isOver { visit(subview) }
  }

  private mutating func note(_ view: UIView) {
    let identifier = view.accessibilityIdentifier
    if identifier == nil { view.resolvePathName(&naming) }
    guard let last = (identifier ?? view.pathName).utf8.last, lastBytes[Int(last)] else { return }
    let id = identifier ?? path(of: view)
    // Texts are equal if they look the same, and ids if their bytes are.
    guard let place = found.index(forKey: id), found.keys[place].utf8.elementsEqual(id.utf8) else { return }
    found.values[place].append(view)
    missing.remove(id)
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
