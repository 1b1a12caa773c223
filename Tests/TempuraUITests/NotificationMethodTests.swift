import Foundation
import Testing

@testable import TempuraUI

struct NotificationMethodTests {
  final class Reader {
    var read: [String] = []
    func didChange(_ notification: Notification) { read.append(notification.object as? String ?? "-") }
    func didEnd() { read.append("end") }
    func didStart(_ notification: NSNotification) { read.append("start of \(notification.object ?? "-")") }
  }

  let center = NotificationCenter()
  let changed = Notification.Name("changed")
  let ended = Notification.Name("ended")

  @Test func methodsRunForTheirNotifications() {
    let reader = Reader()
    center.addObserver(reader, selector: Reader.didChange, name: changed, object: nil)
    center.addObserver(reader, selector: Reader.didEnd, name: ended, object: nil)
    center.post(name: changed, object: "a")
    center.post(name: ended, object: nil)
    #expect(reader.read == ["a", "end"])
    center.addObserver(reader, selector: Reader.didStart, name: changed, object: nil)
    center.post(name: changed, object: "b")
    #expect(reader.read.suffix(2).sorted() == ["b", "start of b"])
  }

  @Test func aRemovedObserverHearsNothing() {
    let reader = Reader()
    center.addObserver(reader, selector: Reader.didChange, name: changed, object: nil)
    center.addObserver(reader, selector: Reader.didEnd, name: ended, object: nil)
    center.removeObserver(reader, name: ended, object: nil)
    center.post(name: ended, object: nil)
    center.post(name: changed, object: "a")
    center.removeObserver(reader)
    center.post(name: changed, object: "b")
    #expect(reader.read == ["a"])
  }

  @Test func anObserverIsNotRetained() {
    var reader: Reader? = Reader()
    weak let observed = reader
    center.addObserver(reader!, selector: Reader.didChange, name: changed, object: nil)
    reader = nil
    #expect(observed == nil)
    center.post(name: changed, object: "a")
  }

  @Test func observersThatAreGoneAreForgotten() {
    for _ in 0..<10_000 { center.addObserver(Reader(), selector: Reader.didChange, name: changed, object: nil) }
    #expect(MethodObservation.count < 1000)
  }

  @Test func whatAddObserverReturnsIsStillRemoved() {
    let reader = Reader()
    nonisolated(unsafe) let sameReader = reader  // Safe because the centre calls the closure on this thread.
    let token = center.addObserver(forName: changed, object: nil, queue: nil) { _ in sameReader.didEnd() }
    center.post(name: changed, object: nil)
    center.removeObserver(token)
    center.post(name: changed, object: nil)
    #expect(reader.read == ["end"])
  }
}
