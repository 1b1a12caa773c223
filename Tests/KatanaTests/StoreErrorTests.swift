import Katana
import Testing

@Suite struct StoreErrorTests {
  @Test(arguments: [
    (StoreError.notDispatchable("A"), "A is neither a state updater nor a side effect."),
    (.ambiguous("A"), "A is both a state updater and a side effect: make it one of them."),
    (
      .sideEffectNotRun("A"),
      "An interceptor stopped A, so it has no value: call next in the interceptor, or throw an error."
    ),
    (
      .unexpectedValue(sideEffect: "A", expected: "Int", actual: "String"),
      "A has a value of type String, where Int is expected."
    ),
    (.wrongState(updater: "A", expected: "B", actual: "C"), "A works with C, but the store's state is B."),
    (.wrongContext(sideEffect: "A", expected: "B", actual: "C"), "A works with B, but the store's context is C."),
    (
      .storeReleased("A"),
      "A was dispatched in a store that no longer exists: keep a reference to the store while you use it."
    ),
    (.hostReleased("A"), "A was dispatched in a store whose app instance has ended."),
  ])
  func errorsSayWhatToDo(error: StoreError, text: String) { #expect("\(error)" == text) }
}
