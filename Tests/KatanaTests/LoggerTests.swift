import Hydra
import TestSupport
@testable import Katana
import Testing

@Suite struct LoggerTests {
  @Test func aLogLineNamesTheType() {
    #expect(DispatchableLogger.line(for: Increment()) == "[Dispatchable]: KatanaTests.Increment")
  }

  @Test func theLoggerPassesItemsAndErrorsOn() async throws {
    let store = AppStore(immediate: [DispatchableLogger.interceptor(blackList: [Increment.self, Perform.self])])
    try await store.dispatch(Increment()).value()
    #expect(store.state.counter == 1)
    #expect(await failure(of: store.dispatch(Perform { _ in throw Oops() })) is Oops)
  }

  @Test func theSignpostFlagCanBeSet() {
    #expect(!SignpostLogger.isEnabled)
    SignpostLogger.isEnabled = true
    #expect(SignpostLogger.isEnabled)
    SignpostLogger.isEnabled = false
  }
}
