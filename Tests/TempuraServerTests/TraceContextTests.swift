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

  private let browser: Browser

  init() throws {
    PageController.define("see") { page, way in note(way, on: page) }
    browser = try TestServer().browser(at: "/list")
  }

  private func see(_ way: String) throws -> String? {
    try browser.tap("list.go", ["list.field": "see \(way)"]).text("notesLabel")
  }

  @Test(arguments: [
    "updater", "effect", "nested", "afterUpdater", "background", "queue", "listener", "nextEffect",
  ])
  func codeKnowsTheTraceOfItsRequest(way: String) throws {
    for id in Self.ids {
      browser.headers = ["traceparent": Self.parent(id), "tracestate": "a=1"]
      #expect(try see(way) == "\(id) a=1")
    }
    browser.headers = [:]
    #expect(try see(way) == "none")
    browser.headers = ["traceparent": Self.parent(Self.ids[0]).uppercased()]
    #expect(try see(way) == "none", "it is not valid")
  }

  @Test func aFormThatLaunchesTheAppHasItsTrace() throws {
    try #require(browser.server).evictAll()
    browser.headers = ["traceparent": Self.parent(Self.ids[0])]
    #expect(try see("effect") == "\(Self.ids[0]) -")
  }

  @Test func requestsOfASideEffectHaveIdsOfTheirOwn() throws {
    browser.headers = ["traceparent": Self.parent(Self.ids[0])]
    let texts = try #require(try see("send")).split(separator: " ").map(String.init)
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

// MARK: - What writes down the trace that it sees

private struct NoteTrace: StateUpdater {
  var text: String?
  func updateState(_ state: inout LibraryState) { state.notes = [text ?? seenTrace()] }
}

private func seenTrace() -> String { text(of: TraceContext.current) }

private func text(of trace: TraceContext?) -> String { trace.map { "\($0.traceID) \($0.tracestate ?? "-")" } ?? "none" }

private struct See: SideEffect {
  var depth = 0

  func sideEffect(_ context: LibraryContext) throws {
    guard depth == 0 else { return try Hydra.await(context.dispatch(See(depth: depth - 1))) }
    try Hydra.await(context.dispatch(NoteTrace(text: text(of: context.trace))))
  }
}

private struct Send: SideEffect {
  func sideEffect(_ context: LibraryContext) throws {
    guard let trace = context.trace else { return }
    try Hydra.await(context.dispatch(NoteTrace(text: "\(trace.newTraceparent()) \(trace.newTraceparent())")))
  }
}

/// Notes what a continuation on another queue sees.
private struct SeeLater: SideEffect {
  let context: Context

  func sideEffect(_ effects: LibraryContext) throws {
    let seen = Promise<String>(in: context) { resolve, _, _ in resolve(seenTrace()) }
      .then(in: context) { text in text == seenTrace() ? text : "\(text), then \(seenTrace())" }
    try Hydra.await(effects.dispatch(NoteTrace(text: Hydra.await(seen))))
  }
}

private func note(_ way: String, on page: PageController) {
  switch way {
  case "updater": page.dispatch(NoteTrace())
  case "effect": page.dispatch(See())
  case "nested": page.dispatch(See(depth: 3))
  case "afterUpdater": page.store.dispatch(Count()).then(in: .main) { [unowned page] in page.dispatch(See()) }
  case "background": page.dispatch(SeeLater(context: .background))
  case "queue": page.dispatch(SeeLater(context: .custom(queue: DispatchQueue(label: "trace"))))
  case "listener":
    // Safe because only code of the session uses it.
    nonisolated(unsafe) var end: StoreUnsubscribe?
    end = page.store.addListener { [unowned page] old, new in
      guard old.count != new.count else { return }
      end?()
      page.dispatch(See())
    }
    page.dispatch(Count())
  case "nextEffect": for _ in 0..<20 { page.dispatch(See()) }
  default: page.dispatch(Send())
  }
}
