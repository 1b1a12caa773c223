/// A binary heap, which finds the least of its elements at once. Inlinable, because it is generic.
public struct Heap<Element: Comparable> {
  @usableFromInline internal var storage: [Element] = []

  @inlinable public var elements: [Element] { storage }

  @inlinable public var least: Element? { storage.first }
  @inlinable public var count: Int { storage.count }

  @inlinable public init() {}

  @inlinable public init(_ elements: [Element]) { storage = elements.sorted() }  // sorted values are a heap

  @inlinable public mutating func insert(_ element: Element) {
    storage.append(element)
    var index = storage.count - 1
    while index > 0, storage[index] < storage[(index - 1) / 2] {
      storage.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  @inlinable public mutating func removeLeast() {
    guard let last = storage.popLast(), !storage.isEmpty else { return }
    replaceLeast(with: last)
  }

  @inlinable public mutating func replaceLeast(with element: Element) {
    storage[0] = element
    var index = 0
    while true {
      let left = 2 * index + 1
      guard left < storage.count else { return }
      let right = left + 1
      let child = right < storage.count && storage[right] < storage[left] ? right : left
      guard storage[child] < storage[index] else { return }
      storage.swapAt(index, child)
      index = child
    }
  }
}
