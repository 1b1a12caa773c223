internal import HTTPServer
internal import Sessions

/// What flags and the environment say. A flag `--port` is the variable `PORT`, and so on.
struct CommandLineOptions: Equatable {
  var host = "127.0.0.1"
  var port: UInt16 = 8080
  var threads: Int?
  var publicFolder: String?
  var templateFolder: String?
  var bodyLimit = limits.bodyBytes
  var connections = limits.connections
  /// Nil: the default of `HTTPLimits`, and addresses of this machine are not limited. 0: any number.
  var connectionsPerAddress: Int?
  var filesPerForm = limits.formFiles
  /// How many bytes the answers may have that clients have not read yet.
  var answerMemory = limits.answerBytes
  var trustsProxy = false
  var logsRequests = true
  /// Where sessions are stored; nil for the place that they have by default.
  var sessions: StoragePlace?
  var durability = Durability.crash
  var sessionsPerAddress = 10_000
  /// Heap size in bytes above which idle sessions are dropped from memory.
  var sessionMemory = 512 * 1_048_576
  /// How long the server goes on after SIGTERM, in seconds.
  var lameDuck = 3
  /// How long side effects may go on once the server has stopped to serve, in seconds.
  var drain = 10
  var command = Command.serve

  private static let limits = HTTPLimits()

  enum Command: Equatable {
    case serve, help, healthCheck
  }

  private struct Flag: Sendable {
    let name: String
    let placeholder: String?
    let help: String
    /// Throws what is wrong with a value that is not to be repeated, as it may have a password.
    let set: @Sendable (inout CommandLineOptions, String) throws(StorageError) -> Bool

    init(
      name: String, placeholder: String?, help: String,
      set: @escaping @Sendable (inout CommandLineOptions, String) throws(StorageError) -> Bool
    ) {
      self.name = name
      self.placeholder = placeholder
      self.help = help
      self.set = set
    }

    /// Puts the value that the flag, or its variable, has.
    func put(_ value: String, of name: String, into options: inout CommandLineOptions) throws(CommandLineError) {
      let isGood: Bool
      do throws(StorageError) {
        isGood = try set(&options, value)
      } catch {
        throw .badPlace(name, error.description)
      }
      guard isGood else { throw .badValue(name, value) }
    }

    var variable: String { name.uppercased().replacing("-", with: "_") }
  }

  private static func number<Number: FixedWidthInteger>(
    _ text: String, in range: ClosedRange<Number>, _ set: (Number) -> Void
  ) -> Bool {
    guard let number = Number(text), range.contains(number) else { return false }
    set(number)
    return true
  }

  private static func truth(_ text: String, _ set: (Bool) -> Void) -> Bool {
    switch text.lowercased() {
    case "1", "true", "yes", "on", "": set(true)
    case "0", "false", "no", "off": set(false)
    default: return false
    }
    return true
  }

  private static let durabilities = ["crash": Durability.crash, "power": .power]

  private static let flags: [Flag] = [
    Flag(name: "host", placeholder: "ADDRESS", help: "The address to listen on (127.0.0.1); 0.0.0.0 for all.") {
      $0.host = $1
      return !$1.isEmpty
    },
    Flag(name: "port", placeholder: "PORT", help: "The port to listen on (8080); 0 picks a free one and says which.") {
      options, text in number(text, in: 0...UInt16.max) { options.port = $0 }
    },
    Flag(
      name: "public", placeholder: "FOLDER", help: "Files to serve, before those of the app (Public, if it is there)."
    ) {
      $0.publicFolder = $1
      return !$1.isEmpty
    },
    Flag(
      name: "templates", placeholder: "FOLDER", help: "Templates, before those of the app (Templates, if it is there)."
    ) {
      $0.templateFolder = $1
      return !$1.isEmpty
    },
    Flag(name: "threads", placeholder: "NUMBER", help: "Threads that serve requests (one per core).") {
      options, text in number(text, in: 1...1024) { options.threads = $0 }
    },
    Flag(name: "connections", placeholder: "NUMBER", help: "Open connections at most (\(limits.connections)).") {
      options, text in number(text, in: 1...1_000_000) { options.connections = $0 }
    },
    Flag(
      name: "connections-per-address", placeholder: "NUMBER",
      help: "Connections per address at most (\(limits.connectionsPerAddress), this machine excepted); "
        + "0 for any number."
    ) { options, text in number(text, in: 0...1_000_000) { options.connectionsPerAddress = $0 } },
    Flag(name: "body-limit", placeholder: "BYTES", help: "Bytes of a form at most (\(limits.bodyBytes)).") {
      options, text in number(text, in: 1024...1 << 30) { options.bodyLimit = $0 }
    },
    Flag(name: "files-per-form", placeholder: "NUMBER", help: "Files of a form at most (\(limits.formFiles)).") {
      options, text in number(text, in: 1...1000) { options.filesPerForm = $0 }
    },
    Flag(
      name: "answer-memory", placeholder: "MB",
      help: "Memory of unread answers at most (\(limits.answerBytes / 1_048_576))."
    ) { options, text in number(text, in: 1...1_048_576) { options.answerMemory = $0 * 1_048_576 } },
    Flag(
      name: "sessions", placeholder: "PLACE",
      help: "Where sessions are: sqlite:PATH (the default), redis://…, memory:."
    ) { options, text throws(StorageError) in
      options.sessions = try StoragePlace(text)
      return true
    },
    Flag(
      name: "durability", placeholder: "crash|power",
      help: "What sessions in a file survive: kill -9 (crash), or a power cut, too (power)."
    ) { options, text in
      guard let durability = durabilities[text] else { return false }
      options.durability = durability
      return true
    },
    Flag(
      name: "sessions-per-address", placeholder: "NUMBER",
      help: "Sessions of one network address at most (10000); 0 for any number."
    ) { options, text in number(text, in: 0...Int(Int32.max)) { options.sessionsPerAddress = $0 } },
    Flag(
      name: "session-memory", placeholder: "MB",
      help: "Heap of the process above which unused sessions leave memory (512)."
    ) { options, text in number(text, in: 1...1_048_576) { options.sessionMemory = $0 * 1_048_576 } },
    Flag(
      name: "lame-duck", placeholder: "SECONDS",
      help: "Seconds to go on serving after SIGTERM, with 503 at /health and /ready (3)."
    ) { options, text in number(text, in: 0...3600) { options.lameDuck = $0 } },
    Flag(
      name: "drain", placeholder: "SECONDS",
      help: "Seconds that side effects may run after the server has stopped serving (10)."
    ) { options, text in number(text, in: 0...3600) { options.drain = $0 } },
    Flag(
      name: "trust-proxy", placeholder: nil,
      help: "Believe X-Forwarded-* and X-Request-Id: only behind a proxy that sets them."
    ) { options, text in truth(text) { options.trustsProxy = $0 } },
    Flag(name: "no-access-log", placeholder: nil, help: "Do not write a line for each request.") { options, text in
      truth(text) { options.logsRequests = !$0 }
    },
  ]

