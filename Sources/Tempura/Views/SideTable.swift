internal import Basics

/// Objects by the object that they belong to, for views that are no `UIView`s and so have no slots.
final class SideTable: Sendable {
  static let models = SideTable()
  static let viewControllers = SideTable()

  private struct Entry: @unchecked Sendable {
    // Safe because the values are only handed to the app instance that the owner is confined to.
    weak var owner: AnyObject?
    var value: AnyObject
  }

  private struct Content {
    var entries: [ObjectIdentifier: Entry] = [:]
    var limit = 64

    /// Removes the entries whose owners are gone, now and then.
    mutating func removeForgotten() -> [Entry] {
      guard entries.count > limit else { return [] }
      let forgotten = entries.filter { $0.value.owner == nil }
      for key in forgotten.keys { entries[key] = nil }
      limit = max(64, entries.count * 2)
      return Array(forgotten.values)
    }
  }

  private let content = Locked(Content())

  subscript(owner: AnyObject) -> AnyObject? {
    get {
      let entry = content.withLock { $0.entries[ObjectIdentifier(owner)] }
      // The identity may be that of an object that is gone.
      return entry?.owner === owner ? entry?.value : nil
    }
    set {
      let key = ObjectIdentifier(owner)
      let entry = newValue.map { Entry(owner: owner, value: $0) }
      // What is replaced is released outside the lock: that may run an app's code, which may come back here.
      let released = content.withLock { content in
        let replaced = content.entries[key]
        content.entries[key] = entry
        return (replaced, content.removeForgotten())
      }
      _ = released
    }
  }
}
