import Hydra
import Katana
import Testing

@testable import TempuraTesting

@Suite struct TestClockTests {
  private let clock = TestClock(patience: 60)

  @Test func promisesAreResolvedInTheOrderOfTheirDeadlines() async throws {
    let (late, early, later) = (
      clock.wait(for: .seconds(2)), clock.wait(for: .seconds(1)), clock.wait(for: .seconds(3))
    )
    await clock.advance(by: .seconds(1))
    #expect(late.isPending && !early.isPending)
    await clock.advance(by: .seconds(1))
    #expect(!late.isPending && later.isPending)
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func aWaitOfZeroEndsAtOnce() {
    #expect(clock.wait(for: .zero).result != nil)
  }

  @Test func aTaskSleepsUntilTheClockAdvances() async throws {
    let task = Task { try await clock.sleep(for: .seconds(5)) }
    await clock.advance(by: .seconds(5))
    try await task.value
  }

  @Test func aCancelledTaskStopsSleeping() async {
    let task = Task { try await clock.sleep(for: .seconds(5)) }
    await clock.advance(by: .zero)  // once it sleeps
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await clock.advance(by: .seconds(5), sleepers: 0)
  }

  @Test func aSideEffectWaitsForTheClockOfItsDependencies() async {
    let driver = StoreDriver<ReminderState, ReminderDependencies>()
    let clock = TestClock()
    driver.store.dependencies.wait = clock.wait(for:)
    await driver.dispatch(Remind())
    await clock.advance(by: .seconds(60))
    await driver.receive(ShowReminder.self) { $0.isReminding = true }
  }

  @Test func missingSleepersFailTheTest() async {
    let clock = TestClock(patience: 0)
    await withKnownIssue {
      await clock.advance(by: .seconds(1), sleepers: 2)
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue == "Expected 2 sleepers before the clock advances by 1.0 seconds, but there are 0."
      }
    }
    #expect(clock.now.offset == .seconds(1))
  }
}

private struct ReminderState: State { var isReminding = false }

private final class ReminderDependencies: SideEffectDependencyContainer {
  var wait: (Duration) -> Promise<Void> = { Promise(resolved: ()).defer($0 / .seconds(1)) }

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

private struct Remind: SideEffect {
  func sideEffect(_ context: SideEffectContext<ReminderState, ReminderDependencies>) throws {
    try Hydra.await(context.dependencies.wait(.seconds(60)))
    context.dispatch(ShowReminder())
  }
}

private struct ShowReminder: StateUpdater {
  func updateState(_ state: inout ReminderState) { state.isReminding = true }
}