  private static func flags(with appFlags: [ServerFlag]) -> [Flag] {
    flags
      + appFlags.map { flag in
        Flag(name: flag.name, placeholder: flag.placeholder, help: flag.help) { _, text in flag.set(text) }
      }
  }

  /// Reads the environment, then the flags.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's name.
  ///   - appFlags: Flags of the app's own, which are told their values.
  /// - Throws: `CommandLineError` for what is not understood.
  init(
    arguments: [String], environment: [String: String], appFlags: [ServerFlag] = []
  ) throws(CommandLineError) {
    let flags = Self.flags(with: appFlags)
    for (index, flag) in flags.enumerated() where flags[..<index].contains(where: { $0.name == flag.name }) {
      throw .takenFlag("--\(flag.name)")
    }
    for flag in flags {
      guard let value = environment[flag.variable] else { continue }
      try flag.put(value, of: flag.variable, into: &self)
    }
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": command = .help
      case "--health-check": command = .healthCheck
      default:
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let flag = flags.first(where: { "--\($0.name)" == parts[0] }) else {
          throw .unknownFlag(Self.withoutValue(argument), known: flags.map { "--\($0.name)" })
        }
        let value: String
        if parts.count == 2 {
          value = String(parts[1])
        } else if flag.placeholder == nil {
          value = ""
        } else if let next = rest.popFirst() {
          value = next
        } else {
          throw .missingValue("--\(flag.name)")
        }
        try flag.put(value, of: "--\(flag.name)", into: &self)
      }
    }
  }

  /// What is not understood, without what may be a password in it.
  static func withoutValue(_ argument: String) -> String {
    guard let end = argument.firstIndex(where: { $0 == "=" || $0 == ":" }) else { return argument }
    return "\(argument[...end])…"
  }

  /// What `--help` prints.
  static func help(program: String, appFlags: [ServerFlag] = []) -> String {
    var lines = [
      "Usage: \(program) [flags]", "       \(program) sessions ACTION …    (sessions --help says more)", "",
      "Serves the app to browsers until it gets SIGTERM or SIGINT.", "",
    ]
    let rows = flags(with: appFlags).map { flag in
      ("--\(flag.name)" + (flag.placeholder.map { " \($0)" } ?? ""), flag.help)
    }
    let all =
      rows + [
        ("--health-check", "Ask a running server for its health; exit with 0 if it is healthy."),
        ("--help", "Print this."),
      ]
    let width = all.map(\.0.count).max() ?? 0
    for (name, help) in all {
      lines.append("  " + name + String(repeating: " ", count: width - name.count + 2) + help)
    }
    lines += [
      "",
      "Every flag is an environment variable, too: --port is PORT, --trust-proxy is TRUST_PROXY. Flags override variables.",
    ]
    return lines.joined(separator: "\n")
  }
}

/// What is wrong with the flags or the environment.
enum CommandLineError: Error, Equatable, CustomStringConvertible {
  case unknownFlag(String, known: [String])
  case missingValue(String)
  case badValue(String, String)
  /// What is wrong, without the value: it may have a password.
  case badPlace(String, String)
  /// The app and the server, or the app twice, have a flag of this name.
  case takenFlag(String)

  var description: String {
    switch self {
    case .unknownFlag(let flag, let known):
      "There is no flag \(flag). There are \(known.joined(separator: ", ")); --help says what they do."
    case .missingValue(let flag): "\(flag) needs a value; --help says which."
    case .badValue(let flag, let value): "\(flag) cannot be \"\(value)\"; --help says what it can be."
    case .badPlace(let flag, let reason): "The value of \(flag) is not valid. \(reason)"
    case .takenFlag(let flag):
      "There are two flags \(flag): give the app's, in ServerConfiguration.flags, another name."
    }
  }
}
