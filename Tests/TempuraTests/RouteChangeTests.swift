import TempuraUI
import Testing

@testable import Tempura

@Suite(.app) struct RouteChangeTests {
  @Test(arguments: [
    ("a b", "a b", false, ""),
    ("", "", false, ""),
    ("a b", "c b", false, "root c"),
    ("a", "b c d", false, "root b"),
    ("a b c d", "a b", false, "hide d, hide c"),
    ("a b c d", "a b", true, "hide c"),
    ("a", "a b c", false, "show b, show c"),
    ("", "a b", false, "show a, show b"),
    ("a b c", "a d e", false, "change b to d by a"),
    ("a b b", "a b", false, "hide b"),
  ])
  func theStepsFromOneRouteToAnother(_ old: String, _ new: String, _ isAtomic: Bool, _ expected: String) {
    let stack = FakeStack(old.split(separator: " ").map(String.init))
    let steps = RouteChange.steps(
      from: stack.screens, to: new.split(separator: " ").map(String.init), isAtomic: isAtomic)
    let texts = steps.map { step in
      switch step {
      case .root(let element): "root \(element)"
      case .show(let element): "show \(element)"
      case .hide(let screen): "hide \(screen.routeIdentifier)"
      case .change(let screen, let from, let to): "change \(from) to \(to) by \(screen.routeIdentifier)"
      }
    }
    #expect(texts.joined(separator: ", ") == expected)
  }
}
