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
  /// - Parameter form: Nil for a GET.
  /// - Returns: False if the request has stopped workers too often. It is answered then.
  func noteForCrash(_ form: FormInput? = nil) -> Bool {
    guard crash_notes() != 0, !isNewSession else { return true }
    var fields = StableHash()
    form?.combine(into: &fields)
    // Other sites can choose a URL, but no fields. What is before the URL has a fixed number of bytes.
    let request = session.key.bytes + withUnsafeBytes(of: fields.value, Array.init) + Array(url.utf8)
    session.crashNote = crash_hash(request, request.count)
    crash_note(session.crashNote)
    guard crash_count(session.crashNote) >= WorkerReport.mostStops else { return true }
    runtime.log.report(
      "Request \(exchange.requestID) was not tried: the same request of its session has stopped workers "
        + "\(WorkerReport.mostStops) times.")
    answer(.failure(.stoppedServer))
    return false
  }
}
