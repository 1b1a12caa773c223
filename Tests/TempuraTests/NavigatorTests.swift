import Foundation
import Hydra
import TempuraUI
import Testing

@testable import Tempura

@Suite(.app) struct NavigatorTests {
  // MARK: - Showing

  @Test func showAsksFromTheTopDownwards() async throws {
    let stack = FakeStack(["a", "b", "c"])
    stack.setHandles(ofScreenAt: 0, to: ["show x"])
    try await stack.navigator().show(["x"], animated: true, context: 7).value()
    #expect(take() == ["c? show x from c true 7", "b? show x from c true 7", "a? show x from c true 7"])
    #expect(stack.route == ["a", "b", "c", "x"])
  }

  @Test func severalScreensAreShownInTheirOrder() async throws {
    let stack = FakeStack(["a"], handles: ["show x", "show y"])
    try await stack.navigator().show(["x", "y"], animated: false, context: nil).value()
    #expect(take() == ["a? show x from a false -", "x? show y from x false -"])
  }

  @Test func showFallsBackToTheRootInstaller() async throws {
    let stack = FakeStack()
    let navigator = stack.navigator(startedAt: "a")
    stack.roots = ["a", "home"]
    try await navigator.show(["home"], animated: false, context: 1).value()
    #expect(take() == ["a? show home from a false 1", "root home 1"])
    #expect(stack.route == ["home"])
  }

  @Test func showIsRejectedIfNoScreenHandlesIt() async {
    let stack = FakeStack(["a", "b"])
    let error = await failure(of: stack.navigator().show(["x"], animated: false, context: nil))
    #expect(error == .unhandledShow("x", asked: ["b", "a"]))
    let empty = FakeStack()
    #expect(await failure(of: empty.navigator().show(["x"], animated: false, context: nil)) == .notStarted("x"))
  }

  @Test func aScreenCanBeShownInTheTurnThatStartsTheNavigator() async throws {
    let stack = FakeStack()
    stack.roots = ["a", "home"]
    let navigator = stack.navigator()
    let shown = Main.executor.sync {
      let shown = navigator.show(["home"], animated: false, context: nil)
      navigator.start(using: stack, in: UIWindow(frame: .zero), at: "a")
      return shown
    }
    try await shown.value()
    #expect(stack.route == ["home"])
  }

  @Test func aFailureEndsItsNavigationButNotOthers() async throws {
    let stack = FakeStack(["a"], handles: ["show y"])
    let navigator = stack.navigator()
    let failing = navigator.show(["x", "y"], animated: false, context: nil)
    let working = navigator.show(["y"], animated: false, context: nil)
    #expect(await failure(of: failing) == .unhandledShow("x", asked: ["a"]))
    try await working.value()
    #expect(stack.route == ["a", "y"])
  }

  @Test func showingNothingIsDoneAtOnce() async throws {
    try await FakeStack(["a"]).navigator().show([], animated: false, context: nil).value()
  }

  // MARK: - Hiding

  @Test func hideAsksTheTargetFirstAndThenDownwards() async throws {
    let stack = FakeStack(["a", "b", "c"])
    stack.setHandles(ofScreenAt: 0, to: ["hide c"])
    try await stack.navigator().hide("c", animated: false, context: "x").value()
    #expect(take() == ["c? hide c from b false x", "b? hide c from b false x", "a? hide c from b false x"])
    #expect(stack.route == ["a", "b"])
  }

  @Test func hidingALowerScreenHidesThoseAboveItFromTheTop() async throws {
    let stack = FakeStack(["a", "b", "c", "d"], handles: ["hide b", "hide c", "hide d"])
    try await stack.navigator().hide("b", animated: false, context: nil).value()
    #expect(take() == ["d? hide d from c false -", "c? hide c from b false -", "b? hide b from a false -"])
    #expect(stack.route == ["a"])
  }

  @Test func hidingAtomicallyIsOneRequest() async throws {
    let stack = FakeStack(["a", "b", "c", "d"], handles: ["hide b"])
    try await stack.navigator().hide("b", animated: false, context: nil, atomic: true).value()
    #expect(take() == ["b? hide b from a false -"])
    #expect(stack.route == ["a"])
  }

  @Test func hideHidesTheTopmostScreenWithTheName() async throws {
    let stack = FakeStack(["a", "b", "c", "b"], handles: ["hide b"])
    try await stack.navigator().hide("b", animated: false, context: nil).value()
    #expect(stack.route == ["a", "b", "c"])
  }

  @Test func hidingAScreenThatIsNotShownDoesNothing() async throws {
    try await FakeStack(["a"]).navigator().hide("x", animated: false, context: nil).value()
    #expect(take() == [])
  }

  @Test func aScreenThatWasHiddenMeanwhileIsSkipped() async throws {
    // Hiding d hides c as well.
    let stack = FakeStack(["a", "b", "c", "d"], handles: ["hide b"])
    final class Greedy: FakeScreen {
      override func hide(
        identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
        completion: @escaping RoutingCompletion
      ) -> Bool {
        stack.screens.removeLast(2)
        completion()
        return true
      }
    }
    stack.screens[3] = Greedy("d", in: stack)
    try await stack.navigator().hide("b", animated: false, context: nil).value()
    #expect(take() == ["b? hide b from a false -"])
  }

