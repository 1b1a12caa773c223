internal import Basics

/// Values of objects. It serves views that are not `UIView`s and so have no slots.
final class SideTable: Sendable {
  static let models = SideTable()
  static let viewControllers = SideTable()

  private struct Entry: @unchecked Sendable {
    // Safe because only the app instance that the owner is confined to gets the values.
    weak var owner: AnyObject?
    var value: AnyObject
  }

  private struct Content {
    var entries: [ObjectIdentifier: Entry] = [:]
    var limit = 64

    /// Removes the entries of released owners if there are many entries, and returns them.
    mutating func removeOrphans() -> [Entry] {
      guard entries.count > limit else { return [] }
      let orphans = entries.filter { $0.value.owner == nil }
      for key in orphans.keys { entries[key] = nil }
      limit = max(64, entries.count * 2)
      return Array(orphans.values)
    }
  }

  private let content = Locked(Content())

  subscript(owner: AnyObject) -> AnyObject? {
    get {
      let entry = content.withLock { $0.entries[ObjectIdentifier(owner)] }
      // A released object may have had the same identity.
      return entry?.owner === owner ? entry?.value : nil
    }
    set {
      let key = ObjectIdentifier(owner)
      let entry = newValue.map { Entry(owner: owner, value: $0) }
      // Values are released outside the lock: their deinitialisers may be app code that uses this table.
      let released = content.withLock { content in
        let replaced = content.entries[key]
        content.entries[key] = entry
        return (replaced, content.removeOrphans())
      }
      _ = released
    }
  }
}
