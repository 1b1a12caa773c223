/// Code of an app that runs when a notification is posted.
///
/// The notification centre has the only lasting reference to it, by the closure that it calls. So it exists as long as the observer
/// is not removed.
package final class Observation: @unchecked Sendable {
  // Safe because the closure runs in turns of its app only.

  /// The name of the notification.
  package let name: String
  /// Runs the code as if the notification was posted, in a turn of the app.
  package let run: () -> Void

  package init(_ name: String, _ run: @escaping () -> Void) {
    self.name = name
    self.run = run
  }
}
