internal import CLinux
internal import HTTPServer
internal import Sessions
internal import TempuraUI

/// The settings of the operator: flags and environment variables.
struct CommandLineOptions: Equatable {
  var host = "127.0.0.1"
  var port: UInt16 = 8080
  /// The path of a Unix socket to listen on instead of a port.
  var socket: String?
  /// What comes before the app's paths in the browser's URLs, such as `/todo`; empty for nothing.
  var basePath = ""
  /// Whether other servers of the same user may listen on the same port.
  var sharesPort = false
  /// A listening socket of another process, instead of a port.
  var inheritedSocket: Int32?
  /// The flag of the command line that says where to listen; nil if there is none.
  var addressFlag: String?
  /// The number of worker processes; nil for none: this process serves.
  var workers: Int?
  var threads: Int?
  var publicFolder: String?
  var templateFolder: String?
  var otherServers = OtherServers()
  /// Whether changed files are read at once.
  var watchesFolders = false
  /// Whether these are the options of the panel, which uses no files of the app.
  var isPanel = false
  /// The command that builds the program anew when sources change; nil for none.
  var buildCommand: String?
  /// Whether one worker serves, which shows why the one before it has trapped.
  var isDevelopment: Bool { watchesFolders && workers == nil }
  /// Whether the panel for developers is served, which shows and changes all sessions.
  var hasPanel = false
  /// Whether the panel may be served at an address that other machines can reach.
  var allowsPublicPanel = false
  /// By which names browsers may ask a server in development, besides those of this machine.
  var publicNames: [String] = []
  var bodyLimit = limits.bodyBytes
  var connections = limits.connections
  /// Nil for the default of `HTTPLimits`, which does not limit this machine. 0 for any number.
  var connectionsPerAddress: Int?
  var requestsPerAddress = limits.requestsPerAddress
  /// A session takes memory and space on disk. A school of 1,000 people can begin at once.
  var newSessionsPerAddress = AddressRateLimit(1000, per: 60, burst: 1000)
  var streams: Int?
  var filesPerForm = limits.formFiles
  /// The size of unread answers at most, in bytes.
  var answerMemory = limits.answerBytes
  /// Where metrics and checks are served; nil for nowhere.
  var admin: ListeningAddress?
  /// How long requests wait at most if the server has too much to do, in milliseconds.
  var longestWait = 500
  /// The level of gzip; 0 for no compression.
  var compression = Int(HTTPServerConfiguration().compression)
  var trustsProxy = false
  var logsRequests = true
  var logFormat = LogFormat.text
  /// Requests that take so long are reported in the log, in milliseconds; 0 for none.
  var slowTap = 500
  /// The kinds of storages that the app brings.
  private var schemes: [SessionStorageScheme] = []
  /// Where sessions are stored. Nil for the default location.
  var sessions: StorageChoice?
  var durability = Durability.crash
  /// The heap size in bytes above which sessions give memory back.
  var sessionMemory = 512 * 1_048_576
  /// How long the server continues after SIGTERM, in seconds.
  var lameDuck = 3
  /// How long side effects may continue after the server stopped serving, in seconds.
  var drain = 10
  var command = Command.serve

  private static let limits = HTTPLimits()

  var address: ListeningAddress {
    if let inheritedSocket { return .inherited(descriptor: inheritedSocket) }
    return socket.map { .unix(path: $0) } ?? .tcp(host: host, port: port)
  }

  /// Whether other servers may listen at the same address, such as the one that this one replaces.
  var sharesAddress: Bool { inheritedSocket != nil || sharesPort }

  enum Command: Equatable {
    case serve, help, healthCheck, checkSessions
  }

  private typealias Flag = CommandLineFlag<CommandLineOptions>

