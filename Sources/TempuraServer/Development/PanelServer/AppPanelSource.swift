internal import Basics
internal import DevelopmentPanel
internal import Dispatch
internal import JSONEncoding
internal import Katana
internal import Recordings
internal import SessionKernel
internal import Sessions
internal import TempuraUI

/// What the panel shows of an app, and does to it.
final class AppPanelSource: PanelSource {
  private let runtime: Runtime
  private let recorders: Recorders

  init(_ runtime: Runtime, _ recorders: Recorders) {
    self.runtime = runtime
    self.recorders = recorders
  }

  func sessions() -> [PanelSession] {
    recorders.all.map { recorder in
      let recording = recorder.recording
      let last = recording.timeline.last?.id ?? 0
      return PanelSession(
        id: recorder.mark, name: recorder.file ?? "Session of \(Self.hour(of: recording.timeline.first?.time))",
        urls: recording.urls(after: last).map(\.url), stepCount: recording.timeline.count, lastTime: recorder.lastTime,
        shownStep: recorder.shownStep)
    }
  }

  private static func hour(of time: Double?) -> String {
    guard let time, let time = Int(exactly: time.rounded()) else { return "now" }
    let seconds = time % 86_400
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  func recording(of session: String) -> Recording? { recorders[session]?.recording }

  // MARK: - The state

  func state(of session: String, after step: Int?) throws -> String {
    let recorder = try recorder(session)
    let recording = recorder.recording
    if let problem = recording.stateProblem { throw PanelError(problem) }
    let step = step ?? recorder.shownStep ?? recording.timeline.last?.id ?? 0
    let content = try content(of: recording, after: recording.end(of: step))
    guard let state = content.state as? any Encodable else { throw PanelError("The state is not Codable.") }
    return String(decoding: try DirectJSON.encode(state), as: UTF8.self)
  }

  func setState(_ json: String, of session: String) throws {
    let recorder = try recorder(session)
    let content = try read(Array("{\"v\":\(runtime.kernel.states.stateVersion),\"state\":\(json)}".utf8))
    guard let present = self.session(of: recorder) else { throw Self.notInMemory }
    let isOfPast = recorder.shownStep != nil
    if isOfPast { try resume(session) }
    let session = present
    try wait {
      await session.turn { _ -> (any Error)? in
        let old = session.state?.current
        do { try session.replaceState(by: content.state, remembering: nil, keepingShared: isOfPast) } catch {
          return error
        }
        let changes = old.map { recorder.difference(from: $0, to: content.state) } ?? []
        let step = recorder.append(.replacement(Step.Replacement(by: "the panel", changes: changes)))
        recorder.note(contentOf: session, after: step)
        return nil
      }
    }
    runtime.streams.tell(session.key)
  }

  private func content(of recording: Recording, after step: Int) throws -> StateContent {
    guard let bytes = recording.content(after: step) else {
      throw PanelError("No state was recorded at step \(step), or it is no longer kept.")
    }
    return try read(bytes)
  }

  private func read(_ bytes: [UInt8]) throws -> StateContent {
    let record = SessionRecord(
      version: 1, content: EncodedContent(bytes: bytes), created: 0, expiry: .max, isUsed: true)
    do throws(StateError) { return try runtime.kernel.states.content(of: record) } catch {
      throw PanelError("\(error)")
    }
  }

  // MARK: - Travelling

  func travel(to step: Int, in session: String) throws {
    let recorder = try recorder(session)
    let recording = recorder.recording
    if let problem = recording.stateProblem { throw PanelError(problem) }
    let end = recording.end(of: step)
    let content = try content(of: recording, after: end)
    // A recording from a file has no tabs: the session that was used last shows it.
    let shown = recorder.file == nil ? [recorder] : recorders.all.filter { $0.file == nil }
    guard let session = shown.lazy.compactMap({ self.session(of: $0) }).first,
      session.show(content, Replay(session, step: step, of: recorder, urls: recording.urls(after: end)))
    else { throw Self.notInMemory }
  }

  func returnToPresent(_ session: String) {
    if let recorder = recorders[session] { replay(of: recorder)?.original.showPresent() }
  }

  func resume(_ session: String) throws {
    guard let replay = replay(of: try recorder(session)) else { throw PanelError("The tabs show the present.") }
    try wait { await replay.resume(by: "the panel") }
  }

  /// The session of a recording; nil if it is not in memory. Not a replay of it.
  private func session(of recorder: SessionRecorder) -> Session? {
    let session = runtime.sessions.session(of: recorder.key)
    return session?.replay?.original ?? session
  }

  /// What tabs show of a recording; nil for nothing.
  private func replay(of recorder: SessionRecorder) -> Replay? {
    recorders.all.lazy.compactMap { self.runtime.sessions.session(of: $0.key)?.replay }.first {
      $0.recorder === recorder
    }
  }

  private static let notInMemory = PanelError("The session is not in memory. Load one of its pages, and try again.")

  private func recorder(_ session: String) throws -> SessionRecorder {
    guard let recorder = recorders[session] else { throw PanelError("This session is not recorded any more.") }
    return recorder
  }

  /// Waits for work in a session's turn. Blocks the thread: it is one of the panel's side effects.
  private func wait(for work: @escaping @Sendable () async -> (any Error)?) throws {
    let result = Locked<(any Error)?>(nil)
    let semaphore = DispatchSemaphore(value: 0)
    runtime.turns.run {
      let error = await work()
      result.withLock { $0 = error }
      semaphore.signal()
    }
    semaphore.wait()
    if let error = result.withLock({ $0 }) { throw PanelError("\(error)") }
  }

  // MARK: - Screens

  func screens(of session: String) -> [PanelScreen] {
    // The replay, if one is shown.
    guard let key = recorders[session]?.key, let session = runtime.sessions.session(of: key) else { return [] }
    let screens = Locked<[PanelScreen]>([])
    try? wait {
      let found = await session.turn { _ in
        session.scenes.filter { $0.isAccepted && $0.tabClosed == nil }.compactMap(\.panelScreen)
      }
      screens.withLock { $0 = found }
      return nil
    }
    return screens.withLock { $0 }
  }

  // MARK: - Files

  func load(_ file: [UInt8]) throws -> String {
    let recording: Recording
    do {
      recording = try Recording(file: file)
      try recording.check(app: runtime.site.pages.appName)
    } catch { throw PanelError("\(error)") }
    let recorder = SessionRecorder(recording, file: "recording \(recorders.all.filter { $0.file != nil }.count + 1)")
    recorders.add(recorder)
    return recorder.mark
  }

  // MARK: - The surroundings

  var network: NetworkCondition {
    get { runtime.app.development?.network?.condition ?? .good }
    set { runtime.app.development?.network?.set(newValue, runtime) }
  }

  func mails() -> [PanelMail] { runtime.app.development?.mails?.all ?? [] }
}
