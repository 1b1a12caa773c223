internal import HTTPServer
internal import TempuraUI

extension Visit {
  /// POST: puts what was typed into its fields, fires the control, lets everything run, and sends the browser to where
  /// the app is then.
  func interact(_ form: FormInput) {
    if let key = form.key, let answer = session.answers[key] { return repeatAnswer(answer, for: key) }
    withScene { scene in
      guard let window = scene.window else { return fail(.internalServerError, "The app shows nothing.") }
      let interaction: Interaction
      do throws(Refusal) {
        interaction = try Interaction(form, in: window)
      } catch {
        return conflict(error, form, scene)
      }
      if let key = form.key { session.answers[key] = .pending([]) }
      scene.run { interaction.type() }
      var refusal: Refusal?
      // What typing dispatched comes first, as it does on a phone, where nobody types and taps at once.
      scene.async {
        do throws(Refusal) { try interaction.act() } catch { refusal = error }
      }
      scene.whenSettled {
        if let refusal {
          answerRepetitions(of: form, scene)
          if let key = form.key { session.answers[key] = nil }
          logRefusal(refusal)
          return page(of: scene, status: .conflict, message: Refusal.lateMessage)
        }
        finish(form, scene)
      }
    }
  }

  /// The form came before: it is answered as it was then, and not applied again.
  private func repeatAnswer(_ answer: RecentAnswers.Answer, for key: RecentAnswers.Key) {
    switch answer {
    case .redirect(let url): redirect(to: url)
    case .pending(let waiting): session.answers[key] = .pending(waiting + [exchange])
    }
  }

  private func finish(_ form: FormInput, _ scene: Scene) {
    guard session.isSaved else {
      if let key = form.key { session.answers[key] = nil }
      return fail(.serviceUnavailable, "What you did could not be stored. Go back and try again in a moment.")
    }
    if let complaint = complaint(about: scene) { scene.message = complaint }
    answerRepetitions(of: form, scene)
    if let key = form.key { session.answers[key] = .redirect(scene.url) }
    redirect(to: scene.url)
  }

  /// Sends those who sent the same form meanwhile to where the app is now.
  private func answerRepetitions(of form: FormInput, _ scene: Scene) {
    guard let key = form.key, case .pending(let waiting) = session.answers[key] else { return }
    for exchange in waiting { exchange.respond(.seeOther(scene.url, shared: SecurityHeaders.redirect)) }
  }

  /// The form's page is out of date: the screen as it is now, with what was typed, and nothing changed.
  private func conflict(_ refusal: Refusal, _ form: FormInput, _ scene: Scene) {
    logRefusal(refusal)
    if let window = scene.window { scene.run { Interaction.keepDrafts(form, in: window) } }
    page(of: scene, status: .conflict, message: Refusal.message)
  }

  private func logRefusal(_ refusal: Refusal) {
    runtime.log.report("Request \(exchange.requestID) was refused: \(refusal.reason).")
  }
}
