extension UITests {
  /// Which references are written.
  public enum RecordMode: String, CaseIterable, Sendable {
    /// All of them: nothing is compared.
    case all
    /// Those that are not there. What is there is compared.
    case missing
    /// Those that are not there, and those that what is shown differs from; the test fails nevertheless.
    case failed
    /// None: what is not there is a failure.
    case never
  }
}
