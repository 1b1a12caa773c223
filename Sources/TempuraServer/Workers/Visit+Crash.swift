internal import Basics
internal import CLinux
internal import Sessions
internal import TempuraUI

extension Visit {
  /// In a worker, notes this request as the one that the app's code runs for, until the turn of the session is over.
  ///
  /// A request is the same one if it is of the same session, for the same URL, and with the same fields. The nonce of the page
  /// does not count: a user who loads the page again and presses the same button again would stop one worker after the other.
  /// A request without a session is not noted and never refused: it would be the same one for all new visitors.
  ///
  /// In development, the request may be answered with what stopped the last worker.
  ///
  /// - Parameter form: Nil for a GET.
  /// - Throws: The answer, for that, or because the request has stopped workers too often.
  func noteForCrash(_ form: FormInput? = nil) throws(Answer) {
    guard crash_notes() != 0 else { return }
    let stops = isNewSession ? 0 : noteForCrash(fieldsOf: form)
    let culprit = stops > 0 ? session.queue.crashNote : nil
    if isForScreen, let notice = runtime.app.trapNotice, notice.isDue(for: culprit, isShown: live == nil || form != nil)
    {
      var report = notice.report
      if culprit != nil { report.message.append(name(with: form)) }
      throw .refusal(.trapped(report))
    }
    guard stops >= WorkerReport.maxStops else { return }
    runtime.log.report(
      "Request \(exchange.requestID) was not tried: the same request of its session has stopped workers "
        + "\(WorkerReport.maxStops) times.")
    throw .refusal(.stoppedServer)
  }

  /// - Returns: How often the request has stopped workers.
  private func noteForCrash(fieldsOf form: FormInput?) -> Int {
    var request = StableHash()
    // Only the session's user knows the key. So nobody can find a request with the hash of one of another session.
    session.key.withBytes { request.combine($0) }
    // The guard of a file does not know the query.
    if case .file(let name) = purpose { request.combine(name) } else { request.combine(url) }
    form?.combine(into: &request)
    session.queue.crashNote = request.value
    crash_note(session.queue.crashNote)
    return Int(crash_count(session.queue.crashNote))
  }

  /// The request for its developer, such as "POST /list, tap=listView.addButton".
  private func name(with form: FormInput?) -> String {
    let request = "\(form == nil ? "GET" : "POST") \(url)"
    guard case .tap(let control) = form?.control else { return request }
    return "\(request), \(FormInput.tapName)=\(control)"
  }
}
