internal import Basics
internal import HTTPServer
internal import SessionKernel
internal import Sessions

/// The server's log: one line per message, on standard error.
struct Log: SessionLog {
  private static let lines = LineWriter(descriptor: 2)
  private static let objects = LineWriter(descriptor: 2, format: .json)

  var format = LogFormat.text
  /// Whether lines are written. A simulation has too many.
  var isWritten = true
  /// Requests that take so many seconds are reported; nil for none.
  var slowRequest: Double?
  /// The log of the app; nil if it has none.
  var handler: (@Sendable (ServerLogEntry) -> Void)?

  /// Does not wait: lines that cannot be written are dropped and counted.
  ///
  /// - Parameters:
  ///   - message: A sentence. It names the request and the session itself, because lines of text have nothing else.
  ///   - request: The id of the request that the line is about.
  ///   - session: The key of its session.
  ///   - metadata: What else there is to say, by name.
  func report(
    _ message: String, _ level: ServerLogEntry.Level = .error, request: String? = nil, session: SessionKey? = nil,
    trace: String? = nil, metadata: [String: String] = [:]
  ) {
    let entry = ServerLogEntry(
      level, Self.line(of: message), requestID: request, session: session.map { Self.digits($0.firstBits) },
      traceID: trace, metadata: metadata)
    write(entry)
    handler?(entry)
  }

  func write(_ message: String, _ level: SessionLogLevel, about session: SessionKey?) {
    let level: ServerLogEntry.Level =
      switch level {
      case .info: .info
      case .warning: .warning
      case .error: .error
      }
    report(message, level, session: session)
  }

  /// Writes a line of another process as it is.
  static func passOn(_ line: String) { lines.add(line) }

  /// Waits until all lines are written, but at most one second.
  func flush() {
    Self.lines.flush()
    if format == .json { Self.objects.flush() }
  }

  private func write(_ entry: ServerLogEntry) {
    guard isWritten else { return }
    switch format {
    case .text: Self.lines.add(entry.message)
    case .json: Self.objects.add(Self.object(of: entry))
    }
  }

  // MARK: - Lines

  /// The length of a line at most, because it may contain what clients send.
  private static let maxScalars = 2000

  /// Returns a message in one line. Line breaks and control characters are escaped: they could forge or hide lines.
  static func line(of message: String) -> String {
    var line = ""
    for scalar in message.unicodeScalars.prefix(maxScalars) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: line += scalar.escaped(asASCII: true)
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// Returns a line as JSON, without its beginning, which the writer adds.
  static func object(of entry: ServerLogEntry) -> String {
    var pairs = [("level", entry.level.rawValue), ("message", entry.message)]
    for (name, value) in [("request", entry.requestID), ("session", entry.session), ("trace", entry.traceID)] {
      if let value { pairs.append((name, value)) }
    }
    pairs += entry.metadata.sorted { $0.key < $1.key }.map { ($0.key, line(of: $0.value)) }
    return pairs.map { "\(quoted($0)):\(quoted($1))" }.joined(separator: ",") + "}"
  }

  /// A string of JSON (RFC 8259, section 7) without control characters, which are escaped already.
  private static func quoted(_ text: String) -> String {
    // Scalar by scalar: a quotation mark and a combining accent are one character.
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  /// The digits of the first 48 bits of a session's key.
  static func digits(_ firstBits: UInt64) -> String { String(firstBits.hexadecimal.suffix(12)) }

  /// Nanoseconds as milliseconds with three digits after the point.
  static func milliseconds(_ nanoseconds: UInt64) -> String {
    let digits = String(nanoseconds / 1000 % 1000)
    return "\(nanoseconds / 1_000_000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
