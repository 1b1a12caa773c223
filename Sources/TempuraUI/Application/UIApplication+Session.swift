internal import Hydra

extension UIApplication {
  /// Gives the session a new id, with the next answer to the tab whose code calls this. The old id becomes invalid. For a
  /// minute, only the same request leads with the old id to the session, in case its answer was lost.
  ///
  /// Call it when the user's permissions change, most of all after signing in. An id that an attacker learned before is
  /// then useless (OWASP Session Management Cheat Sheet, "Renew the Session ID After Any Privilege Level Change"). Side
  /// effects and updaters may call it. Outside an app instance, such as in a unit test, it does nothing.
  ///
  /// - Parameter forgettingAllButState: For a user who signs out of a session that goes on. The session then forgets text that was
  ///   typed and not used, local states, and what the app keeps: defaults, files, and items of the keychain. All screens are made
  ///   again. Call it in the tap that dispatches the updater which forgets the user: both are stored together, or undone. A side
  ///   effect calls it before it dispatches the updater. What else still runs for the user goes on.
  public final func renewSession(forgettingAllButState: Bool = false) {
    (Main.scoped as? any ApplicationHost)?.renewSession(forgettingAllButState: forgettingAllButState)
  }

  /// Removes the session with the response to the current interaction: the stored state, the screens of all tabs, and
  /// the data that the browser keeps for the site (`Clear-Site-Data`). The next page begins a new session.
  ///
  /// Call it when the user signs out. Side effects and updaters may call it. Outside an app instance, such as in a unit
  /// test, it does nothing.
  public final func endSession() { (Main.scoped as? any ApplicationHost)?.endSession() }
}
