/// A queue that serves keys in turn. The elements of one key leave in the order in which they came.
public struct FairQueue<Element> {
  @usableFromInline internal var elements: [UInt64: FIFO<Element>] = [:]
  /// Those with elements, each once.
  @usableFromInline internal var keys = FIFO<UInt64>()

  @inlinable public init() {}

  @inlinable public var isEmpty: Bool { keys.isEmpty }

  @inlinable public mutating func append(_ element: Element, of key: UInt64) {
    if elements[key] == nil { keys.append(key) }
    elements[key, default: FIFO()].append(element)
  }

  /// The next element of a key.
  @inlinable public func first(of key: UInt64) -> Element? { elements[key]?.first }

  /// The element that leaves next.
  @inlinable public func first(where mayLeave: (UInt64) -> Bool) -> Element? {
    keys.first(where: mayLeave).flatMap(first)
  }

  /// Takes the next element.
  ///
  /// - Parameter mayLeave: Whether elements of a key may leave now. The others keep their places.
  @inlinable public mutating func popFirst(where mayLeave: (UInt64) -> Bool) -> Element? {
    for _ in 0..<keys.count {
      guard let key = keys.popFirst() else { break }
      guard mayLeave(key) else {
        keys.append(key)
        continue
      }
      let element = elements[key]?.popFirst()
      if elements[key]?.isEmpty == false { keys.append(key) } else { elements[key] = nil }
      return element
    }
    return nil
  }
}
