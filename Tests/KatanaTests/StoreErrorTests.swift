import Katana
import Testing

@Suite struct StoreErrorTests {
  @Test(arguments: [
    (StoreError.notDispatchable("A"), "A is neither a state updater nor a side effect."),
    (.ambiguous("A"), "A is both a state updater and a side effect: make it one of them."),
    (
      .sideEffectNotRun("A"),
      "An interceptor kept A from running, so it has no value: have it call next, or throw."
    ),
    (
      .unexpectedValue(sideEffect: "A", expected: "Int", actual: "String"),
      "A has a value of type String, where Int is expected."
    ),
    (.wrongState(updater: "A", expected: "B", actual: "C"), "A works with C, while the store's state is B."),
    (.wrongContext(sideEffect: "A", expected: "B", actual: "C"), "A works with B, while the store's context is C."),
    (.storeReleased("A"), "A was dispatched in a store that is gone: keep the store for as long as it is used."),
    (.hostReleased("A"), "A was dispatched in a store whose app instance has ended."),
  ])
  func theWording(error: StoreError, text: String) { #expect("\(error)" == text) }
}