  private static let flags: [Flag] = [
    .text("host", "ADDRESS", "The address to listen on (127.0.0.1). 0.0.0.0 for all.") { $0.host = $1 },
    .number("port", "PORT", in: 0...65535, "The port to listen on (8080). 0 chooses a free one and prints it.") {
      $0.port = UInt16($1)
    },
    .text("socket", "PATH", "The Unix socket to listen on, instead of a port.") { $0.socket = $1 },
    .toggle("reuse-port", "Share the port with other servers of this user, such as the next release.") {
      $0.sharesPort = $1
    },
    Flag(
      "base-path", .required(placeholder: "PATH"),
      "The path of the app at its host, such as /todo, for a proxy (none).",
      expected:
        "it must be a path such as /todo or /apps/todo, without a slash at the end. Each part has letters, digits and "
        + "the characters -._~, and is not . or ..",
      read: { $0.wholeMatch(of: /(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9\-._~]+)+/).map { String($0.output) } }
    ) { $0.basePath = $1 },
    .number(
      "workers", "NUMBER", in: 1...Int(CRASH_MAX_WORKERS),
      "Worker processes, started again if they end. Several need Redis or PostgreSQL."
    ) { $0.workers = $1 },
    .text("public", "FOLDER", "Files to serve, before those of the app (Public if it exists).") {
      $0.publicFolder = $1
    },
    .text("templates", "FOLDER", "Templates, before those of the app (Templates if it exists).") {
      $0.templateFolder = $1
    },
    Flag(
      "frames", .required(placeholder: "ORIGINS"), "Origins of pages that web views show in frames; * for all (none).",
      expected: "it must be * or origins with commas between them", read: OtherServers.origins
    ) { $0.otherServers.frames = $1 },
    Flag(
      "map-tiles", .required(placeholder: "URL"), "The tiles of maps: a URL with {z}, {x} and {y} (none).",
      expected: "it must be a URL such as https://tile.example.com/{z}/{x}/{y}.png",
      read: { OtherServers.origin(ofTiles: $0) == nil ? nil : $0 }
    ) { $0.otherServers.mapTiles = $1 },
    .text("map-attribution", "TEXT", "The text on maps, and its link.") { $0.otherServers.mapAttribution = $1 },
    .toggle("watch", "For development: read changed files anew, and show traps of the app.") {
      $0.watchesFolders = $1
    },
    .toggle("dev", "For development: --watch, and a panel that shows and changes all sessions.", hasVariable: false) {
      $0.hasPanel = $1
    },
    Flag(
      "dev-public", .optional, "Allow --dev at addresses that other machines reach; =NAME,… also by these names.",
      expected: "it must be on, off, or names of hosts with commas between them",
      read: { text -> (Bool, [String])? in
        if let isOn = readToggle(text) { return (isOn, []) }
        let names = text.wholeMatch(of: /[A-Za-z0-9.\-]+(?:,[A-Za-z0-9.\-]+)*/)
        return names.map { (true, $0.output.split(separator: ",").map(String.init)) }
      }
    ) { ($0.allowsPublicPanel, $0.publicNames) = $1 },
    .text(
      "build", "COMMAND", "For development: run COMMAND when Sources change, then serve the new program.",
      hasVariable: false
    ) {
      $0.buildCommand = $1
      $0.watchesFolders = true
    },
    .number("threads", "NUMBER", in: 1...1024, "Threads that serve connections (one per core).") { $0.threads = $1 },
    .number("connections", "NUMBER", in: 1...1_000_000, "Open connections at most (\(limits.connections)).") {
      $0.connections = $1
    },
    .number("streams", "NUMBER", in: 0...1_000_000, "Open streams of live pages at most (\(limits.streams)).") {
      $0.streams = $1
    },
    .number(
      "connections-per-address", "NUMBER", in: 0...1_000_000,
      "Connections per address at most (\(limits.connectionsPerAddress), not for this machine). 0 for any number."
    ) { $0.connectionsPerAddress = $1 },
    .number(
      "requests-per-address", "NUMBER", in: 0...1_000_000,
      "Requests per address and second (\(limits.requestsPerAddress.count), not for this machine). 0 for any number."
    ) { $0.requestsPerAddress = AddressRateLimit($1, per: 1, burst: 10 * $1, countsThisMachine: true) },
    .number(
      "new-sessions-per-address", "NUMBER", in: 0...1_000_000,
      "New sessions per address and minute (1000, not for this machine). 0 for any number."
    ) { $0.newSessionsPerAddress = AddressRateLimit($1, per: 60, burst: $1, countsThisMachine: true) },
    .number("body-limit", "BYTES", in: 1024...1 << 30, "Bytes of a form at most (\(limits.bodyBytes)).") {
      $0.bodyLimit = $1
    },
    .number("files-per-form", "NUMBER", in: 1...1000, "Files of a form at most (\(limits.formFiles)).") {
      $0.filesPerForm = $1
    },
    .number(
      "answer-memory", "MB", in: 1...1_048_576, "Memory of unread answers at most (\(limits.answerBytes / 1_048_576))."
    ) { $0.answerMemory = $1 * 1_048_576 },
    .number(
      "longest-wait", "MILLISECONDS", in: 1...60_000,
      "Longest wait of requests under overload; later ones get 503 (500)."
    ) { $0.longestWait = $1 },
    .number("compression", "LEVEL", in: 0...9, "Level of gzip: 1 is fast (the default), 9 small. 0 for none.") {
      $0.compression = $1
    },
    .storage(
      "sessions", "Where sessions are stored: sqlite:PATH (default), redis://…, postgres://…, memory:.",
      schemes: { $0.schemes }
    ) {
      $0.sessions = $1
    },
    .choice(
      "durability", [("crash", .crash), ("power", .power)],
      "What sessions in a file survive: kill -9 (crash), or also a power failure (power)."
    ) { $0.durability = $1 },
    .number(
      "session-memory", "MB", in: 1...1_048_576, "Heap of the process above which idle sessions leave memory (512)."
    ) { $0.sessionMemory = $1 * 1_048_576 },
    .number(
      "lame-duck", "SECONDS", in: 0...3600, "Seconds to continue after SIGTERM, with 503 at /health and /ready (3)."
    ) { $0.lameDuck = $1 },
    .number(
      "drain", "SECONDS", in: 0...3600, "Seconds that side effects may continue after the server stopped serving (10)."
    ) { $0.drain = $1 },
    .address("admin", "Where operators get /metrics and checks: PORT, HOST:PORT, unix:PATH (nowhere).") {
      $0.admin = $1
    },
    .toggle("trust-proxy", "Trust X-Forwarded-* and X-Request-Id: only behind a proxy that sets them.") {
      $0.trustsProxy = $1
    },
    .toggle("no-access-log", "Do not write a line for each request.") { $0.logsRequests = !$1 },
    .choice(
      "log-format", [("text", .text), ("json", .json)],
      "The lines of both logs: text, or a JSON object each (text)."
    ) { $0.logFormat = $1 },
    .number(
      "slow-tap", "MILLISECONDS", in: 0...3_600_000,
      "Log taps and pages that take so long, with what ran for them (500). 0 for none."
    ) { $0.slowTap = $1 },
  ]

  private static let commands: [Flag] = [
    .action("health-check", "Ask a running server for its health. Exit status 0 if it is healthy.") {
      $0.command = .healthCheck
    },
    .action("check-sessions", "Read all stored sessions. Exit status 0 if this build can read them.") {
      $0.command = .checkSessions
    },
    .action("help", "Print this help.") { $0.command = .help },
  ]

  private static func flags(with appFlags: [ServerFlag]) -> [Flag] { flags + appFlags.map(Flag.app) + commands }

  /// Reads the environment, then the flags.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - appFlags: The flags of the app. They are called with their values.
  ///   - schemes: The kinds of storages that the app brings.
  init(
    arguments: [String], environment: [String: String], appFlags: [ServerFlag] = [],
    schemes: [SessionStorageScheme] = []
  ) throws(CommandLineError) {
    self.schemes = schemes
    if Flag.isHelp(arguments) {
      command = .help
      return
    }
    let flags = Self.flags(with: appFlags)
    for (index, flag) in flags.enumerated() where flags[..<index].contains(where: { $0.name == flag.name }) {
      throw .duplicateFlag(flag.name)
    }
    let (words, names) = try Flag.parse(arguments, environment: environment, flags: flags, into: &self)
    if let word = words.first { throw .unknownFlag(word, of: nil, known: flags.map(\.name)) }
    try chooseAddress(names)
    // A socket of systemd's replaces the address.
    try checkAdmin(isPublicAddressUsed: environment["LISTEN_FDS"] == nil)
    addressFlag = ["--port", "--host", "--socket", "--reuse-port"].first { names[$0] == $0 }
    if hasPanel {
      watchesFolders = true
      if workers != nil { throw .contradiction("--dev", "--workers") }
      if environment["LISTEN_FDS"] == nil { try checkPanel(at: address) }
    }
    if buildCommand != nil, workers != nil { throw .contradiction("--build", "--workers") }
    if let workers, workers > 1, sessions?.isShared != true { throw .workersNeedSharedStorage }
  }

  /// Refuses the panel at an address that other machines can reach, unless the operator allows that.
  func checkPanel(at address: ListeningAddress) throws(CommandLineError) {
    if hasPanel, !allowsPublicPanel, !address.isLocal { throw .panelIsPublic(address.description) }
  }

  private func checkAdmin(isPublicAddressUsed: Bool) throws(CommandLineError) {
    guard let admin else { return }
    if isPublicAddressUsed, admin.overlaps(address) { throw .adminIsPublic(address.description) }
    guard let workers, workers > 1, case .tcp(let host, let port) = admin, port > 0 else { return }
    let ports = Int(port)...Int(port) + workers - 1
    let isTaken =
      isPublicAddressUsed && ports.contains(Int(address.port))
      && ListeningAddress.tcp(host: host, port: address.port).overlaps(address)
    if isTaken || ports.upperBound > 65535 { throw .adminOfWorkers(ports) }
  }

  /// A socket and a port contradict each other, except if one is a flag and the other a variable, which it overrides.
  ///
  /// - Parameter names: How the flags were given: by their names, or by those of their variables.
  private mutating func chooseAddress(_ names: [String: String]) throws(CommandLineError) {
    guard let socketName = names["--socket"] else { return }
    for flag in ["--port", "--host", "--reuse-port"] {
      guard let name = names[flag], flag != "--reuse-port" || sharesPort else { continue }
      guard socketName.hasPrefix("--") != name.hasPrefix("--") else { throw .contradiction(socketName, name) }
      if name.hasPrefix("--") { socket = nil }
    }
    if socket != nil { sharesPort = false }
  }

  /// The text that `--help` prints.
  static func help(program: String, appFlags: [ServerFlag] = []) -> String {
    let usage = [
      "Usage: \(program) [flags]", "       \(program) sessions ACTION …    (see \(program) sessions --help)",
      "       \(program) parts ACTION …       (see \(program) parts --help)", "",
      "Serves the app to browsers until it gets SIGTERM or SIGINT.", "",
    ]
    let end = [
      "",
      "Every flag except --dev, --build, --help, --health-check and --check-sessions is a variable as well: --port is",
      "PORT, --trust-proxy is TRUST_PROXY. Flags override variables.",
    ]
    let table = Flag.table(flags(with: appFlags).map { ($0.usage, $0.help) })
    return (usage + [table] + end).joined(separator: "\n")
  }

  /// The log that the operator and the app want.
  func log(_ configuration: ServerConfiguration) -> Log {
    Log(
      format: logFormat, slowRequest: slowTap == 0 ? nil : Double(slowTap) / 1000, handler: configuration.onLog)
  }
}
