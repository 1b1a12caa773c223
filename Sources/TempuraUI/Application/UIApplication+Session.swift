internal import Hydra

extension UIApplication {
  /// Has the browser know its user's session by a new id from the next answer on; the old one leads nowhere then.
  ///
  /// To be called when what the user may do changes: after signing in, above all, so that an id that somebody else came to know
  /// before is worth nothing (OWASP Session Management Cheat Sheet, "Renew the Session ID After Any Privilege Level Change").
  /// Side effects and updaters may call it. Outside any app instance nothing happens.
  public final func renewSession() { (Main.scoped as? any ApplicationHost)?.renewSession() }

  /// Forgets all of the user's session when what is being done now is answered: the state, wherever it is stored, the screens of
  /// all tabs, and what the browser has of the app (`Clear-Site-Data`). The next page begins anew.
  ///
  /// To be called when the user signs out. Side effects and updaters may call it. Outside any app instance nothing happens.
  public final func endSession() { (Main.scoped as? any ApplicationHost)?.endSession() }
}
