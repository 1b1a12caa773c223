import AppData
import Basics
import DevelopmentPanel
import Recordings
import Sessions
import TempuraUI
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// What is recorded of a session, and how its tabs show a step of the past.
@Suite struct ReplayTests {
  /// A session whose user has counted from 0 to 4.
  private struct Counted {
    let server: TestServer
    let source: AppPanelSource
    let live: LivePage
    let id: String

    init() throws {
      server = try TestServer(DevelopedDelegate.self, development: .with(Development.Lines()))
      source = AppPanelSource(server.runtime, try #require(server.runtime.app.recorders))
      live = LivePage(try server.browser(at: "/home"), tab: "tab00000", at: "/home")
      try live.ask()
      for _ in 1...2 { try live.tap("work") }
      id = try #require(source.sessions().first?.id)
    }

    var recording: Recording { get throws { try #require(source.recording(of: id)) } }

    func updaters() throws -> [Step] {
      try recording.timeline.filter { if case .updater = $0.event { true } else { false } }
    }

    func showsCount(_ count: Int) throws -> Bool {
      // A page may have to be loaded again, as after any change that the script does not know.
      try live.browser.server.map { try $0.copy(of: live.browser).get("/home").body.contains(">\(count)<") } ?? false
    }
  }

  @Test func aStepOfThePastHasWhatTheAppKeptThen() throws {
    let counted = try Counted()
    let browser = counted.live.browser
    let session = try #require(counted.server.session(of: browser))
    counted.server.inTurn(of: session) { _ = session.keep().change("defaults", .set("name", .string("Ann"))) }
    try counted.live.tap("work")
    func kept() -> KeptValue? { counted.server.session(of: browser)?.kept?["defaults"]["name"] }
    try counted.source.travel(to: try #require(counted.updaters().first).id, in: counted.id)
    #expect(kept() == nil)
    try counted.source.travel(to: try #require(counted.updaters().last).id, in: counted.id)
    #expect(kept() == .string("Ann"))
    try counted.source.travel(to: try #require(counted.updaters().first).id, in: counted.id)
    try counted.source.resume(counted.id)
    #expect(kept() == nil && counted.server.session(of: browser)?.replay == nil)
  }

  @Test func eachUpdaterIsAStepWithItsCauseAndWhatItChanged() throws {
    let counted = try Counted()
    let steps = try counted.recording.timeline
    let updaters = try counted.updaters()
    #expect(updaters.count == 4)
    guard case .updater(let dispatch) = try #require(updaters.first).event else { return }
    #expect(dispatch.type.hasSuffix(".Count"))
    #expect(dispatch.changes == ["state.count = 1"])
    #expect(dispatch.views == ["UILabel developedView.countLabel", "UIButton work"])
    // The inner side effect dispatched it, the outer one that, and a tap the outer one.
    var causes: [String] = []
    var id = updaters[0].cause
    while let cause = id, let step = steps.first(where: { $0.id == cause }) {
      switch step.event {
      case .sideEffect(let dispatch): causes.append("\(dispatch.type.suffix(6)) \(dispatch.properties.map(\.text))")
      case .request(let request): causes.append(request.acts.map(\.sentence).joined())
      default: causes.append("?")
      }
      id = step.cause
    }
    #expect(causes == [#"Nested ["0"]"#, #"Nested ["1"]"#, "tap Work"])
  }

  @Test func aTabShowsAStepOfThePastAndThePresentAgain() throws {
    let counted = try Counted()
    let stored = counted.server.session(of: counted.live.browser)?.record?.version
    for (index, step) in try counted.updaters().enumerated().reversed() {
      try counted.source.travel(to: step.id, in: counted.id)
      #expect(try counted.live.ask().answer.body.contains(">\(index + 1)<"))
      #expect(counted.source.sessions().first?.shownStep == step.id)
    }
    counted.source.returnToPresent(counted.id)
    #expect(try counted.live.ask().answer.body.contains(">4<"))
    #expect(counted.server.session(of: counted.live.browser)?.record?.version == stored)
    #expect(try counted.updaters().count == 4)
  }

  @Test func aTapGoesOnFromTheStepThatIsShown() throws {
    let counted = try Counted()
    try counted.source.travel(to: try counted.updaters()[0].id, in: counted.id)
    try counted.live.ask()
    #expect(try counted.live.tap("work").answer.body.contains(">3<"))
    let recording = try counted.recording
    #expect(recording.lines.count == 2)
    #expect(try counted.updaters().count == 3)
    #expect(counted.source.sessions().first?.shownStep == nil)
    // It was stored: the session comes back from the storage with it.
    try counted.server.evictAll()
    #expect(try counted.live.ask().answer.body.contains(">3<"))
    // The line that was left can still be shown.
    let left = try #require(recording.lines[0].steps.last { if case .updater = $0.event { true } else { false } })
    try counted.source.travel(to: left.id, in: counted.id)
    #expect(try counted.live.ask().answer.body.contains(">4<"))
  }

  @Test func thePanelGoesOnFromTheStepThatIsShown() throws {
    let counted = try Counted()
    try counted.source.travel(to: try counted.updaters()[1].id, in: counted.id)
    try counted.source.resume(counted.id)
    #expect(try counted.live.ask().answer.body.contains(">2<"))
    #expect(try counted.live.tap("work").answer.body.contains(">4<"))
    #expect(throws: PanelError.self) { try counted.source.resume(counted.id) }
  }

  @Test func anEditedStateIsShownAndStored() throws {
    let counted = try Counted()
    #expect(
      try counted.source.state(of: counted.id, after: nil) == #"{"count":4,"role":"","notes":[]}"#)
    try counted.source.setState(#"{"count":40,"role":"","notes":[]}"#, of: counted.id)
    #expect(try counted.live.ask().answer.body.contains(">40<"))
    try counted.server.evictAll()
    #expect(try counted.live.ask().answer.body.contains(">40<"))
    #expect(throws: PanelError.self) { try counted.source.setState(#"{"count":"#, of: counted.id) }
    #expect(throws: PanelError.self) { try counted.source.setState(#"{"count":"many"}"#, of: counted.id) }
  }

  // MARK: - What happens meanwhile

  @Test func aSessionThatGetsAnotherIDShowsThePresent() throws {
    let counted = try Counted()
    let session = try #require(counted.server.session(of: counted.live.browser))
    let id = session.id
    try counted.source.travel(to: try counted.updaters()[0].id, in: counted.id)
    counted.server.inTurn(of: session) {
      session.rename(to: SessionIDRotation.NewID(id: .random(), claim: SessionKey(of: .random())))
    }
    #expect(counted.server.runtime.sessions[id] == nil)
    #expect(counted.server.runtime.sessions[session.id] === session)
    #expect(counted.source.sessions().first?.shownStep == nil)
  }

  @Test func aSessionThatEndsIsShownNoMore() throws {
    let counted = try Counted()
    let session = try #require(counted.server.session(of: counted.live.browser))
    try counted.source.travel(to: try counted.updaters()[0].id, in: counted.id)
    counted.server.inTurn(of: session) { session.life = .removed(byApp: true, isTold: false) }
    try waitUntil { counted.server.runtime.sessions.count == 0 }
    #expect(throws: PanelError.self) { try counted.source.travel(to: 1, in: counted.id) }
    #expect(counted.source.sessions().first?.shownStep == nil)
  }

  @Test func ofTwoWhoGoOnAtOnceOneDoes() async throws {
    let counted = try Counted()
    let session = try #require(counted.server.session(of: counted.live.browser))
    try counted.source.travel(to: try counted.updaters()[0].id, in: counted.id)
    let replay = try #require(counted.server.session(of: counted.live.browser)?.replay)
    async let first = replay.resume(by: "one")
    async let second = replay.resume(by: "another")
    _ = await (first, second)
    let replacements = try counted.recording.timeline.filter {
      if case .replacement = $0.event { true } else { false }
    }
    #expect(replacements.count == 1)
    #expect(counted.server.session(of: counted.live.browser) === session)
  }

  @Test func aStepOfAFileIsNoneOfTheSession() throws {
    let counted = try Counted()
    let step = try counted.updaters()[1].id
    let file = try counted.source.load(try counted.recording.file())
    try counted.source.travel(to: step, in: file)
    #expect(try counted.live.ask().answer.body.contains(">2<"))
    let shown = counted.source.sessions().filter { $0.shownStep != nil }
    #expect(shown.map(\.id) == [file])
    #expect(try counted.live.tap("work").answer.body.contains(">4<"))
    // What the session had done stays before that.
    #expect(try counted.recording.lines.count == 1)
    #expect(try counted.updaters().count == 6)
    let replacement = try #require(
      try counted.recording.timeline.first { if case .replacement = $0.event { true } else { false } })
    #expect(try counted.source.state(of: counted.id, after: replacement.id).contains(#""count":2"#))
    #expect(counted.source.sessions().allSatisfy { $0.shownStep == nil })
  }

  @Test func anotherFileEndsTheStepOfTheFirst() throws {
    let counted = try Counted()
    let step = try counted.updaters()[1].id
    let files = try (0..<2).map { _ in try counted.source.load(try counted.recording.file()) }
    for file in files { try counted.source.travel(to: step, in: file) }
    #expect(try counted.live.ask().answer.body.contains(">2<"))
    #expect(counted.source.sessions().filter { $0.shownStep != nil }.map(\.id) == [files[1]])
    counted.source.returnToPresent(files[1])
    #expect(try counted.live.ask().answer.body.contains(">4<"))
  }

  @Test func aSessionThatIsUsedAgainIsListedAgain() throws {
    let counted = try Counted()
    for _ in 0..<32 { _ = try counted.server.browser(at: "/home") }
    #expect(!counted.source.sessions().contains { $0.id == counted.id })
    try counted.live.tap("work")
    #expect(counted.source.sessions().first?.id == counted.id)
    #expect(try counted.updaters().count == 6)
    #expect(counted.source.sessions().count == 32)
  }

  @Test func aSessionThatTwoRequestsLoadedIsInMemory() throws {
    let counted = try Counted()
    let session = try #require(counted.server.session(of: counted.live.browser))
    // The second one finds the first one in the table, and is dropped.
    _ = Session(id: session.id, record: try #require(session.record), content: nil, of: counted.server.runtime)
    try counted.source.travel(to: try counted.updaters()[0].id, in: counted.id)
    #expect(try counted.live.ask().answer.body.contains(">1<"))
  }
}
