internal import Basics
internal import Hydra
internal import Katana
internal import Recordings
internal import SessionKernel
internal import TempuraUI

/// The step of an updater or a side effect.
final class DispatchStep: DispatchRecord, @unchecked Sendable {
  // Safe because the variables are used in the turn of the updater only, or on the thread of the side effect.

  let id: Int
  let isDropped = false
  private let recorder: SessionRecorder
  private let scene: Scene
  private let item: any Dispatchable
  private let isUpdater: Bool
  private let requestTrace: RequestTrace?
  private var watch: Stopwatch?
  /// The state before an updater, and the views that showed something else already.
  private var before: (state: (any State)?, views: Set<ObjectIdentifier>) = (nil, [])

  init(_ item: any Dispatchable, of scene: Scene, in recorder: SessionRecorder) {
    self.item = item
    self.scene = scene
    self.recorder = recorder
    isUpdater = item is any AnyStateUpdater
    requestTrace = RequestTrace.current
    let dispatch = Step.Dispatch(
      of: item.unscoped, scope: item.scope.map { $0.name ?? "\($0)" }, redaction: recorder.redaction)
    id = recorder.append(
      isUpdater ? .updater(dispatch) : .sideEffect(dispatch),
      cause: recorder.causeOfRunningCode, tab: scene.tab)
  }

  /// The step of the side effect that the thread runs. It may be one of another session.
  static func running(in recorder: SessionRecorder) -> DispatchStep? {
    (Main.dispatchRecord as? DispatchStep).flatMap { $0.recorder === recorder ? $0 : nil }
  }

  func willRun(afterWaiting seconds: Double) {
    watch = Stopwatch()
    recorder.update(id) { $0.event.dispatch?.wait = seconds }
    guard isUpdater else { return }
    // What a tap has changed before its first updater is told of that one.
    before = (scene.session.state?.current, requestTrace?.views ?? Set(changedViews.map(ObjectIdentifier.init)))
  }

  func didRun(_ result: Result<Any, any Error>?) {
    let seconds = watch?.seconds
    var (error, value): (String?, String?)
    switch result {
    case .success(let result)?:
      if !(result is Void) { value = ValueText.shortened(result, recorder.redaction) }
    case .failure(let problem)?: error = recorder.redacted("\(problem)")
    case nil: error = "It was cancelled."
    }
    let (changes, views) = isUpdater ? updaterResult() : ([], [])
    recorder.update(id) { step in
      step.duration = seconds
      guard var dispatch = step.event.dispatch else { return }
      (dispatch.error, dispatch.result, dispatch.changes, dispatch.views) = (error, value, changes, views)
      step.event.dispatch = dispatch
    }
    guard isUpdater else { return }
    recorder.note(contentOf: scene.session, after: id)
    scene.tellLateUpdater(item, changes)
  }

  /// What changed in the state, and which views show something else.
  private func updaterResult() -> (changes: [String], views: [String]) {
    guard let old = before.state, let new = scene.session.state?.current else { return ([], []) }
    let changes = recorder.difference(from: old, to: new)
    let views = changedViews.filter { !before.views.contains(ObjectIdentifier($0)) }
    before = (nil, [])
    requestTrace?.add(views)
    let names = views.prefix(Self.maxViews).map { "\(type(of: $0)) \($0.elementID)" }
    return (changes, views.count > names.count ? names + ["and \(views.count - names.count) more"] : names)
  }

  private static let maxViews = 12

  /// The views of all tabs that are to be rendered again.
  private var changedViews: [UIView] { scene.session.scenes.flatMap { $0.window?.viewsToRender ?? [] } }
}

/// A dispatch of a session that only shows a step of the past.
final class DroppedDispatch: DispatchRecord {
  static let shared = DroppedDispatch()
  let isDropped = true

  func willRun(afterWaiting seconds: Double) {}
  func didRun(_ result: Result<Any, any Error>?) {}
}
