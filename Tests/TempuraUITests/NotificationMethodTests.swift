import Foundation
import Testing

@testable import TempuraUI

/// Methods as observers of notifications.
@Suite(.app) struct NotificationMethodTests {
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
    #expect(UIApplication.shared.methodObservations.count < 1000)
  }

  /// Removes itself when it ends, as apps do that were written for older systems.
  final class Leaver {
    let center: NotificationCenter
    init(center: NotificationCenter) {
      self.center = center
      center.addObserver(self, selector: Leaver.didEnd, name: nil, object: nil)
    }
    deinit { center.removeObserver(self) }
    func didEnd() {}
  }

  @Test func anObserverThatEndsRemovesItself() {
    let before = UIApplication.shared.methodObservations.count
    var leaver: Leaver? = Leaver(center: center)
    #expect(UIApplication.shared.methodObservations.count == before + 1)
    withExtendedLifetime(leaver) {}
    leaver = nil
    #expect(UIApplication.shared.methodObservations.count == before)
  }

  @Test func theMethodsOfAnAppEndWithIt() {
    let reader = Reader()
    let observation = MethodObservation(of: reader) { reader, _ in reader.didEnd() }
    observation.token = center.addObserver(forName: ended, object: nil, queue: nil) { observation.run($0) }
    var observations: MethodObservations? = MethodObservations()
    observations?.add(observation, center: center, name: ended, object: nil)
    observations = nil
    center.post(name: ended, object: nil)
    #expect(reader.read == [])
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
