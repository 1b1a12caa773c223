internal import HTTPServer
internal import Katana
internal import SessionKernel
internal import Sessions
internal import TempuraUI

extension RequestContext {
  /// POST: puts what was typed into its fields, fires the control, lets everything run, and redirects the browser to where
  /// the app is then.
  ///
  /// - Throws: An answer that ends the request early.
  func apply(_ form: FormInput, _ turn: borrowing Turn) async throws(Answer) -> Answer {
    // A report of scrolling replaces the one before, and is no press.
    let key = tellsScrolling ? nil : form.key
    while let key, let known = session.answers[key] {
      switch known {
      case .redirect(let url):
        // It was applied: it gets the same answer again.
        session.answers.renew(key, at: runtime.time)
        sceneOfCode = session.scenes.scene(at: url, of: request.tab)
        return try await redirect(turn, to: url)
      // If the first one is refused, this one is tried in its turn, and says why it is refused.
      case .pending:
        await pause(turn, for: .repeatedForm(key), of: nil)
        if exchange.isAnswered { throw .redirect(to: url) }  // its client has left, so nothing is begun for it
        if session.isRemoved || session.life == .evicted { throw .refusal(.notStored(.removed)) }
      }
    }
    try willRunCode(of: form)
    formKey = key
    checkSession(of: form)
    if let key { session.answers.begin(key, isTap: form.control != .none, at: runtime.time) }
    let scene = try await scene(turn, from: position(at: url), isForForm: true)
    exchange.note { $0.group = scene.requests }
    return try await apply(form, to: scene, turn)
  }

  private func apply(_ form: FormInput, to scene: Scene, _ turn: borrowing Turn) async throws(Answer) -> Answer {
    if let url = urlIfApplied { return try await redirect(turn, to: url) }
    guard let window = scene.window else { return .refusal(.noWindow) }
    // A page may tell what it shows before it tells how wide it is.
    if !tellsScrolling { scene.noteUse() }
    if notice != nil {
      // The scene has got the notice when it was found.
      runtime.metrics.countRefusal(.staleForm)
      return try await refuse(form, scene, turn, nil)
    }
    if let mark = form.screenMark, !scene.isShown(by: mark) {
      logRefusal("its page showed the screen with other local states", .staleForm)
      return try await refuse(form, scene, turn, Refusal.message)
    }
    let interaction: Interaction
    do throws(Refusal) {
      // In the scene, because date pickers read its time zone and language.
      interaction = try scene.enter {
        Result { () throws(Refusal) in try Interaction(form, focus: live?.focus, in: window) }
      }.get()
    } catch {
      logRefusal(error.reason, .staleForm)
      return try await refuse(form, scene, turn, error.message)
    }
    if live != nil, case .tap = form.control {
      interaction.place = exchange.header("Tempura-Place").flatMap(scene.hints.place)
    }
    guard !interaction.hasProblems else {
      // Fingers that pressed a control have gone.
      scene.run { window.cancelTouches() }
      return try await explain(interaction, scene, turn)
    }
    session.lifetime.isUsed = true
    sceneOfCode = scene
    if interaction.setsValues { scene.restoration.keepsValues = true }
    for watcher in watchers { watcher.didRead(interaction, in: scene, self) }
    let origin = scene.location
    let effectsBefore = scene.runningEffects
    scene.forgetMarks()
    scene.run { interaction.type() }
    // What typing dispatched comes first, as it does on a phone, where typing and tapping are two events.
    await turn.runWork()
    if tellsScrolling { adoptViewports(in: scene, isEvent: true) }
    let acted = scene.run { Result(catching: interaction.act) }
    if case .success(let control?) = acted {
      self.control = control
      runtime.metrics.countTap(on: control)
    }
    await pause(turn, for: .form(formKey), of: scene, effectsBefore: effectsBefore)
    // If the client has left and nothing has run yet, the form is dropped. The browser may send it again. The screens are made again,
    // as code of the app may have changed them already.
    if exchange.isAnswered, request.hasSideEffects, session.sideEffects.cancelWaiting(for: request.cause) {
      if !scene.isBusy { session.scenes.end(scene) }
      throw .redirect(to: url)
    }
    // What the form has begun is over, or takes too long. Its change is stored, or could not be.
    let isPartlyStored = formKey.map(session.answers.isPartlyStored) == true
    if let problem {
      guard isPartlyStored else { return try await explainLoss(problem, form, scene, at: origin, turn) }
      scene.noteFailure(Self.lateLoss)
    } else if !mayShowSession, request.isUndone {
      // It asked too late for a new id.
      guard isPartlyStored else {
        if !scene.isBusy { session.scenes.end(scene) }
        return .refusal(.notStored(.removed))
      }
      scene.noteFailure("What a form did later was undone, because the session had got a new id")
    }
    if case .failure(let refusal) = acted {
      logRefusal(refusal.reason, .staleForm)
      return try await page(of: scene, turn, .conflict, Refusal.lateMessage)
    }
    if let complaint = complaint(about: scene) { scene.say(complaint) }
    let url = urlIfApplied ?? scene.url
    if let formKey { session.answers.finish(formKey, url: url) }
    return try await redirect(turn, to: url)
  }

