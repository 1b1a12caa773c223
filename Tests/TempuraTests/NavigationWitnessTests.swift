import Hydra
import Katana
import Testing

@testable import Tempura

private enum Name: String { case a, b }

private struct Failed: Error {}

@Suite(.app) struct NavigationWitnessTests {
  @Test func liveNavigationDispatchesOneEffectPerCall() async throws {
    var dispatched: [any Dispatchable] = []
    let navigation = NavigationWitness.live { item in
      dispatched.append(item)
      return Promise(resolved: ())
    }
    try await navigation.show(["a", "b"], animated: true, context: 1).value()
    try await navigation.show(Name.a).value()
    try await navigation.hide("a", context: 2, atomic: true).value()
    try await navigation.hide().value()
    #expect(dispatched.count == 4)
    let first = dispatched[0] as? Show
    #expect(first?.identifiersToShow == ["a", "b"] && first?.animated == true && first?.context as? Int == 1)
    #expect((dispatched[1] as? Show)?.identifiersToShow == ["a"])
    let third = dispatched[2] as? Hide
    #expect(third?.identifierToHide == "a" && third?.atomic == true && third?.context as? Int == 2)
    #expect(dispatched[3] is Hide)
  }

  @Test func mockedNavigationWaitsForItsHandlers() async throws {
    let pending = Promise<Void>()
    let navigation = NavigationWitness.mocked(
      showHandlers: ["a": { _, _ in pending }, "b": { _, _ in Promise(resolved: ()) }],
      hideHandlers: ["nil": { _, _, _ in Promise(rejected: Failed()) }])
    let shown = navigation.show(["a", "b"])
    #expect(shown.isPending)
    pending.resolve(())
    try await shown.value()
    await #expect(throws: Failed.self) { try await navigation.hide().value() }
    try await navigation.hide("a").value()
  }
}
