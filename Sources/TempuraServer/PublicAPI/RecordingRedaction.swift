/// An app delegate that says which values an operator's recording of a session must not have.
///
/// ```swift
/// extension AppDelegate: RecordingRedaction {
///   static let redactedKeys: Set<String> = ["cardNumber", "cardField"]
/// }
/// ```
///
/// Texts of secure fields are never recorded.
public protocol RecordingRedaction {
  /// Names of stored properties, of the state and of updaters and side effects, whose values are blotted out, with all that is in
  /// them. Also names of views: what is typed into a field in one of them is not recorded.
  static var redactedKeys: Set<String> { get }
}
