internal import Recordings

extension Recording {
  /// A test that does again what the user did, as source in Swift.
  func appTestSource(upTo step: Int?) -> String { "" }

  /// A test that dispatches again what was dispatched.
  func storeTestSource(upTo step: Int?) -> String { "" }
}
