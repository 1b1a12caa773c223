internal import AppData
internal import Basics
internal import CLinux
internal import Hydra
internal import Katana
internal import SessionKernel
internal import Sessions
internal import Synchronization
internal import Tempura
internal import TempuraMetrics
internal import TempuraUI

// The scene as Hydra, Katana, Tempura and TempuraUI see it.

extension Scene: MainExecutor {
  var isCurrent: Bool { session.queue.isCurrent }
  var pending: PendingWork.List? { pendingWork }

  func async(_ work: @escaping () -> Void) {
    session.scenes.noteWork()
    session.queue.submit(as: Origin(self, cause: Main.cause)) { self.run(work) }
  }

  func sync<T>(_ work: () throws -> T) rethrows -> T {
    if session.queue.isCurrent { return try Main.isScoped(to: self) ? work() : run(work) }
    return try session.queue.borrow { try run(work) }
  }

  func wait(_ begin: (_ whenOver: @escaping @Sendable () -> Void) -> Void) -> Bool {
    guard session.queue.isCurrent else { return false }
    session.queue.wait(begin)
    return true
  }
}

extension Scene: StoreHost {
  func stateContainer<S: State>(_ type: S.Type, initial: () -> S) -> StateContainer<S> {
    session.stateContainer(type, initial: initial)
  }

  func willDispatch(_ item: any Dispatchable) -> (any DispatchRecord)? {
    runtime.longWork.willDispatch(item)
    runtime.app.onDispatch?(item)
    if reports != nil, Main.isTaskOfEndedSideEffect {
      Misuse.report(
        "\(type(of: item)) is dispatched by a Task after the end of the side effect that started it. Pages and tests do not wait for "
          + "such a task: let the side effect await it, as docs/side-effects.md says.")
    }
    for attachment in session.attachments {
      if let record = attachment.willDispatch(item, in: self) { return record }
    }
    return nil
  }

  func sideEffectDidStart(_ effect: any AnySideEffect) {
    session.scenes.noteWork()
    runtime.longWork.begin(effect)
    Main.cause?.hasSideEffects.store(true, ordering: .relaxed)
    if effect is any NonblockingSideEffect { Main.cause?.hasRun.store(true, ordering: .relaxed) }
    if session.queue.isCurrent { return effectDidStart() }
    session.queue.submit { self.effectDidStart() }
  }

  var sideEffectLane: SideEffectLane { session.sideEffects }

  func sideEffectWaitDidChange(isWaiting: Bool) {
    waitingEffects.add(isWaiting ? 1 : -1, ordering: .relaxed)
    runtime.metrics.sideEffectsWaiting.add(isWaiting ? 1 : -1)
  }

  func didRun(_ run: DispatchRun) {
    runtime.metrics.note(run)
    if runtime.log.slowRequest != nil { session.scenes.recentRuns.note(run) }
  }

  func sideEffectDidEnd(_ effect: any AnySideEffect) {
    session.queue.submit {
      self.effectDidEnd()
      self.runtime.longWork.end(effect)
    }
  }

  func dispatchDidFail(_ dispatchable: any Dispatchable, _ error: any Error) {
    // What an app wanted to show when it ended, such as after the trial launch, is no failure.
    if error as? NavigationError == .stopped { return }
    runtime.metrics.countFailure(of: dispatchable)
    runtime.log.report(
      "\(dispatchable.debugDescription) failed in session \(session.key.shortened): \(error)", session: session.key,
      trace: Main.trace?.parent.traceID)
    noteFailure("\(dispatchable.debugDescription): \(error)")
    if let reports, let attachments = runtime.app.attachments {
      reports.add(attachments.report(ofFailed: dispatchable, error))
    }
  }
}

extension Scene: ApplicationHost {
  func workDidBegin() {
    Main.cause?.hasRun.store(true, ordering: .relaxed)
    if session.queue.isCurrent { return effectDidStart() }
    session.queue.submit { self.effectDidStart() }
  }

  func workDidEnd() { effectDidEnd() }

  /// In seconds. Otherwise an animation whose completion starts it again would go on after the page has gone.
  private static let patience: Int64 = 60

  var motionClock: MotionClock? {
    guard page.isLive, tabClosed == nil else { return nil }
    let lastUse = session.lifetime.lastUse.load(ordering: .relaxed)
    return runtime.streams.has(session.key) || runtime.now - lastUse < Self.patience ? runtime.motionClock : nil
  }

  var kept: KeptValues? { session.keep() }

  func preferredLanguageDidChange() {
    // Screens that are made from here on use the language.
    if session.queue.isCurrent { run { application.languageMayHaveChanged() } }
    // Later in the turn those of other tabs do, too.
    session.queue.submit { [session] in
      for scene in session.scenes { scene.run { scene.application.languageMayHaveChanged() } }
    }
  }
}

extension Scene {
  func renewSession(forgettingAllButState: Bool) {
    inTurn { [cause = Main.cause] session in
      session.rotation.ask(for: self, cause: cause)
      if forgettingAllButState {
        session.forgetAllButState(for: cause)
        session.scenes.forget(for: self)
      }
    }
  }

  func endSession() {
    inTurn { session in
      session.end()
    }
  }

  /// Runs `body` in a turn, before the present request is answered.
  private func inTurn(_ body: @escaping (Session) -> Void) {
    if session.queue.isCurrent { return body(session) }
    session.queue.submit { [session] in body(session) }
  }
}

extension Scene: NavigatorHost {
  func navigatorDidStart(_ navigator: Navigator) { didStart(navigator) }
}

extension Scene: LocalStateHost {}

// The scene as the executor of the main actor: `await MainActor.run { label.text = text }` is a turn, as `DispatchQueue.main.async` is.

extension Scene: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Also after the end of the scene: a task that is never resumed is never released.
    async { Origin.runJob { job.runSynchronously(on: self.asUnownedSerialExecutor()) } }
  }

  func checkIsolated() {
    precondition(isCurrent, "This code is not in a turn of its session, which is its main actor.")
  }

  /// Makes the scene the executor of the main actor in code of its app. Evaluated once for the process.
  static let isMainActor: Void = main_actor_ask {
    // This value of a task retains the scene, so the scene exists as long as the task may come back to it.
    guard let scene = Origin.ofTask.executor as? Scene else { return serial_executor() }
    // Safe because both types are two words: an object, and the table of its conformance to `SerialExecutor`.
    return unsafeBitCast(scene.asUnownedSerialExecutor(), to: serial_executor.self)
  }
}
