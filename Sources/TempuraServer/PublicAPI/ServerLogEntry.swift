/// A line of the server's log, for an app that has a log of its own: see ``ServerConfiguration/onLog``.
///
///     configuration.onLog = { entry in logQueue.async { logger.log(level: entry.level, entry.message) } }
public struct ServerLogEntry: Sendable {
  public enum Level: String, Sendable, Comparable, CaseIterable {
    /// A request that was answered, and other ordinary events.
    case info
    /// Something that an operator may want to change, such as a limit of the system that is too low.
    case warning
    /// Something failed: a request, a side effect, the storage.
    case error

    public static func < (a: Level, b: Level) -> Bool {
      switch (a, b) {
      case (.info, .warning), (.info, .error), (.warning, .error): true
      default: false
      }
    }
  }

  public let level: Level
  /// A sentence, or the method, path and status of a request. Line breaks and control characters are escaped.
  public let message: String
  /// The id of the request that the line is about, as in its field `X-Request-Id`. Nil if it is about none, or if it is not
  /// known.
  public let requestID: String?
  /// The first 12 digits of the key of the session, which is a hash of the cookie's id. Nil as for the request.
  public let session: String?
  /// The id of the trace that the client named (W3C Trace Context). Nil as for the request.
  public let traceID: String?
  /// What else there is to say, by name. Of a request: `method`, `path`, `status`, `bytes`, `milliseconds` and `screen`.
  public let metadata: [String: String]

  init(
    _ level: Level, _ message: String, requestID: String? = nil, session: String? = nil, traceID: String? = nil,
    metadata: [String: String] = [:]
  ) {
    self.level = level
    self.message = message
    self.requestID = requestID
    self.session = session
    self.traceID = traceID
    self.metadata = metadata
  }
}
