import Dispatch
import Katana
import TestSupport
import Testing

@Suite struct ExecutorTests {
  @Test func aDispatchQueueIsAReentrantExecutor() async {
    let queue = DispatchQueue(label: "test")
    #expect(queue.executeSync { queue.executeSync { queue.executeSync { 3 } } } == 3)
    let log = EventLog<String>()
    queue.sync {
      (queue as any Executor).executeAsync { log.add("later") }
      log.add("first")
    }
    queue.sync {}
    #expect(log.entries == ["first", "later"])
  }

  @Test func theMainQueueIsAReentrantExecutor() async {
    await MainActor.run { #expect(DispatchQueue.main.executeSync { 1 } == 1) }
    #expect(DispatchQueue.main.executeSync { 2 } == 2)
  }
}
