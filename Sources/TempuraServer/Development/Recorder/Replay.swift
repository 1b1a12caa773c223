internal import Basics
internal import Katana
internal import Recordings
internal import SessionKernel
internal import Sessions

/// What a session shows that stands for another one: a step of the past. Nothing is dispatched, nothing is stored.
///
/// The original is out of the table of sessions meanwhile, so no request finds it. What it has begun goes on.
final class Replay: SessionAttachment {
  let original: Session
  let step: Int
  /// The recording that has the step: that of the original, or one from a file.
  let recorder: SessionRecorder
  /// Where the tabs were, the one that was used last first.
  private let urls: [(tab: String?, url: String)]

  init(_ original: Session, step: Int, of recorder: SessionRecorder, urls: [(tab: String?, url: String)]) {
    self.original = original
    self.step = step
    self.recorder = recorder
    self.urls = urls
  }

  /// Where a tab was; nil if it was not open then.
  func url(of tab: String?) -> String? { urls.first { $0.tab == tab }?.url }

  func willDispatch(_ item: any Dispatchable, in scene: any SessionScene) -> (any DispatchRecord)? {
    DroppedDispatch.shared
  }
}

extension Session {
  /// What it shows if it stands for another one; nil for an ordinary one.
  var replay: Replay? { storesChanges ? nil : attachments.first as? Replay }

  /// Records what happens in the session; nil if nothing does.
  var recorder: SessionRecorder? { attachments.lazy.compactMap { $0 as? SessionRecorder }.first }

  /// Shows a step of the past in all tabs, in the place of this session. The session must be in memory.
  ///
  /// - Parameter content: What the session was after the step.
  /// - Returns: False if the session has left memory.
  func show(_ content: StateContent, _ replay: Replay) -> Bool {
    let shown = Session(showing: content, of: self, replay)
    let present = runtime.sessions[id]
    guard present === self || present?.replay?.original === self, let present,
      runtime.sessions.replace(present, by: shown)
    else { return false }
    present.replay?.recorder.shownStep = nil
    if present !== self { present.endReplay() }
    replay.recorder.shownStep = replay.step
    runtime.pages.tell(key)
    return true
  }

  /// Shows this session again, after ``show(_:_:)``. Also before it leaves memory or gets another id: the replay would stay.
  func showPresent() {
    guard recorder != nil, let shown = runtime.sessions[id], let replay = shown.replay, replay.original === self,
      runtime.sessions.replace(shown, by: self)
    else { return }
    shown.endReplay()
    validity.invalidate()  // what other servers reported meanwhile did not reach it
    replay.recorder.shownStep = nil
    runtime.pages.tell(key)
  }

  /// Ends a replay, in a turn of its own.
  private func endReplay() { queue.submit { self.evict() } }

  /// Replaces the state by another one, as an updater does, and what is remembered of the screens. All screens are made again.
  ///
  /// - Parameters:
  ///   - entries: Nil to leave what is remembered as it is.
  ///   - keepsShared: Whether parts that other sessions share stay as they are.
  /// - Throws: Katana's error.
  func replaceState(
    by state: any State, remembering entries: [RememberedScenes.Entry]?, keepingShared keepsShared: Bool
  ) throws {
    guard let home = self.state else { return }
    scenes.remember()
    scenes.endAll()
    if let entries { scenes.restore(entries) }
    try home.apply(StateReplacement(state: state, shared: keepsShared ? slices : nil))
  }
}

/// Replaces the whole state. An updater, so that it is stored, and runs again after a lost race, as others do.
struct StateReplacement: AnyStateUpdater {
  let state: any State
  /// Whose values stay as they are; nil for none.
  let shared: (any SharedSlices)?

  func updatedState(currentState: any State) -> any State { shared?.keep(of: currentState, in: state) ?? state }
}

extension Replay {
  /// Makes the step that is shown the present one of the original, unless something else is shown by then. Not in a turn of the
  /// original.
  ///
  /// - Returns: Katana's error; nil if all went well.
  func resume(by author: String) async -> (any Error)? {
    await original.turn { _ -> (any Error)? in
      let original = self.original
      guard let shown = original.runtime.sessions[original.id], shown.replay === self,
        let content = shown.content
      else { return nil }
      do {
        try original.replaceState(by: content.state, remembering: content.scenes, keepingShared: true)
        original.replaceKept(by: content.kept)
      } catch {
        return error
      }
      original.recorder?.resume(from: self.recorder === original.recorder ? self.step : nil, by: author, original)
      original.showPresent()
      return nil
    }
  }
}
