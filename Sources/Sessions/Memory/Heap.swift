/// Values of which the least is found at once (a binary heap).
struct Heap<Element: Comparable> {
  private(set) var elements: [Element] = []

  var least: Element? { elements.first }
  var count: Int { elements.count }

  init() {}

  init(_ elements: [Element]) { self.elements = elements.sorted() }  // sorted values are a heap

  mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0, elements[index] < elements[(index - 1) / 2] {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func removeLeast() {
    guard let last = elements.popLast(), !elements.isEmpty else { return }
    replaceLeast(with: last)
  }

  mutating func replaceLeast(with element: Element) {
    elements[0] = element
    var index = 0
    while true {
      let left = 2 * index + 1
      guard left < elements.count else { return }
      let right = left + 1
      let child = right < elements.count && elements[right] < elements[left] ? right : left
      guard elements[child] < elements[index] else { return }
      elements.swapAt(index, child)
      index = child
    }
  }
}
