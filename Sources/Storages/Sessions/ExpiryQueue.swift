private import Basics

/// Sessions in the order of their expiry.
///
/// A session that gets more time, or is removed, changes nothing in the queue. The queue asks for its expiry when the
/// session is the first one.
struct ExpiryQueue {
  private struct Entry: Comparable {
    let expiry: Int64
    let key: SessionKey

    static func < (a: Entry, b: Entry) -> Bool { a.expiry < b.expiry }
  }

  private var heap = Heap<Entry>()

  /// Adds a session that is new, or whose expiry became earlier.
  ///
  /// - Parameters:
  ///   - count: The number of sessions. The queue never has many more entries.
  ///   - current: Returns the expiry of a session; nil if it is gone.
  mutating func insert(_ key: SessionKey, expiry: Int64, of count: Int, current: (SessionKey) -> Int64?) {
    heap.insert(Entry(expiry: expiry, key: key))
    guard heap.count > 2 * count + 64 else { return }
    let keys = Set(heap.elements.map(\.key))
    heap = Heap(keys.compactMap { key in current(key).map { Entry(expiry: $0, key: key) } })
  }

  /// The session that expires first; nil if there is none.
  ///
  /// - Parameter current: Returns the expiry of a session; nil if it is gone.
  mutating func first(current: (SessionKey) -> Int64?) -> (key: SessionKey, expiry: Int64)? {
    while let entry = heap.least {
      guard let expiry = current(entry.key) else {
        heap.removeLeast()
        continue
      }
      guard entry.expiry < expiry else { return (entry.key, expiry) }
      heap.replaceLeast(with: Entry(expiry: expiry, key: entry.key))
    }
    return nil
  }

  /// Removes the session that `first` returned.
  mutating func removeFirst() { heap.removeLeast() }
}