  /// The form's page is out of date: shows the screen as it is now, with what was typed. Nothing is changed.
  private func refuse(
    _ form: FormInput, _ scene: Scene, _ turn: borrowing Turn, _ message: ServerText?
  ) async throws(Answer) -> Answer {
    if let window = scene.window { scene.run { Interaction.keepDrafts(form, in: window) } }
    await pause(turn, for: .page, of: scene)
    return try await page(of: scene, turn, .conflict, message)
  }

  /// A value that was typed is not possible: shows the screen as it was, with what was typed and what is wrong with it.
  private func explain(
    _ interaction: Interaction, _ scene: Scene, _ turn: borrowing Turn
  ) async throws(Answer) -> Answer {
    logRefusal(interaction.reason, .invalidInput)
    let message = scene.run {
      interaction.keepDrafts()
      return interaction.problemMessage
    }
    await pause(turn, for: .page, of: scene)
    return try await page(of: scene, turn, .unprocessableContent, message)
  }

  /// What the form did could not be stored, and was undone: shows the screen as it was before, with what was typed.
  private func explainLoss(
    _ problem: PersistenceError, _ form: FormInput, _ scene: Scene, at origin: Destination?, _ turn: borrowing Turn
  ) async throws(Answer) -> Answer {
    // The answer is a 503. A live client ignores its body, and sends the form again.
    guard !session.isRemoved, session.isStored, let origin, origin.keptIndex == nil else {
      return .refusal(.notStored(problem))
    }
    let (status, message, reason) = problem.answer
    runtime.metrics.countRefusal(reason)
    var scene = scene
    // A side effect of an earlier form may still lead to another screen, and other requests may wait for the scene.
    if !scene.isBusy {
      session.scenes.end(scene)  // its screens may be anywhere
      scene = try await self.scene(turn, from: .noScene(at: origin))
    }
    // The reply to its save was lost, and it is stored all the same.
    if urlIfApplied != nil, request.hasSideEffects { scene.noteFailure(Self.lateLoss) }
    if let window = scene.window { scene.run { Interaction.keepDrafts(form, in: window) } }
    return try await page(of: scene, turn, status, message)
  }

  /// A page of the scene, if the app's guard still allows its screens.
  private func page(
    of scene: Scene, _ turn: borrowing Turn, _ status: HTTPStatus, _ message: ServerText?
  ) async throws(Answer) -> Answer {
    if let url = urlIfApplied { return try await redirect(turn, to: url) }
    return .page(try await self.scene(turn, from: position(at: scene)), status: status, message: message)
  }

  /// The URL to which the form leads, if it is applied already: by another server while it waited here, or here by a save whose
  /// reply was lost.
  private var urlIfApplied: String? {
    if let formKey, case .redirect(let url) = session.answers[formKey] { url } else { nil }
  }

  private static let lateLoss = "What a form did later could not be stored"

  func logRefusal(_ sentence: String, _ reason: RefusalReason) {
    runtime.metrics.countRefusal(reason)
    runtime.log.report(
      "Request \(exchange.requestID) was refused: \(sentence).", .info, request: exchange.requestID,
      session: session.key, trace: traceID)
  }
}
