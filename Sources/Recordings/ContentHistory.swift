/// The contents of a session after its steps, as JSON: each as its difference to the one before.
package struct ContentHistory: Codable, Sendable {
  package init() {}

  /// Notes the content after a step.
  package mutating func append(_ content: [UInt8], after step: Int) {}

  /// The content after a step: that of the last step up to it that changed it; nil if none did.
  package func content(after step: Int) -> [UInt8]? { nil }
}
