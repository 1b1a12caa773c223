import Hydra
import Testing

@Suite struct PromiseErrorTests {
  @Test(arguments: [
    (PromiseError.timeout, "The promise was not settled in time."),
    (.rejected, "The promise's value was found not to be valid."),
    (.invalidInput, "The operator cannot work with these arguments."),
    (.invalidContext, "A promise cannot be awaited in the main context."),
    (.attemptsFailed, "All attempts failed."),
  ])
  func theWording(error: PromiseError, text: String) { #expect("\(error)" == text) }
}
