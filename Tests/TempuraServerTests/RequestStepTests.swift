import Tempura
import Testing

@testable import TempuraServer

/// What a visit does next, row by row.
@Suite struct RequestStepTests {
  private typealias TestStep = RequestStep<String>

  private let routes: RouteTable

  init() throws { routes = try RouteTable() }

  private func place(_ route: String..., kept: Int? = nil) -> Destination {
    let contexts = route.indices.map { $0 == kept ? ScreenContext(Void.self) : nil }
    return routes.destination(route: route, contexts: contexts)
  }

  private var deep: Destination { routes.destination(route: Array(repeating: "a", count: 33)) }

  private struct Row {
    let name: String
    let position: RequestStep<String>.Position
    var trail: [(String, RequestStep<String>.Reason)] = []
    var access = RouteAccess.allowed
    let expected: String
  }

  private var rows: [Row] {
    [
      // Without a live scene
      Row(name: "a URL that leads to no screen", position: .noScene(at: nil), expected: "refuse notFound"),
      Row(name: "a screen that is not live", position: .noScene(at: place("a")), expected: "launch /a"),
      Row(name: "a route that is too deep", position: .noScene(at: deep), expected: "refuse notFound"),
      Row(
        name: "a screen whose context is gone", position: .noScene(at: place("a", "b", kept: 1)),
        expected: "redirect to /a, lostContext"),

      // With a live scene
      Row(name: "a live scene", position: .live("s", url: "/a", relaunch: nil), expected: "show s"),
      Row(
        name: "a live scene in another language", position: .live("s", url: "/a", relaunch: place("a")),
        access: .refused, expected: "launch /a instead of s"),
      Row(
        name: "a live scene that the guard refuses", position: .live("s", url: "/a", relaunch: nil), access: .refused,
        expected: "refuse forbidden"),
      Row(
        name: "a live scene that the guard redirects", position: .live("s", url: "/a", relaunch: nil),
        access: .redirect(to: ["b"]), expected: "redirect to /b, routeGuard"),

      // Launched
      Row(name: "an app that was launched", position: .launched("s", for: place("a")), expected: "navigate s to /a"),
      Row(
        name: "an app that was launched for a refused screen", position: .launched("s", for: place("a")),
        access: .refused, expected: "refuse forbidden"),
      Row(
        name: "an app that was launched for a redirected screen", position: .launched("s", for: place("a")),
        access: .redirect(to: ["b"]), expected: "redirect to /b, routeGuard"),
      Row(
        name: "an app that was launched for its first screen, which the guard is not asked about yet",
        position: .launched("s", for: place()), access: .refused, expected: "navigate s to /"),

      // Arrived
      Row(
        name: "a scene that arrived where it was navigated to",
        position: .arrived("s", at: place("a"), for: place("a")),
        expected: "show s"),
      Row(
        name: "a scene that arrived elsewhere", position: .arrived("s", at: place("b"), for: place("a")),
        access: .refused, expected: "redirect to /b, arrivedElsewhere"),
      Row(
        name: "a scene that could not be navigated", position: .arrived("s", at: nil, for: place("a")),
        expected: "refuse notFound"),
      Row(
        name: "a scene that the guard refuses once it is there",
        position: .arrived("s", at: place("a"), for: place("a")), access: .refused, expected: "refuse forbidden"),

      // The app's guard against itself
      Row(
        name: "a guard that redirects to where it came from", position: .live("s", url: "/b", relaunch: nil),
        trail: [("/a", .routeGuard)], access: .redirect(to: ["a"]), expected: "refuse circle /a /b /a"),
      Row(
        name: "a guard that redirects to the route itself", position: .live("s", url: "/a", relaunch: nil),
        access: .redirect(to: ["a"]), expected: "refuse circle /a /a"),
      Row(
        name: "a guard that refuses where it redirects to", position: .launched("s", for: place("b")),
        trail: [("/a", .routeGuard)], access: .refused, expected: "refuse contradiction /a /b"),
      Row(
        name: "a screen that is refused after the app itself moved", position: .live("s", url: "/b", relaunch: nil),
        trail: [("/a", .arrivedElsewhere)], access: .refused, expected: "refuse forbidden"),
      Row(
        name: "a guard that redirects on and on", position: .live("s", url: "/8", relaunch: nil),
        trail: (0..<8).map { ("/\($0)", .routeGuard) }, access: .redirect(to: ["9"]),
        expected: "refuse circle /0 /1 /2 /3 /4 /5 /6 /7 /8 /9"),

      // After a form
      Row(name: "a form that was applied", position: .applied("s", url: "/a"), expected: "show s"),
      Row(
        name: "a form that led to a refused screen, whose page says so", position: .applied("s", url: "/a"),
        access: .refused, expected: "show s"),
      Row(
        name: "a form that led to a redirected screen", position: .applied("s", url: "/a"),
        access: .redirect(to: ["b"]), expected: "redirect to /b, routeGuard"),
    ]
  }

  @Test func aVisitDecidesByWhereItStandsAndWhatTheGuardSays() {
    for row in rows {
      var trail = TestStep.Trail()
      for (url, reason) in row.trail { trail.append(url, because: reason) }
      var questions = 0
      let step = TestStep.next(row.position, after: trail, in: routes) { _, _ in
        questions += 1
        return row.access
      }
      #expect(text(step) == row.expected, "\(row.name)")
      #expect(questions <= 1, "\(row.name): the guard is code of the app, which may take long")
    }
  }

  @Test func theGuardIsAskedAboutWhereALaunchedAppIsToBeBrought() {
    let destination = place("a", "b")
    let step = TestStep.next(.launched("s", for: destination), in: routes) { _, place in
      place?.route == ["a", "b"] ? .allowed : .refused
    }
    #expect(text(step) == "navigate s to /a/b")
  }

  private func text(_ step: TestStep) -> String {
    switch step {
    case .show(let scene): "show \(scene)"
    case .launch(let destination, let old): "launch \(destination.url)" + (old.map { " instead of \($0)" } ?? "")
    case .navigate(let scene, let destination): "navigate \(scene) to \(destination.url)"
    case .redirect(let destination, let reason): "redirect to \(destination.url), \(reason)"
    case .refuse(.redirectLoop(let trail, let isCircle)):
      "refuse \(isCircle ? "circle" : "contradiction") \(trail.joined(separator: " "))"
    case .refuse(let failure): "refuse \(failure)"
    }
  }
}
