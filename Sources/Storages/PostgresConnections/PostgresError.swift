internal import Basics
internal import Glibc

/// Why a call of PostgreSQL failed, or a connection to it.
package enum PostgresError: ConnectionError, Equatable {
  // Connecting
  case noLibrary(reason: String)
  case unknownHost(reason: String)
  case hostNotFoundInTime
  case unreachable(reason: String)
  case notConnectedInTime
  case system(operation: String, code: Int32)
  /// The connection ended.
  case lost(reason: String?)
  /// Nothing arrived in time.
  case silent
  case notPostgres
  case tooOld(version: Int)
  case starting
  case tooManyConnections

  // TLS
  case withoutTLS
  case certificate(reason: String)
  case certificateFile(reason: String)
  case tls(reason: String)

  // The login
  case passwordMissing
  case passwordWrong
  case notAllowed(String)
  case noSuchDatabase

  // Tables
  /// A table does not fit: a sentence of the program.
  case unfit(String)
  case notPermitted(String)
  case tableChanged(String)
  case noSchema(String)

  // Calls
  case readOnly
  case diskFull(String)
  case outOfMemory
  case tooSlow
  case locked
  case statementsForgotten
  case notificationsFull
  case other(code: String, String)
  case unexpectedAnswer

  // Calls that were not sent
  case tooManyCalls(limit: Int)
  case notConnected(because: String?)
  case closed
}

extension PostgresError {
  package var needsOperator: Bool {
    switch self {
    case .noLibrary, .notPostgres, .tooOld, .withoutTLS, .certificate, .certificateFile, .tls, .passwordMissing,
      .passwordWrong, .notAllowed, .noSuchDatabase, .unfit, .notPermitted:
      true
    default: false
    }
  }

  /// Whether another connection may lead to a server that can run the call: this one has become read-only, or has
  /// forgotten what was prepared on the connection. The call has changed nothing.
  package var isOfConnection: Bool { self == .readOnly || self == .statementsForgotten }

  /// What the server says about a statement; nil for a problem of the connection.
  package var statementProblem: String? {
    switch self {
    case .notPermitted(let text), .tableChanged(let text), .noSchema(let text), .diskFull(let text),
      .other(_, let text):
      text
    default: nil
    }
  }

  /// The problem behind an error of the server.
  ///
  /// - Parameters:
  ///   - code: Its SQLSTATE (PostgreSQL, appendix A).
  ///   - text: Its primary message.
  init(code: String, text: String) {
    self =
      switch code {
      case "28P01": .passwordWrong
      case "28000": .notAllowed(Self.shown(text))
      case "3D000": .noSuchDatabase
      case "53300": .tooManyConnections
      case "53100": .diskFull(Self.shown(text))
      case "53200": .outOfMemory
      case "57P01", "57P02", "57P05": .lost(reason: Self.shown(text))
      case "57P03": .starting
      case "57014": .tooSlow
      case "25006": .readOnly
      case "40001", "40P01", "55P03": .locked
      case "42501": .notPermitted(Self.shown(text))
      case "42P01", "42703", "42P10", "0A000": .tableChanged(Self.shown(text))
      case "3F000": .noSchema(Self.shown(text))
      case "26000", "42P05": .statementsForgotten
      case "54000" where text.contains("NOTIFY"), "55000" where text.contains("NOTIFY"): .notificationsFull
      default: .other(code: code, Self.shown(text))
      }
  }

  /// The problem behind a connection that could not be made.
  ///
  /// - Parameter text: The message of libpq with the verbosity `PQERRORS_VERBOSE`, which has the SQLSTATE of an error that
  ///   the server sent.
  init(connecting text: String) {
    if let match = text.firstMatch(of: /:  ([0-9A-Z]{5}): ([^\n]*)/) {
      self.init(code: String(match.1), text: String(match.2))
      return
    }
    /// The end of the line with this text, without what libpq says before it.
    func reason(_ marker: String) -> String {
      let line = text.split(separator: "\n").first { $0.contains(marker) } ?? ""
      return Self.shown(String(line.firstRange(of: marker).map { line[$0.lowerBound...] } ?? line))
    }
    func says(_ part: String) -> Bool { text.contains(part) }
    self =
      if says("could not translate host name") {
        .unknownHost(
          reason: text.firstMatch(of: /to address: ([^\n]*)/).map { Self.shown(String($0.1)) } ?? "no address")
      } else if says("server does not support SSL") {
        .withoutTLS
      } else if says("certificate verify failed") {
        .certificate(reason: reason("certificate verify failed"))
      } else if says("does not match host name") {
        .certificate(reason: reason("server certificate for"))
      } else if says("root certificate file") {
        .certificateFile(reason: reason("root certificate file"))
      } else if says("certificate file") || says("private key file") {
        .certificateFile(reason: reason(says("certificate file") ? "certificate file" : "private key file"))
      } else if says("received invalid response to SSL negotiation") || says("expected authentication request") {
        .notPostgres
      } else if says("SSL error") || says("SSL SYSCALL") {
        .tls(reason: reason("SSL "))
      } else if says("no password supplied") {
        .passwordMissing
      } else if says("session is read-only") || says("server is in hot standby mode") {
        .readOnly
      } else if let match = text.firstMatch(of: /failed: ([^\n]*)/), !says("server closed the connection") {
        .unreachable(reason: Self.shown(String(match.1)))
      } else if says("server closed the connection") {
        .lost(reason: nil)
      } else {
        .unreachable(reason: Self.shown(String(text.split(separator: "\n").first ?? "for an unknown reason")))
      }
  }

