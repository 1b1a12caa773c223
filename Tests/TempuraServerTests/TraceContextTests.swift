import Foundation
import Hydra
import Katana
import Tempura
import TempuraServer
import TempuraUI
import Testing

/// The trace of a request, wherever the code runs that the request started.
@Suite struct TraceContextTests {
  private static let ids = ["4bf92f3577b34da6a3ce929d0e0e4736", "0af7651916cd43dd8448eb211c80319c"]
  private static func parent(_ id: String) -> String { "00-\(id)-00f067aa0ba902b7-01" }

  @Test(arguments: [
    "updater", "effect", "nested", "afterUpdater", "background", "queue", "listener", "nextEffect",
  ])
  func codeKnowsTheTraceOfItsRequest(way: String) throws {
    let server = try TestServer(TraceDelegate.self)
    let browser = try server.browser(at: "/trace")
    for id in Self.ids {
      browser.headers = ["traceparent": Self.parent(id), "tracestate": "a=1"]
      #expect(try browser.tap(way).text("log") == "\(id) a=1")
    }
    browser.headers = [:]
    #expect(try browser.tap(way).text("log") == "none")
    browser.headers = ["traceparent": Self.parent(Self.ids[0]).uppercased()]
    #expect(try browser.tap(way).text("log") == "none", "it is not valid")
  }

  @Test func aFormThatLaunchesTheAppHasItsTrace() throws {
    let server = try TestServer(TraceDelegate.self)
    let browser = try server.browser(at: "/trace")
    try server.evictAll()
    browser.headers = ["traceparent": Self.parent(Self.ids[0])]
    #expect(try browser.tap("effect").text("log") == "\(Self.ids[0]) -")
  }

  @Test func requestsOfASideEffectHaveIdsOfTheirOwn() throws {
    let server = try TestServer(TraceDelegate.self)
    let browser = try server.browser(at: "/trace")
    browser.headers = ["traceparent": Self.parent(Self.ids[0])]
    let texts = try #require(try browser.tap("send").text("log")).split(separator: " ").map(String.init)
    #expect(texts.count == 2 && Set(texts).count == 2)
    for text in texts {
      #expect(text.wholeMatch(of: /00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01/) != nil)
      #expect(!text.contains("00f067aa0ba902b7"))
    }
  }

  @Test func codeOutsideRequestsHasNoTrace() {
    #expect(TraceContext.current == nil)
  }
}

// MARK: - An app that writes down the trace that it sees

private struct TraceState: State, Codable {
  var log = ""
  var listens = false
}

private struct Note: StateUpdater {
  var text: String?
  func updateState(_ state: inout TraceState) { state.log = text ?? seenTrace() }
}

private struct Listen: StateUpdater {
  func updateState(_ state: inout TraceState) { state.listens.toggle() }
}

private func seenTrace() -> String {
  TraceContext.current.map { "\($0.traceID) \($0.tracestate ?? "-")" } ?? "none"
}

private struct See: SideEffect {
  var depth = 0

  func sideEffect(_ context: SideEffectContext<TraceState, NavigatorOnly>) throws {
    guard depth == 0 else { return try Hydra.await(context.dispatch(See(depth: depth - 1))) }
    let trace = context.trace.map { "\($0.traceID) \($0.tracestate ?? "-")" } ?? "none"
    try Hydra.await(context.dispatch(Note(text: trace)))
  }
}

private struct Send: SideEffect {
  func sideEffect(_ context: SideEffectContext<TraceState, NavigatorOnly>) throws {
    guard let trace = context.trace else { return }
    try Hydra.await(context.dispatch(Note(text: "\(trace.newTraceparent()) \(trace.newTraceparent())")))
  }
}

/// Notes what a continuation on another queue sees.
private struct SeeLater: SideEffect {
  let context: Context

  func sideEffect(_ effects: SideEffectContext<TraceState, NavigatorOnly>) throws {
    let seen = Promise<String>(in: context) { resolve, _, _ in resolve(seenTrace()) }
      .then(in: context) { text in text == seenTrace() ? text : "\(text), then \(seenTrace())" }
    try Hydra.await(effects.dispatch(Note(text: Hydra.await(seen))))
  }
}

private struct TraceModel: ViewModelWithState {
  let log: String
  init?(state: TraceState) { log = state.log }
}

private final class TraceView: UIView, ViewControllerModellableView {
  let label = UILabel()
  var didTap: ((String) -> Void)?

  func setup() {
    label.accessibilityIdentifier = "log"
    addSubview(label)
    for action in [
      "updater", "effect", "nested", "afterUpdater", "background", "queue", "listener", "nextEffect", "send",
    ] {
      let button = UIButton()
      button.setTitle(action, for: .normal)
      button.accessibilityIdentifier = action
      button.on(.touchUpInside) { [unowned self] _ in didTap?(action) }
      addSubview(button)
    }
  }

  func style() {}
  func update(oldModel: TraceModel?) { label.text = model?.log }
}

private final class TraceController: ViewController<TraceView>, Routable {
  var routeIdentifier: RouteElementIdentifier { "trace" }

  override func setupInteraction() {
    rootView.didTap = { [unowned self] action in
      switch action {
      case "updater": dispatch(Note())
      case "effect": dispatch(See())
      case "nested": dispatch(See(depth: 3))
      case "afterUpdater": store.dispatch(Listen()).then(in: .main) { [unowned self] in dispatch(See()) }
      case "background": dispatch(SeeLater(context: .background))
      case "queue": dispatch(SeeLater(context: .custom(queue: DispatchQueue(label: "trace"))))
      case "listener":
        // Safe because only code of the session uses it.
        nonisolated(unsafe) var end: StoreUnsubscribe?
        end = store.addListener { [unowned self] old, new in
          guard old.listens != new.listens else { return }
          end?()
          dispatch(See())
        }
        dispatch(Listen())
      case "nextEffect": for _ in 0..<20 { dispatch(See()) }
      default: dispatch(Send())
      }
    }
  }
}

private final class TraceDelegate: TestDelegate<TraceState, NavigatorOnly> {
  override var root: String { "trace" }
  override func makeRoot() -> UIViewController { TraceController(store: store) }
}