  @Test func hidingTheRootIsRejected() async {
    let navigator = FakeStack(["a", "b"], handles: ["hide a", "hide b"]).navigator()
    #expect(await failure(of: navigator.hide("a", animated: false, context: nil)) == .hidingRoot("a"))
  }

  @Test func hideIsRejectedIfNoScreenHandlesIt() async {
    let navigator = FakeStack(["a", "b", "c"]).navigator()
    let error = await failure(of: navigator.hide("b", animated: false, context: nil, atomic: true))
    #expect(error == .unhandledHide("b", asked: ["b", "a"]))
  }

  // MARK: - Changing

  @Test func routesThatDifferInTheMiddleAreAChange() async throws {
    let stack = FakeStack(["a", "b", "c"])
    stack.screens[0] = ChangingScreen("a", in: stack)
    try await stack.navigator().changeRoute(newRoute: ["a", "x", "y"], animated: true, context: 1).value()
    #expect(take() == ["a? change b to x true 1"])
  }

  @Test func aChangeThatIsNotImplementedIsRejected() async {
    let navigator = FakeStack(["a", "b"]).navigator()
    let error = await failure(of: navigator.changeRoute(newRoute: ["a", "x"], animated: false, context: nil))
    #expect(error == .unhandledChange(from: "b", to: "x", asked: "a"))
  }

  @Test func aRouteWithAnotherRootInstallsIt() async throws {
    let stack = FakeStack()
    let navigator = stack.navigator(startedAt: "a")
    stack.roots = ["x"]
    try await navigator.changeRoute(newRoute: ["x", "y"], animated: false, context: 2).value()
    #expect(take() == ["root x 2"])
    let error = await failure(of: navigator.changeRoute(newRoute: ["z"], animated: false, context: nil))
    #expect(error == .unknownRoot("z"))
  }

  @Test func anEmptyRouteIsRejectedAndTheCurrentRouteChangesNothing() async throws {
    let navigator = FakeStack(["a", "b"]).navigator()
    #expect(await failure(of: navigator.changeRoute(newRoute: [], animated: false, context: nil)) == .emptyRoute)
    try await navigator.changeRoute(newRoute: ["a", "b"], animated: false, context: nil).value()
    #expect(take() == [])
  }

  // MARK: - The queue

  @Test func oneNavigationRunsAtATime() async throws {
    let stack = FakeStack(["a"], handles: ["show x", "show y", "show z"])
    stack.isHolding = true
    let navigator = stack.navigator()
    let first = navigator.show(["x", "y"], animated: false, context: nil)
    let second = navigator.show(["z"], animated: false, context: nil)
    #expect(stack.route == ["a", "x"])
    stack.release()
    #expect(stack.route == ["a", "x", "y"])
    #expect(first.isPending)
    stack.release()
    #expect(!first.isPending && second.isPending)
    #expect(stack.route == ["a", "x", "y", "z"])
    stack.release()
    try await second.value()
    #expect(stack.stopped == 3)
  }

  @Test func ifScreensCompleteAtOnceTheNavigationIsDoneAtOnce() {
    let stack = FakeStack(["a"], handles: ["show x", "show y", "hide x", "hide y"])
    let navigator = stack.navigator()
    #expect(!navigator.show(["x", "y"], animated: false, context: nil).isPending)
    #expect(!navigator.hide("x", animated: false, context: nil).isPending)
    #expect(stack.route == ["a"])
    #expect(stack.clocks.isEmpty)
  }

  @Test func aMissingCompletionBlocksTheQueueForThreeSeconds() async throws {
    let stack = FakeStack(["a"], handles: ["show x", "show y"])
    stack.isHolding = true
    let navigator = stack.navigator()
    let first = navigator.show(["x"], animated: false, context: nil)
    let second = navigator.show(["y"], animated: false, context: nil)
    #expect(take() == ["a? show x from a false -", "waiting 3.0"])
    stack.clocks.removeFirst()()
    try await first.value()
    #expect(second.isPending)
    stack.release()  // The completion of the first navigation, after its time.
    #expect(second.isPending)
    stack.release()
    try await second.value()
  }

  @Test func aCompletionThatIsCalledTwiceCountsOnce() {
    let stack = FakeStack(["a"], handles: ["show x", "show y"])
    stack.isHolding = true
    let navigator = stack.navigator()
    let promise = navigator.show(["x", "y"], animated: false, context: nil)
    let completion = stack.held[0]
    completion()
    completion()
    #expect(promise.isPending)
  }

  @Test func navigationsFromOtherThreadsRunOnTheExecutor() async throws {
    let stack = FakeStack(["a"], handles: ["show x"])
    let navigator = stack.navigator()
    let promises = Promise<Void>(in: .background) { resolve, _, _ in
      navigator.show(["x"], animated: false, context: nil)
      resolve(())
    }
    try await promises.value()
    #expect(stack.route == ["a", "x"])
  }

