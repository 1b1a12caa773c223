private import Basics

/// A queue that serves clients in turn. The elements of one client leave in the order in which they came.
struct FairLine<Element> {
  private var elements: [UInt64: FIFO<Element>] = [:]
  /// Those with elements, each once.
  private var clients = FIFO<UInt64>()

  mutating func append(_ element: Element, of client: UInt64) {
    if elements[client] == nil { clients.append(client) }
    elements[client, default: FIFO()].append(element)
  }

  /// Takes the next element.
  ///
  /// - Parameter mayLeave: Whether elements of a client may leave now. The others keep their places.
  mutating func popFirst(where mayLeave: (UInt64) -> Bool) -> Element? {
    for _ in 0..<clients.count {
      guard let client = clients.popFirst() else { break }
      guard mayLeave(client) else {
        clients.append(client)
        continue
      }
      let element = elements[client]?.popFirst()
      if elements[client]?.isEmpty == false { clients.append(client) } else { elements[client] = nil }
      return element
    }
    return nil
  }
}
