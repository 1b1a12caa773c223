internal import HTTPServer
internal import Sessions
internal import TempuraUI

extension Visit {
  /// POST: puts what was typed into its fields, fires the control, lets everything run, and sends the browser to where
  /// the app is then.
  func interact(_ form: FormInput) {
    var visit = self
    if let key = form.key {
      switch session.answers[key] {
      case .redirect(let url): return redirect(to: url)  // it was applied, and is answered as it was then
      case .pending: return session.answers.wait(for: key, exchange)
      case nil: session.answers.begin(key)
      }
      visit.formKey = key
    }
    visit.withScene { [visit] scene in visit.interact(form, with: scene) }
  }

  private func interact(_ form: FormInput, with scene: Scene) {
    guard let window = scene.window else { return fail(.internalServerError, "The app shows nothing.") }
    scene.layOut()
    if let message {
      // The page that the form stood on was of a session that is not there any more.
      scene.run { Interaction.keepDrafts(form, in: window) }
      return scene.whenSettled { page(of: scene, status: .conflict, message: message) }
    }
    let interaction: Interaction
    do throws(Refusal) {
      interaction = try Interaction(form, in: window)
    } catch {
      return conflict(error, form, scene)
    }
    guard !interaction.hasProblems else { return explain(interaction, scene) }
    session.isUsed = true
    if session.formStart == nil { session.formStart = session.state?.journal.count ?? 0 }
    let place = scene.location
    scene.run { interaction.type() }
    var refusal: Refusal?
    // What typing dispatched comes first, as it does on a phone, where nobody types and taps at once.
    scene.async {
      do throws(Refusal) { try interaction.act() } catch { refusal = error }
    }
    scene.whenSettled(for: .form(formKey)) {
      guard session.saveProblem == nil else { return explainLoss(form, scene, at: place) }
      guard let refusal else { return finish(scene) }
      logRefusal(refusal)
      page(of: scene, status: .conflict, message: Refusal.lateMessage)
    }
  }

  private func finish(_ scene: Scene) {
    if let complaint = complaint(about: scene) { scene.message = complaint }
    if let formKey { settleForm(formKey, isApplied: true) }
    redirect(to: scene.url)
  }

  /// The form was answered: those who sent the same one meanwhile are, too.
  ///
  /// - Parameter isApplied: Whether it is answered the same way if it comes again; otherwise it may be tried again.
  func settleForm(_ key: RecentAnswers.Key, isApplied: Bool) {
    let waiting = session.answers.finish(key, isApplied: isApplied)
    guard !waiting.isEmpty else { return }
    var url: String?
    if isApplied, case .redirect(let there) = session.answers[key] { url = there }
    for exchange in waiting { exchange.respond(.seeOther(url ?? exchange.url, shared: SecurityHeaders.redirect)) }
  }

  /// What the form did could not be stored, and was undone: the screen as it was before, with what was typed.
  private func explainLoss(_ form: FormInput, _ scene: Scene, at place: Destination?) {
    guard let problem = session.saveProblem, !session.isRemoved, session.stored != nil, let place,
      place.keptPlace == nil
    else { return respond(notStored) }
    let (status, message) = problem.answer
    session.drop(scene)  // its screens may be anywhere
    open(place) { scene in
      if let window = scene.window { scene.run { Interaction.keepDrafts(form, in: window) } }
      page(of: scene, status: status, message: message)
    }
  }

  /// The form's page is out of date: the screen as it is now, with what was typed, and nothing changed.
  private func conflict(_ refusal: Refusal, _ form: FormInput, _ scene: Scene) {
    logRefusal(refusal)
    if let window = scene.window { scene.run { Interaction.keepDrafts(form, in: window) } }
    scene.whenSettled { page(of: scene, status: .conflict, message: Refusal.message) }
  }

  /// Something that was typed cannot be taken: the screen as it was, with what was typed and what is wrong with it.
  private func explain(_ interaction: Interaction, _ scene: Scene) {
    runtime.log.report("Request \(exchange.requestID) was refused: \(interaction.reason).")
    scene.run { interaction.keepDrafts() }
    scene.whenSettled { page(of: scene, status: .unprocessableContent, message: Refusal.problemMessage) }
  }

  private func logRefusal(_ refusal: Refusal) {
    runtime.log.report("Request \(exchange.requestID) was refused: \(refusal.reason).")
  }
}

extension Session.SaveProblem {
  /// How a form is answered whose change was not stored.
  var answer: (status: HTTPStatus, message: String) {
    switch self {
    case .failed(let error) where error.isAboutSize:
      (.contentTooLarge, "There is no room for this, so nothing was changed: you have too much here already.")
    case .failed:
      (
        .serviceUnavailable,
        "What you did could not be stored, so nothing was changed. What you typed is still here: try again in a moment."
      )
    case .contended:
      (.conflict, "Others changed this at the same time, again and again, so nothing was changed. Try again.")
    case .removed: (.conflict, "You were signed out elsewhere, so nothing was changed.")
    case .tooManyOfAddress:
      (.tooManyRequests, "Too many people use this from where you are. Try again later.")
    }
  }
}