  @Test func aStoppedNavigatorRejectsQueuedAndLaterNavigations() async {
    let stack = FakeStack()
    stack.handlesOfNew = ["show x"]
    let navigator = stack.navigator(startedAt: "a")
    stack.isHolding = true
    let first = navigator.show(["x"], animated: false, context: nil)
    let second = navigator.show(["x"], animated: false, context: nil)
    navigator.stop()
    #expect(await failure(of: first) == .stopped)
    #expect(await failure(of: second) == .stopped)
    #expect(await failure(of: navigator.show(["x"], animated: false, context: nil)) == .stopped)
    #expect(navigator.window == nil)
  }

  // MARK: - Contexts

  @Test func screensKeepTheirContexts() async throws {
    let stack = FakeStack(["a"], handles: ["show x", "show y", "hide x", "hide y"])
    let navigator = stack.navigator()
    func texts() -> [String?] { navigator.contexts.map { $0 as? String } }
    navigator.show(["x"], animated: false, context: "1")
    navigator.show(["y"], animated: false, context: nil)
    navigator.show(["x"], animated: false, context: "2")
    #expect(navigator.currentRoute == ["a", "x", "y", "x"])
    #expect(texts() == [nil, "1", nil, "2"])
    navigator.hide("x", animated: false, context: "gone")
    #expect(texts() == [nil, "1", nil])
    stack.screens.removeLast(2)  // Without the navigator.
    navigator.show(["x"], animated: false, context: nil)
    #expect(texts() == [nil, nil])
  }

  @Test func aContextOfANavigationWithoutANewScreenIsDropped() {
    let stack = FakeStack(["a"], handles: ["show x"])
    let navigator = stack.navigator()
    navigator.show(["x"], animated: false, context: "1")
    final class Quiet: FakeScreen {
      override func show(
        identifier: RouteElementIdentifier, from: RouteElementIdentifier, animated: Bool, context: Any?,
        completion: @escaping RoutingCompletion
      ) -> Bool {
        completion()
        return true
      }
    }
    stack.screens.append(Quiet("top", in: stack))
    navigator.show(["x"], animated: false, context: "2")
    #expect(navigator.contexts.map { $0 as? String } == [nil, "1", nil])
  }

  // MARK: - Routes of URLs

  @Test func theScreensOfARouteAreShownOneByOneWithTheirContexts() async throws {
    let stack = FakeStack()
    stack.handlesOfNew = ["show x", "show y"]
    let navigator = stack.navigator(startedAt: "a")
    try await navigator.navigate(to: ["a", "x", "y"], contexts: [1: "1", 2: "2"]).value()
    #expect(take() == ["a? show x from a false 1", "x? show y from x false 2"])
    #expect(navigator.contexts.map { $0 as? String } == [nil, "1", "2"])
    try await navigator.navigate(to: ["a", "x", "y"], contexts: [1: "1", 2: "2"]).value()
    #expect(take() == [])
  }

  @Test func anotherRootOrOneWithAContextIsInstalledFirst() async throws {
    let stack = FakeStack()
    stack.handlesOfNew = ["show x"]
    let navigator = stack.navigator(startedAt: "a")
    stack.roots = ["a", "b"]
    try await navigator.navigate(to: ["b", "x"], contexts: [:]).value()
    #expect(take() == ["root b -", "b? show x from b false -"])
    try await navigator.navigate(to: ["b"], contexts: [0: "c"]).value()
    #expect(take() == ["root b c"])
    try await navigator.navigate(to: ["b"], contexts: [:]).value()
    #expect(take() == ["root b -"])
  }

  @Test func anElementBeyondTheFirstNeverReplacesTheRoot() async {
    let stack = FakeStack()
    let navigator = stack.navigator(startedAt: "a")
    stack.roots = ["a", "b"]
    let error = await failure(of: navigator.navigate(to: ["a", "b"], contexts: [:]))
    #expect(error == .unknownRoute("b", in: ["a", "b"]))
    #expect(stack.route == ["a"])
    #expect(
      await failure(of: navigator.navigate(to: ["x", "y"], contexts: [:])) == .unknownRoute("x", in: ["x", "y"]))
    #expect(await failure(of: navigator.navigate(to: [], contexts: [:])) == .emptyRoute)
  }

  @Test func screensAboveTheRouteAreHiddenIfPossible() async throws {
    let stack = FakeStack(["a", "b", "c"], handles: ["hide c"])
    try await stack.navigator().navigate(to: ["a"], contexts: [:]).value()
    #expect(stack.route == ["a", "b"])
  }

  @Test func aScreenOfAContainerIsReplacedByTheElement() async throws {
    let stack = FakeStack(["a", "b"])
    stack.screens[0] = ChangingScreen("a", in: stack)
    try await stack.navigator().navigate(to: ["a", "x"], contexts: [1: "1"]).value()
    #expect(take() == ["a? change b to x false 1"])
    let fixed = FakeStack(["a", "b"])
    let error = await failure(of: fixed.navigator().navigate(to: ["a", "x"], contexts: [:]))
    #expect(error == .unknownRoute("x", in: ["a", "x"]))
  }
}
