internal import Basics
internal import CLinux
internal import Sessions
internal import TempuraUI

extension Visit {
  /// In a worker, notes this request as the one that the app's code runs for, until the turn of the session is over.
  ///
  /// A request is the same one if it is of the same session, for the same URL, and with the same fields. The nonce of the page
  /// does not count: a user who loads the page again and presses the same button again would stop one worker after the other.
  ///
  /// - Parameter form: Nil for a GET.
  /// - Returns: False if the request has stopped workers too often. It is answered then.
  func noteForCrash(_ form: FormInput? = nil) -> Bool {
    guard crash_notes() != 0 else { return true }
    var hash = StableHash()
    // All visitors without a session make the same request.
    hash.combine(isNewSession ? "" : session.key.hexadecimal)
    hash.combine(exchange.url)
    form?.combine(into: &hash)
    session.crashNote = hash.value
    crash_note(hash.value)
    guard crash_count(hash.value) >= WorkerReport.mostStops else { return true }
    runtime.log.report(
      "Request \(exchange.requestID) was not tried: the same request has stopped workers \(WorkerReport.mostStops) times."
    )
    answer(.failure(.stoppedServer))
    return false
  }
}
