internal import Basics
internal import CLinux
internal import SessionKernel
internal import Sessions
internal import TempuraUI

/// In a worker, notes requests as those that the app's code runs for, until the turn of the session is over.
///
/// A request is the same one if it is of the same session, for the same URL, and with the same fields. The nonce of the page
/// does not count: a user who loads the page again and presses the same button again would stop one worker after the other.
/// A request without a session is not noted and never refused: it would be the same one for all new visitors.
///
/// In development, the request may be answered with what stopped the last worker.
final class CrashNotes: RequestWatcher {
  private let notice: TrapNotice?

  /// - Parameter trap: In development, how code of the app stopped the worker before; nil if it did not.
  init(_ trap: TrapReport?) { notice = trap.map(TrapNotice.init) }

  func willRunCode(of form: FormInput?, _ context: RequestContext) throws(Answer) {
    let stops = context.isNewSession ? 0 : note(context, form)
    let culprit = stops > 0 ? context.session.queue.crashNote : nil
    let isShown = context.live == nil || form != nil
    if context.isForScreen, let notice, notice.isDue(for: culprit, isShown: isShown) {
      var report = notice.report
      if culprit != nil { report.message.append(name(of: context, form)) }
      throw .refusal(.trapped(DevelopmentReport(report.message, lines: report.lines, calls: report.calls)))
    }
    guard stops >= WorkerReport.maxStops else { return }
    context.runtime.log.report(
      "Request \(context.exchange.requestID) was not tried: the same request of its session has stopped workers "
        + "\(WorkerReport.maxStops) times.")
    throw .refusal(.stoppedServer)
  }

  /// - Returns: How often the request has stopped workers.
  private func note(_ context: RequestContext, _ form: FormInput?) -> Int {
    let session = context.session
    var request = StableHash()
    // Only the session's user knows the key. So nobody can find a request with the hash of one of another session.
    session.key.withBytes { request.combine($0) }
    // The guard of a file does not know the query.
    request.combine(context.isForScreen ? context.url : context.exchange.path)
    form?.combine(into: &request)
    session.queue.crashNote = request.value
    crash_note(session.queue.crashNote)
    return Int(crash_count(session.queue.crashNote))
  }

  /// The request for its developer, such as "POST /list, tap=listView.addButton".
  private func name(of context: RequestContext, _ form: FormInput?) -> String {
    let request = "\(form == nil ? "GET" : "POST") \(context.url)"
    guard case .tap(let control) = form?.control else { return request }
    return "\(request), \(FormInput.tapName)=\(control)"
  }
}
