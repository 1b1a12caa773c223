/// A mistake on the command line or in the environment. No text repeats the location of sessions, which may have a password.
enum CommandLineError: Error, Equatable, CustomStringConvertible {
  /// The system does not tell the arguments of the process.
  case noArguments
  case unknownFlag(String, of: String?, known: [String])
  case missingValue(String)
  case unexpectedValue(String)
  /// The clause says which values are valid.
  case invalidValue(String, of: String, String)
  /// The sentence says what is wrong.
  case invalidLocation(of: String, String)
  /// Two flags of the app, or one of the app and one of the server, have the same name.
  case duplicateFlag(String)
  /// The admin address is the one of the app's pages.
  case adminIsPublic(String)
  /// The admin addresses of workers, one for each, are no ports, or those of other servers of the process.
  case adminOfWorkers(ClosedRange<Int>)
  /// The panel for developers would be served at an address that other machines can reach.
  case panelIsPublic(String)

  /// Two settings that cannot be given together.
  case contradiction(String, String)
  /// A setting that has no sense without others.
  case needs(String, String)

  /// systemd passes more sockets than the server takes.
  case severalSockets(count: Int, names: [String])
  /// Several workers, and sessions that only one process can use.
  case workersNeedSharedStorage

  /// The exit status of a process with such a mistake.
  static let status: Int32 = 2

  // The commands `sessions` and `parts`.
  case missingAction(of: StoredKind)
  case wrongArguments(usage: String, of: StoredKind)
  case invalidKey(String, of: StoredKind)
  case ambiguousKey(String, of: StoredKind)
  case exportToTerminal
  case unconfirmedDeletion(of: StoredKind)
  case sessionsInMemory
  case recordingWithoutAdmin

  var description: String {
    switch self {
    case .noArguments:
      "The flags of this program are not known: /proc/self/cmdline cannot be read. Mount /proc, and start the program again."
    case .unknownFlag(let flag, let command, let known):
      "\(command.map { "\($0) has" } ?? "There is") no flag \(Self.withoutSecret(flag)). The flags are "
        + "\(known.joined(separator: ", "))."
        + (command == nil && Self.flagsOfHTTPS.contains(flag)
          ? " HTTPS is served by a proxy: see docs/deployment.md." : "")
    case .missingValue(let usage): "The value is missing: \(usage)."
    case .unexpectedValue(let flag): "\(flag) takes no value."
    case .invalidValue(let value, let name, let clause): "\(name) cannot be \"\(value)\": \(clause)."
    case .invalidLocation(let name, let reason): "The value of \(name) is not valid. \(reason)"
    case .duplicateFlag(let flag): "There are two flags \(flag). Rename the app's flag in ServerConfiguration.flags."
    case .contradiction(let one, let other): "\(one) and \(other) contradict each other. Leave one of them out."
    case .adminIsPublic(let address):
      "--admin cannot be the address of the app's pages, \(address). Choose another one, which the public cannot reach."
    case .adminOfWorkers(let ports):
      "Each worker has an admin port of its own: \(ports.lowerBound) to \(ports.upperBound). These must be ports below 65536, "
        + "and not that of --port. Choose another --admin, or fewer --workers."
    case .panelIsPublic(let address):
      "--dev shows and changes all sessions, and would do so for everyone who can reach \(address). Listen on 127.0.0.1, or "
        + "leave --dev out. If they may do that, add --dev-public."
    case .needs(let one, let others): "\(one) needs \(others) as well. See --help."
    case .severalSockets(let count, let names):
      "systemd passes on \(count) sockets\(names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"), and the server takes "
        + "one. ListenStream= with a port alone, such as 8080, is that port of all addresses."
    case .workersNeedSharedStorage:
      "--workers with more than one worker needs sessions in Redis or PostgreSQL. A file or memory has one process at a time. "
        + "Set --sessions redis://HOST or postgres://HOST/DATABASE, or --workers 1."
    case .missingAction(let kind):
      "\(kind) needs an action, such as list. See \(kind) --help."
    case .wrongArguments(let usage, let kind): "The arguments are wrong. Write: \(usage). See \(kind) --help."
    case .invalidKey(let key, let kind):
      "\"\(Self.withoutSecret(key))\" is not the key of a \(kind.noun). A key has \(StoredKind.fewestDigits) to 32 digits "
        + "from 0 to f. \(kind) list prints keys."
    case .ambiguousKey(let digits, let kind): "Several \(kind) have keys that begin with \(digits). Write more digits."
    case .exportToTerminal:
      "An export contains complete keys and contents, and would be printed here. Name a file, or add --full-ids."
    case .recordingWithoutAdmin:
      "The running server records the session: name its admin address by --admin. Start the server with --admin, too."
    case .unconfirmedDeletion(let kind): "This deletes all \(kind). Add --yes to confirm."
    case .sessionsInMemory:
      "Sessions in memory exist only in their server's process. Name another location with --sessions."
    }
  }

  /// Flags that other servers have.
  private static let flagsOfHTTPS = ["--certificate", "--key", "--redirect-port", "--hsts"]

  /// A misplaced argument may be a URL with a password.
  private static func withoutSecret(_ argument: String) -> String {
    guard let end = argument.firstIndex(where: { $0 == "=" || $0 == ":" }) else { return argument }
    return "\(argument[...end])…"
  }
}
