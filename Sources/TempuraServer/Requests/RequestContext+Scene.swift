internal import Basics
internal import HTTPServer
internal import SessionKernel
internal import TempuraMetrics
internal import TempuraUI

// From the URL of a request to the scene that is there, or is launched: what `RequestStep` decides.

extension RequestContext {
  /// The scene of the request's URL. The app is launched and brought there if there is none.
  ///
  /// - Throws: The answer, if there is no such screen, it may not be shown, or the app is elsewhere by then.
  func scene(_ turn: borrowing Turn) async throws(Answer) -> Scene {
    try await scene(turn, from: position(at: url))
  }

  /// Redirects the browser to a URL, or to where the app's guard says instead.
  func redirect(_ turn: borrowing Turn, to url: String) async throws(Answer) -> Answer {
    guard let scene = session.scenes.scene(at: url, of: request.tab), scene.launched.routeGuard != nil else {
      return .redirect(to: url)
    }
    return .redirect(to: try await self.scene(turn, from: .applied(scene, url: url)).url)
  }

  /// The position of a URL that a request or a redirect names. It may be another one than the URL of its destination.
  func position(at url: String) -> RequestStep<Scene>.Position {
    if let scene = session.scenes.scene(at: url, of: request.tab) { return position(at: scene, mayRelaunch: true) }
    let destination = runtime.app.routes.destination(url: url)
    let scene = destination.flatMap { session.scenes.scene(at: $0.url, of: request.tab) }
    return scene.map { position(at: $0, mayRelaunch: true) } ?? .noScene(at: destination)
  }

  /// - Parameter mayRelaunch: Whether the scene may be replaced by a new launch of the app.
  func position(at scene: Scene, mayRelaunch: Bool = false) -> RequestStep<Scene>.Position {
    // It may have ended while the request waited.
    if scene.isLost { return .noScene(at: runtime.app.routes.destination(url: scene.url)) }
    adoptHints(in: scene)
    // Texts that views were given once stay in their language, and so does what was made once for a guessed width or time zone. If
    // the browser wants another language now, or tells another width or time zone after the first page, the app is launched again,
    // as on a phone, unless the scene is busy or shows something that is not in its URL. What a launch dispatches is then
    // dispatched again.
    let isOutdated = scene.isInOldLanguage || isShow && scene.hasWrongGuess
    let canRelaunch = mayRelaunch && isOutdated && !scene.isBusy && scene.location?.keptIndex == nil
    return .live(scene, url: scene.url, relaunch: canRelaunch ? scene.location : nil)
  }

  private func position(at destination: Destination) -> RequestStep<Scene>.Position {
    session.scenes.scene(at: destination.url, of: request.tab).map { position(at: $0) } ?? .noScene(at: destination)
  }

  /// Carries out one step after the other. Waits only while an app that was launched comes to its screens.
  ///
  /// - Parameter isForForm: Whether the request's form is applied to the scene. If the app shows another screen, a redirect there would
  ///   say that the form was applied.
  func scene(
    _ turn: borrowing Turn, from start: RequestStep<Scene>.Position, isForForm: Bool = false
  ) async throws(Answer) -> Scene {
    var (position, trail) = (start, RequestStep<Scene>.Trail())
    while true {
      switch RequestStep.next(position, after: trail, in: runtime.app.routes, access: { $0.access(to: $1) }) {
      case .show(let scene):
        if let message = notice ?? (trail.hasLostContext ? .pageCannotBeShownAgain : nil) { scene.say(message) }
        if let screen = scene.screen {
          exchange.note { $0.screen = $0.screen ?? screen }
          self.screen = self.screen ?? screen
        }
        if trail.urls.isEmpty { return scene }
        if isForForm, notice == nil, !trail.isGuarded, !trail.hasLostContext {
          logRefusal("the app shows \(scene.url) instead of the form's screen", .staleForm)
          throw .page(scene, status: .conflict, message: Refusal.message)
        }
        throw .redirect(to: scene.url)
      case .launch(let destination, let old):
        if let old { session.scenes.end(old) }
        position = .launched(try launch(), for: destination)
      case .navigate(let scene, let destination):
        session.scenes.add(scene)
        // What the launch has queued runs before its screens are replaced, as on a phone.
        await turn.runWork()
        scene.navigate(to: destination)
        await pause(turn, for: .page, of: scene, isArrival: true)
        position = arrival(of: scene, for: destination)
      case .redirect(let destination, let reason):
        switch position {
        case .launched(let scene, _): scene.end()
        // The guard forbids screens that have appeared already. A later request launches new ones.
        case .arrived(let scene, _, _) where reason == .routeGuard: session.scenes.end(scene)
        default: break
        }
        trail.append(position.url, because: reason)
        position = self.position(at: destination)
      case .refuse(let refusal):
        if case .launched(let scene, _) = position { scene.end() }
        throw .refusal(refusal)
      }
    }
  }

  private func launch() throws(Answer) -> Scene {
    runtime.metrics.launches.increment()
    let scene = Scene(of: session, runtime)
    sceneOfCode = scene
    scene.tab = request.tab
    adoptHints(in: scene, completedBy: session.scenes.hints)
    do throws(SceneError) {
      try scene.launch(runtime.app.type)
    } catch {
      scene.end()
      throw .refusal(.notLaunched(error))
    }
    if runtime.storage.isShared { runtime.changeSubscriptions.withLock { $0.add(session.key) } }
    return scene
  }

  /// A launched app has come to its screens, or cannot come there.
  private func arrival(of scene: Scene, for destination: Destination) -> RequestStep<Scene>.Position {
    guard !scene.isLost else {
      arrivalReport = report(of: .notFound, scene)
      session.scenes.end(scene)
      return .arrived(scene, at: nil, for: destination)
    }
    scene.restoreInput()
    // Lists on other screens may have the same ids.
    if destination.url == url { adoptViewports(in: scene, isEvent: false) }
    let scene = session.scenes.accept(scene)
    return .arrived(scene, at: scene.location, for: destination)
  }

  /// Takes over what the request says about its browser.
  ///
  /// - Parameter known: What earlier requests of the browser said, for a scene that has had none.
  private func adoptHints(in scene: Scene, completedBy known: ClientHints? = nil) {
    let news = hints
    if !news.sayNothingNew(to: session.scenes.hints) { session.scenes.hints = news.completed(by: session.scenes.hints) }
    scene.adopt(known.map(news.completed(by:)) ?? news)
    // The answer to a form shows where the app scrolled because of it.
    if !tellsScrolling, redirects == 0 { adoptViewports(in: scene, isEvent: false) }
  }

  /// Whether the request only tells that the user scrolled.
  var tellsScrolling: Bool { live?.seen != nil && form?.isEmpty == true }

  /// Takes over what a live page tells of its scroll views.
  ///
  /// - Parameter isEvent: Whether the user scrolled just now.
  func adoptViewports(in scene: Scene, isEvent: Bool) {
    guard let live, let seen = live.seen, let window = scene.window else { return }
    if isEvent, let keyboard = live.keyboard.map(scene.hints.points(ofPixels:)) {
      scene.run { window.adoptKeyboard(height: keyboard) }
    }
    let viewports = scene.hints.viewports(seen)
    if !viewports.isEmpty { scene.run { window.see(viewports, isEvent: isEvent) } }
  }
}
