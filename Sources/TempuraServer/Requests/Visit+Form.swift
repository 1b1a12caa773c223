internal import HTTPServer
internal import Sessions
internal import TempuraUI

extension Visit {
  /// POST: puts what was typed into its fields, fires the control, lets everything run, and redirects the browser to where
  /// the app is then.
  func apply(_ form: FormInput) {
    let key = form.keys.map { session.answers.key($0.latest, $0.previous, in: runtime.storage.format) }
    if let key {
      switch session.answers[key] {
      case .redirect(let url):
        // It was applied: it gets the same answer again.
        session.answers.renew(key, at: runtime.time)
        workplace = session.scenes.scene(at: url, of: live?.tab)
        return redirect(to: url)
      // If the first one is refused, this one is tried in its turn, and says why it is refused.
      case .pending: return wait(.sameForm(form), for: .repeatedForm(key), of: nil)
      case nil: break
      }
    }
    guard noteForCrash(form) else { return }
    formKey = key
    checkSession(of: form)
    if let key { session.answers.begin(key, isTap: form.control != .none, at: runtime.time) }
    findScene(.apply(form))
  }

  func apply(_ form: FormInput, to scene: Scene) {
    if let url = urlIfApplied { return redirect(to: url) }
    guard let window = scene.window else { return answer(.refusal(.noWindow)) }
    scene.noteUse()
    scene.layOut()
    if notice != nil {
      // `find` gives the notice to the scene.
      runtime.metrics.countRefusal(.staleForm)
      return refuse(form, scene, .conflict, nil)
    }
    if let mark = form.screenMark, !scene.isShown(by: mark) {
      logRefusal("its page showed the screen with other local states", .staleForm)
      return refuse(form, scene, .conflict, Refusal.message)
    }
    let interaction: Interaction
    do throws(Refusal) {
      interaction = try Interaction(form, focus: live?.focus, in: window)
    } catch {
      logRefusal(error.reason, .staleForm)
      return refuse(form, scene, .conflict, Refusal.message)
    }
    guard !interaction.hasProblems else { return explain(interaction, scene) }
    session.lifetime.isUsed = true
    workplace = scene
    if interaction.setsValues { scene.restoration.keepsValues = true }
    noteActs(of: interaction, in: scene)
    let origin = scene.location
    let others = scene.runningEffects
    scene.forgetMarks()
    scene.run { interaction.type() }
    // What typing dispatched comes first, as it does on a phone, where typing and tapping are two events.
    scene.async { [self] in
      do throws(Refusal) {
        if let control = try interaction.act() {
          progress.control = control
          runtime.metrics.countTap(on: control)
        }
      } catch {
        refusal = error
      }
    }
    wait(.effects(of: form, scene, from: origin), for: .form(formKey), of: scene, others: others)
  }

  /// What the form has begun is over, or takes too long. Its change is stored, or could not be.
  func didApply(_ form: FormInput, to scene: Scene, from origin: Destination?) {
    let isPartlyStored = formKey.map(session.answers.isPartlyStored) == true
    if let error = session.persistenceError {
      guard isPartlyStored else { return explainLoss(error, form, scene, at: origin) }
      scene.noteFailure("What a form did later could not be stored")
    } else if !mayShowSession, request.isUndone {
      // It asked too late for a new id.
      guard isPartlyStored else {
        if !scene.isBusy { session.scenes.end(scene) }
        return answer(.refusal(.notStored(.removed)))
      }
      scene.noteFailure("What a form did later was undone, because the session had got a new id")
    }
    guard let refusal else { return finish(scene) }
    logRefusal(refusal.reason, .staleForm)
    showPage(of: scene, .conflict, Refusal.lateMessage)
  }

  /// The form was applied, and its change is stored.
  private func finish(_ scene: Scene) {
    if let complaint = complaint(about: scene) { scene.say(complaint) }
    if let formKey { session.answers.finish(formKey, url: scene.url) }
    redirect(to: scene.url)
  }

  /// The form's page is out of date: shows the screen as it is now, with what was typed. Nothing is changed.
  private func refuse(_ form: FormInput, _ scene: Scene, _ status: HTTPStatus, _ message: ServerText?) {
    if let window = scene.window { scene.run { Interaction.keepDrafts(form, in: window) } }
    wait(.page(scene, status, message), for: .page, of: scene)
  }

  /// A value that was typed is not possible: shows the screen as it was, with what was typed and what is wrong with it.
  private func explain(_ interaction: Interaction, _ scene: Scene) {
    logRefusal(interaction.reason, .invalidInput)
    scene.run { interaction.keepDrafts() }
    wait(.page(scene, .unprocessableContent, Refusal.problemMessage), for: .page, of: scene)
  }

  /// What the form did could not be stored, and was undone: shows the screen as it was before, with what was typed.
  private func explainLoss(
    _ problem: PersistenceError, _ form: FormInput, _ scene: Scene, at origin: Destination?
  ) {
    // The answer is a 503. A live client ignores its body, and sends the form again.
    guard !session.isRemoved, session.isStored, let origin, origin.keptIndex == nil else {
      return answer(.refusal(.notStored(problem)))
    }
    runtime.metrics.countRefusal(RefusalReason(problem))
    // A side effect of an earlier form may still lead to another screen, and other requests may wait for the scene.
    if scene.isBusy { return showLoss(of: form, problem, scene) }
    session.scenes.end(scene)  // its screens may be anywhere
    find(from: .noScene(at: origin), .loss(form, problem))
  }

  func showLoss(of form: FormInput, _ error: PersistenceError, _ scene: Scene) {
    if let window = scene.window { scene.run { Interaction.keepDrafts(form, in: window) } }
    showPage(of: scene, error.answer.status, error.answer.message)
  }

  func showPage(of scene: Scene, _ status: HTTPStatus, _ message: ServerText?) {
    if let url = urlIfApplied { return redirect(to: url) }
    admit(scene, status, message)
  }

  /// The URL to which the form leads, if it is applied already: by another server while it waited here, or here by a save whose
  /// reply was lost.
  private var urlIfApplied: String? {
    if let formKey, case .redirect(let url) = session.answers[formKey] { url } else { nil }
  }

  private func logRefusal(_ sentence: String, _ reason: RefusalReason) {
    runtime.metrics.countRefusal(reason)
    runtime.log.report(
      "Request \(exchange.requestID) was refused: \(sentence).", .info, request: exchange.requestID,
      session: session.key, trace: traceID)
  }
}
