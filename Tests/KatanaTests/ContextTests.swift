import Hydra
import TestSupport
import Testing

@testable import Katana

@Suite struct ContextTests {
  private func context(_ log: EventLog<String>, answering answer: Any = ()) -> AppContext {
    AppContext(
      dependencies: AppDependencies(dispatch: { _ in Promise(resolved: ()) }, getState: { AppState() }),
      getState: { AppState(counter: log.count) },
      dispatch: { item in
        log.add(String(describing: type(of: item)))
        return Promise(resolved: answer)
      })
  }

  @Test func aTestCanMakeAContextWithoutAStore() throws {
    let log = EventLog<String>()
    let effect = Perform { context in
      #expect(context.getState().counter == 0)
      try Hydra.await(context.dispatch(Increment()))
      try Hydra.await(context.dispatch(Perform()))
      context.anyDispatch(Nothing())
      #expect((context.getAnyState() as? AppState)?.counter == 3)
    }
    try effect.sideEffect(context(log))
    #expect(log.entries == ["Increment", "Perform", "Nothing"])
  }

  @Test func theValuesOfAContextWithoutAStoreAreTyped() throws {
    let number = Compute { _ in 0 }
    #expect(try Hydra.await(context(EventLog(), answering: 5).dispatch(number)) == 5)
    #expect(throws: StoreError.self) { try Hydra.await(context(EventLog(), answering: "five").dispatch(number)) }
  }
}
