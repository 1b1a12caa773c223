private import Basics

/// Sessions in the order in which they go: those that were only looked at first, and of these the one whose time is up
/// first.
///
/// It is not told when sessions are used, get more time or go: that is looked up when one is first in turn. So a change
/// of a session costs nothing here.
struct ExpiryQueue {
  private struct Entry: Comparable {
    let place: Place
    let key: SessionKey

    static func < (a: Entry, b: Entry) -> Bool { a.place < b.place }
  }

  /// Where a session is in the order.
  struct Place: Comparable {
    let isUsed: Bool
    let expiry: Int64

    static func < (a: Place, b: Place) -> Bool { a.isUsed == b.isUsed ? a.expiry < b.expiry : b.isUsed }
  }

  private var heap = Heap<Entry>()

  /// Adds a session that is new, or whose place is before the one that it had.
  ///
  /// - Parameters:
  ///   - count: How many sessions there are. The queue never has many more entries than that.
  ///   - current: The place of a session now; nil if it is gone.
  mutating func insert(_ key: SessionKey, at place: Place, of count: Int, current: (SessionKey) -> Place?) {
    heap.insert(Entry(place: place, key: key))
    guard heap.count > 2 * count + 64 else { return }
    let keys = Set(heap.elements.map(\.key))
    heap = Heap(keys.compactMap { key in current(key).map { Entry(place: $0, key: key) } })
  }

  /// The session that goes first; nil if there is none.
  ///
  /// - Parameter current: The place of a session now; nil if it is gone.
  mutating func first(current: (SessionKey) -> Place?) -> (key: SessionKey, place: Place)? {
    while let entry = heap.least {
      guard let place = current(entry.key) else {
        heap.removeLeast()
        continue
      }
      guard entry.place < place else { return (entry.key, place) }
      heap.replaceLeast(with: Entry(place: place, key: entry.key))
    }
    return nil
  }

  /// Takes out the one that was first.
  mutating func removeFirst() { heap.removeLeast() }
}
