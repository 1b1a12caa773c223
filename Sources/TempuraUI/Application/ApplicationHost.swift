package import Hydra

/// An app instance that has an application of its own.
package protocol ApplicationHost: MainExecutor {
  var application: UIApplication { get }

  /// The app's user chose another language. Called on the thread that code of the app runs on, which may be a side effect's;
  /// the host has its application take notice in a turn.
  func preferredLanguageDidChange()

  /// The app wants its user's session to be known by another id.
  func renewSession()

  /// The app wants all of its user's session to be forgotten.
  func endSession()
}

extension ApplicationHost {
  package func renewSession() {}
  package func endSession() {}

  /// Takes notice in a turn of the host.
  package func preferredLanguageDidChange() { sync { application.languageMayHaveChanged() } }
}
