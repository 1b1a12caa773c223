internal import HTTPServer
internal import TempuraUI

extension Visit {
  /// POST: puts what was typed into its fields, fires the control, lets everything run, and sends the browser to where
  /// the app is then.
  func interact(_ form: FormInput) {
    var visit = self
    if let key = form.key {
      if let answer = session.answers[key] { return repeatAnswer(answer, for: key) }
      session.answers[key] = .pending([])
      visit.formKey = key
    }
    visit.withScene { [visit] scene in visit.interact(form, with: scene) }
  }

  private func interact(_ form: FormInput, with scene: Scene) {
    guard let window = scene.window else { return fail(.internalServerError, "The app shows nothing.") }
    scene.layOut()
    let interaction: Interaction
    do throws(Refusal) {
      interaction = try Interaction(form, in: window)
    } catch {
      return conflict(error, form, scene)
    }
    guard !interaction.hasProblems else { return explain(interaction, scene) }
    scene.run { interaction.type() }
    var refusal: Refusal?
    // What typing dispatched comes first, as it does on a phone, where nobody types and taps at once.
    scene.async {
      do throws(Refusal) { try interaction.act() } catch { refusal = error }
    }
    scene.whenSettled {
      guard let refusal else { return finish(scene) }
      logRefusal(refusal)
      page(of: scene, status: .conflict, message: Refusal.lateMessage)
    }
  }

  /// The form came before: it is answered as it was then, and not applied again.
  private func repeatAnswer(_ answer: RecentAnswers.Answer, for key: RecentAnswers.Key) {
    switch answer {
    case .redirect(let url): redirect(to: url)
    case .pending(let waiting): session.answers[key] = .pending(waiting + [exchange])
    }
  }

  private func finish(_ scene: Scene) {
    guard session.isSaved else {
      return fail(.serviceUnavailable, "What you did could not be stored. Go back and try again in a moment.")
    }
    if let complaint = complaint(about: scene) { scene.message = complaint }
    if let formKey { settleForm(formKey, answer: scene.url) }
    redirect(to: scene.url)
  }

  /// The form was answered: those who sent the same one meanwhile are, too.
  ///
  /// - Parameter answer: The URL that whoever sends it again is redirected to; nil if it may be tried again.
  func settleForm(_ key: RecentAnswers.Key, answer: String?) {
    guard case .pending(let waiting) = session.answers[key] else { return }
    session.answers[key] = answer.map { .redirect($0) }
    for exchange in waiting { exchange.respond(.seeOther(answer ?? exchange.url, shared: SecurityHeaders.redirect)) }
  }

  /// The form's page is out of date: the screen as it is now, with what was typed, and nothing changed.
  private func conflict(_ refusal: Refusal, _ form: FormInput, _ scene: Scene) {
    logRefusal(refusal)
    if let window = scene.window { scene.run { Interaction.keepDrafts(form, in: window) } }
    page(of: scene, status: .conflict, message: Refusal.message)
  }

  /// Something that was typed cannot be taken: the screen as it was, with what was typed and what is wrong with it.
  private func explain(_ interaction: Interaction, _ scene: Scene) {
    runtime.log.report("Request \(exchange.requestID) was refused: \(interaction.reason).")
    scene.run { interaction.keepDrafts() }
    page(of: scene, status: .unprocessableContent, message: Refusal.problemMessage)
  }

  private func logRefusal(_ refusal: Refusal) {
    runtime.log.report("Request \(exchange.requestID) was refused: \(refusal.reason).")
  }
}
