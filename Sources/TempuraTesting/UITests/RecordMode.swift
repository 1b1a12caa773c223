extension UITests {
  /// Which references are written.
  public enum RecordMode: String, CaseIterable, Sendable {
    /// All references, without a comparison.
    case all
    /// Missing references. Existing ones are compared.
    case missing
    /// Missing references, and those of snapshots that differ. The test still fails.
    case failed
    /// None. A missing reference is a failure.
    case never
  }
}
