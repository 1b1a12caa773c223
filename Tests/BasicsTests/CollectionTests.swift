import Basics
import Testing

@Suite struct CollectionTests {
  @Test func elementsLeaveAQueueInTheirOrder() {
    var queue = FIFO<Int>()
    var (next, expected) = (0, 0)
    for round in 0..<300 {
      for _ in 0..<(round % 7) {
        queue.append(next)
        next += 1
      }
      for _ in 0..<(round % 5) where !queue.isEmpty {
        #expect(queue.popFirst() == expected)
        expected += 1
      }
      #expect(queue.count == next - expected)
    }
    while let element = queue.popFirst() {
      #expect(element == expected)
      expected += 1
    }
    #expect(expected == next)
  }

  @Test func aQueueTakesAndGivesElementsAtBothEnds() {
    var queue = FIFO<Int>()
    queue.prepend(2)
    queue.append(3)
    queue.prepend(1)
    #expect(queue.popLast() == 3)
    #expect(queue.popFirst() == 1)
    queue.prepend(0)
    #expect(queue.popFirst() == 0)
    #expect(queue.popLast() == 2)
    #expect(queue.popFirst() == nil)
    #expect(queue.popLast() == nil)
  }

  @Test func aQueueKeepsNothingOfAnElementThatHasLeft() {
    final class Thing {}
    var queue = FIFO<() -> Void>()
    weak var thing: Thing?
    do {
      let held = Thing()
      thing = held
      queue.append { withExtendedLifetime(held) {} }
    }
    queue.append {}
    #expect(thing != nil)
    queue.popFirst()?()
    #expect(thing == nil, "although another element is there")
  }

  @Test func aHeapGivesItsElementsFromTheLeastOn() {
    let numbers = (0..<200).map { $0 * 73 % 101 }
    var heap = Heap<Int>()
    for number in numbers { heap.insert(number) }
    var found: [Int] = []
    while let least = heap.least {
      found.append(least)
      heap.removeLeast()
    }
    #expect(found == numbers.sorted())
  }

  @Test func theLeastElementOfAHeapCanBeReplaced() {
    var heap = Heap([3, 1, 2])
    heap.replaceLeast(with: 5)
    #expect(heap.least == 2)
    #expect(heap.elements.sorted() == [2, 3, 5])
  }
}
