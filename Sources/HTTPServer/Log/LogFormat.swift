/// The format of the lines of a log.
package enum LogFormat: Sendable {
  case text
  /// A JSON object in each line (RFC 8259).
  case json
}
