import Dispatch
import Testing

@testable import Katana

@Suite struct SideEffectThreadsTests {
  private final class Job: Work {
    // Safe because it is run once.
    nonisolated(unsafe) let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    func run() { body() }
  }

  @Test func workStartsInOrderOnOneThreadAfterTheOther() async throws {
    let threads = SideEffectThreads.shared
    let log = Log<Int>()
    for number in 0..<500 {
      threads.start(Job { log.add(number) })
      try await log.reached(number + 1)
    }
    #expect(log.entries == Array(0..<500))
  }

  @Test func everyoneWhoWaitsHasAThreadOfItsOwn() async throws {
    let gate = DispatchSemaphore(value: 0)
    let log = Log<Int>()
    for number in 0..<300 {
      SideEffectThreads.shared.start(
        Job {
          gate.wait()
          log.add(number)
        })
    }
    SideEffectThreads.shared.start(Job { for _ in 0..<300 { gate.signal() } })
    try await log.reached(300)
  }
}