  private static func shown(_ text: String) -> String {
    let line = text.split(separator: "\n").first ?? ""
    return String(line.prefix(200))
  }
}

extension PostgresError {
  package func sentence(_ location: String) -> String {
    switch self {
    case .noLibrary(let reason):
      "PostgreSQL needs the library libpq of version 14 or newer (\(reason)). Install Debian's package libpq5."
    case .unknownHost(let reason): "The host of PostgreSQL at \(location) was not found (\(reason)). Check its name."
    case .hostNotFoundInTime:
      "The address of the host of PostgreSQL at \(location) was not found in time. Check that the name servers of this "
        + "machine answer."
    case .unreachable(let reason):
      "PostgreSQL at \(location) cannot be reached (\(reason)). Check that it runs and listens there."
    case .notConnectedInTime:
      "PostgreSQL at \(location) does not accept connections in time. Check that it runs, and the network."
    case .system(let operation, let code):
      "The connection to PostgreSQL at \(location) failed: \(operation) failed (\(String(cString: strerror(code))))."
    case .lost(let reason):
      "The connection to PostgreSQL at \(location) was lost (\(reason ?? "PostgreSQL closed it"))."
    case .silent: "PostgreSQL at \(location) does not answer in time."
    case .notPostgres: "The server at \(location) does not answer like PostgreSQL. Check the host and the port."
    case .tooOld(let version):
      "PostgreSQL at \(location) has version \(version / 10000). Version 14 or newer is needed."
    case .starting: "PostgreSQL at \(location) is starting or stopping and will be ready soon."
    case .tooManyConnections:
      "PostgreSQL at \(location) has too many connections. Raise its max_connections, or write a smaller pool=N into the URL."

    case .withoutTLS:
      "PostgreSQL at \(location) has no TLS, but the URL requires it. Set ssl = on in PostgreSQL, or change sslmode in the URL."
    case .certificate(let reason):
      "The certificate of PostgreSQL at \(location) is not accepted (\(reason)). The host in the URL must be the one in the "
        + "certificate, and sslrootcert must name the certificate of its authority."
    case .certificateFile(let reason): "A file for TLS with PostgreSQL at \(location) cannot be used: \(reason)"
    case .tls(let reason): "TLS with PostgreSQL at \(location) failed (\(reason))."

    case .passwordMissing:
      "PostgreSQL at \(location) requires a password. Write it into the URL: postgres://USER:PASSWORD@HOST/DATABASE."
    case .passwordWrong: "PostgreSQL at \(location) refuses the user or the password in the URL."
    case .notAllowed(let text):
      "PostgreSQL at \(location) refuses the connection (\(text)). Check the user in the URL, and the server's pg_hba.conf."
    case .noSuchDatabase: "PostgreSQL at \(location) does not have the database in the URL. Create it with createdb."

    case .unfit(let sentence): sentence
    case .notPermitted(let text):
      "PostgreSQL at \(location) refuses a statement (\(text)). The user in the URL needs SELECT, INSERT, UPDATE and DELETE "
        + "on the table."
    case .tableChanged(let text):
      "The table for sessions of PostgreSQL at \(location) is missing or was changed (\(text)). Restore it, or restart the "
        + "server to create it."

    case .noSchema(let text):
      "PostgreSQL at \(location) has no schema for the table of sessions (\(text)). CREATE SCHEMA it, or correct the search_path of "
        + "the user or of the URL."

    case .readOnly:
      "PostgreSQL at \(location) is read-only now. The URL must name the primary server; with several hosts the writable one "
        + "is used."
    case .diskFull(let text): "PostgreSQL at \(location) cannot store anything: its disk is full (\(text))."
    case .outOfMemory: "PostgreSQL at \(location) has no memory left."
    case .tooSlow: "PostgreSQL at \(location) is too slow: a statement was ended."
    case .locked: "PostgreSQL at \(location) ended a statement that waited for another one."
    case .statementsForgotten:
      "PostgreSQL at \(location) has forgotten prepared statements. A pooler such as PgBouncer must keep a connection for each "
        + "client (pool_mode = session)."
    case .notificationsFull:
      "PostgreSQL at \(location) has no room for notifications. A session that LISTENs holds a transaction open; see "
        + "pg_stat_activity."
    case .other(let code, let text): "PostgreSQL at \(location) replied with an error: \(text) (\(code))"
    case .unexpectedAnswer: "PostgreSQL at \(location) sent an unexpected answer."

    case .tooManyCalls(let limit): "PostgreSQL at \(location) is too slow: \(limit) calls are already waiting."
    case .notConnected(let reason): reason ?? "PostgreSQL at \(location) did not accept the call in time."
    case .closed: "The connection to PostgreSQL at \(location) is closed."
    }
  }
}
