package import AppData
internal import Hydra

package typealias MotionClock = @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void) -> Void

/// An app instance with its own `UIApplication`.
package protocol ApplicationHost: MotionHost {
  var application: UIApplication { get }

  /// Called when the app sets another language, on any thread that runs app code, such as the thread of a side effect.
  /// The host then calls `languageMayHaveChanged()` in a turn of the app instance.
  func preferredLanguageDidChange()

  /// Gives the session a new id: see `UIApplication.renewSession(forgettingAllButState:)`.
  func renewSession(forgettingAllButState: Bool)

  /// Removes the session: see `UIApplication.endSession()`.
  func endSession()

  /// What the app keeps outside of its state; nil if the process keeps it. Can be asked for on any thread.
  var kept: KeptValues? { get }

  /// Calls a closure after some seconds, when an animation on the page is over; nil if there is no live page.
  var motionClock: MotionClock? { get }

  /// Work begins that a page waits for, as for a side effect. Called in a turn, or before work is submitted to one.
  func workDidBegin()

  /// Such work ended. Called in a turn.
  func workDidEnd()
}

extension ApplicationHost {
  package var app: AnyObject? { application.environment }

  package func renewSession(forgettingAllButState: Bool) {}
  package func endSession() {}
  package var kept: KeptValues? { nil }
  package var motionClock: MotionClock? { nil }

  package func runAfterMotion(_ seconds: Double, _ body: @escaping () -> Void) -> Bool {
    guard let motionClock, let origin = Origin.ofApp else { return false }
    let call = PendingCall(origin, body)
    motionClock(seconds) { call.callInTurn { DelayedWork.run($0) } }
    return true
  }
  package func workDidBegin() {}
  package func workDidEnd() {}

  /// Calls `languageMayHaveChanged()` on the host's executor.
  package func preferredLanguageDidChange() { sync { application.languageMayHaveChanged() } }
}
