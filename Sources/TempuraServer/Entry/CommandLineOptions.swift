/// What flags and the environment say. A flag `--port` is the variable `PORT`, and so on.
struct CommandLineOptions: Equatable {
  var host = "127.0.0.1"
  var port: UInt16 = 8080
  var threads: Int?
  var publicFolder: String?
  var templateFolder: String?
  var bodyLimit = 1024 * 1024
  var connections = 10_000
  var trustsProxy = false
  var logsRequests = true
  var command = Command.serve

  enum Command: Equatable {
    case serve, help, healthCheck
  }

  private struct Flag: Sendable {
    let name: String
    let placeholder: String?
    let help: String
    let set: @Sendable (inout CommandLineOptions, String) -> Bool

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

  private static let flags: [Flag] = [
    Flag(name: "host", placeholder: "ADDRESS", help: "The address to listen on (127.0.0.1); 0.0.0.0 for all.") {
      $0.host = $1
      return !$1.isEmpty
    },
    Flag(name: "port", placeholder: "PORT", help: "The port to listen on (8080); 0 picks a free one and says which.") {
      options, text in number(text, in: 0...UInt16.max) { options.port = $0 }
    },
    Flag(
      name: "public", placeholder: "FOLDER", help: "Files to serve, before the built-in ones (Public, if it is there)."
    ) {
      $0.publicFolder = $1
      return !$1.isEmpty
    },
    Flag(
      name: "templates", placeholder: "FOLDER", help: "Templates, before the built-in ones (Templates, if it is there)."
    ) {
      $0.templateFolder = $1
      return !$1.isEmpty
    },
    Flag(name: "threads", placeholder: "NUMBER", help: "Threads that serve requests (one per core).") {
      options, text in number(text, in: 1...1024) { options.threads = $0 }
    },
    Flag(name: "connections", placeholder: "NUMBER", help: "Open connections at most (10000).") {
      options, text in number(text, in: 1...1_000_000) { options.connections = $0 }
    },
    Flag(name: "body-limit", placeholder: "BYTES", help: "Bytes of a form at most (1048576).") {
      options, text in number(text, in: 1024...1 << 30) { options.bodyLimit = $0 }
    },
    Flag(
      name: "trust-proxy", placeholder: nil,
      help: "Believe X-Forwarded-For, -Host, -Proto and X-Request-Id: only behind a proxy that sets them."
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
      guard flag.set(&self, value) else { throw .badValue(flag.variable, value) }
    }
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": command = .help
      case "--health-check": command = .healthCheck
      default:
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let flag = flags.first(where: { "--\($0.name)" == parts[0] }) else {
          throw .unknownFlag(argument, known: flags.map { "--\($0.name)" })
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
        guard flag.set(&self, value) else { throw .badValue("--\(flag.name)", value) }
      }
    }
  }

  /// What `--help` prints.
  static func help(program: String, appFlags: [ServerFlag] = []) -> String {
    var lines = ["Usage: \(program) [flags]", "", "Serves the app to browsers until it gets SIGTERM or SIGINT.", ""]
    let rows = flags(with: appFlags).map { flag in
      ("--\(flag.name)" + (flag.placeholder.map { " \($0)" } ?? ""), flag.help)
    }
    let all =
      rows + [("--health-check", "Ask a running server how it is; exit with 0 if well."), ("--help", "Print this.")]
    let width = all.map(\.0.count).max() ?? 0
    for (name, help) in all {
      lines.append("  " + name + String(repeating: " ", count: width - name.count + 2) + help)
    }
    lines += [
      "", "Every flag is an environment variable, too: --port is PORT, --trust-proxy is TRUST_PROXY. Flags come first.",
    ]
    return lines.joined(separator: "\n")
  }
}

/// What is wrong with the flags or the environment.
enum CommandLineError: Error, Equatable, CustomStringConvertible {
  case unknownFlag(String, known: [String])
  case missingValue(String)
  case badValue(String, String)
  /// The app and the server, or the app twice, have a flag of this name.
  case takenFlag(String)

  var description: String {
    switch self {
    case .unknownFlag(let flag, let known):
      "There is no flag \(flag). There are \(known.joined(separator: ", ")); --help says what they do."
    case .missingValue(let flag): "\(flag) needs a value; --help says which."
    case .badValue(let flag, let value): "\(flag) cannot be \"\(value)\"; --help says what it can be."
    case .takenFlag(let flag):
      "There are two flags \(flag): give the app's, in ServerConfiguration.flags, another name."
    }
  }
}
