/// A queue: first in, first out. Inlinable, because it is generic and on hot paths.
///
/// It keeps nothing of an element that has left: what a closure holds is freed when the closure has run.
public struct FIFO<Element> {
  /// The elements from `head` on. The slots before it are empty.
  @usableFromInline internal var elements: [Element?] = []
  @usableFromInline internal var head = 0

  @inlinable public init() {}

  @inlinable public var isEmpty: Bool { head == elements.count }
  @inlinable public var count: Int { elements.count - head }

  /// The element that leaves next.
  @inlinable public var first: Element? { isEmpty ? nil : elements[head] }

  @inlinable public func first(where isWanted: (Element) -> Bool) -> Element? {
    elements[head...].first { $0.map(isWanted) ?? false } ?? nil
  }

  @inlinable public mutating func append(_ element: Element) { elements.append(element) }

  /// Adds an element before all others.
  @inlinable public mutating func prepend(_ element: Element) {
    if head == 0 { return elements.insert(element, at: 0) }
    head -= 1
    elements[head] = element
  }

  @inlinable public mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: head < 64)
      head = 0
    } else if head > 64, head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  @inlinable public mutating func popLast() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements.removeLast()
    if head == elements.count {
      elements.removeAll(keepingCapacity: head < 64)
      head = 0
    }
    return element
  }
}
