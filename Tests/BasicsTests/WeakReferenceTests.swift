import Basics
import Dispatch
import Testing

@Suite struct WeakReferenceTests {
  private protocol Named: AnyObject {
    var name: String { get }
  }

  private final class Person: Named {
    let name = "Ada"
    @WeakReference var itself: Person?
    let end: (Person?) -> Void

    init(end: @escaping (Person?) -> Void = { _ in }) {
      self.end = end
      itself = self
    }

    deinit { end(itself) }
  }

  @Test func aReferenceHasItsObjectUntilThatIsReleased() {
    var person: Person? = Person()
    let (byClass, byProtocol) = (WeakReference(person), WeakReference<any Named>(person))
    #expect(byClass.wrappedValue === person)
    #expect(byProtocol.wrappedValue?.name == "Ada")
    person = nil
    #expect(byClass.wrappedValue == nil)
    #expect(byProtocol.wrappedValue == nil)
    #expect(WeakReference<Person>(nil).wrappedValue == nil)
  }

  @Test func anObjectAtItsEndIsNotThereAnyMore() {
    var found: [Person?] = []
    _ = Person { found.append($0) }
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0 == nil })
  }

  @Test func anObjectCanBeReleasedWhileOtherThreadsAskForIt() {
    for _ in 0..<200 {
      nonisolated(unsafe) var person: Person? = Person()
      // Safe because threads may ask a reference at once.
      nonisolated(unsafe) let reference = WeakReference(person)
      let askers = DispatchGroup()
      for _ in 0..<2 {
        DispatchQueue.global().async(group: askers) {
          for _ in 0..<50 { #expect(reference.wrappedValue?.name ?? "Ada" == "Ada") }
        }
      }
      person = nil
      askers.wait()
      #expect(reference.wrappedValue == nil)
    }
  }
}
