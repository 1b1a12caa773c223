internal import HTTPServer
internal import Sessions

/// The commands `sessions` and `parts`, with which operators list, export, import and delete what is stored.
struct SessionsCommand: Equatable {
  enum Action: Equatable {
    case help
    case list(limit: Int?, onlyUsed: Bool, onlyQuarantined: Bool)
    case show(String)
    case stats
    /// Without keys, all sessions. The file is nil for standard output.
    case export(file: String?, keys: [String])
    /// The file is nil for standard input.
    case `import`(file: String?, replaces: Bool)
    case delete([String])
    case deleteAll
    /// The address is the running server's admin address.
    case record(String, file: String, seconds: Int, at: ListeningAddress)
  }

  let kind: StoredKind
  let action: Action
  /// Where the sessions are stored. Nil for the default.
  private(set) var storageChoice: StorageChoice?
  /// Whether keys are printed with all digits.
  private(set) var showsFullIDs = false

  private struct Options {
    /// The kinds of storages that the app brings.
    var schemes: [SessionStorageScheme]
    var storageChoice: StorageChoice?
    var limit: Int?
    var onlyUsed = false
    var onlyQuarantined = false
    var showsFullIDs = false
    var replaces = false
    var all = false
    var isConfirmed = false
    var seconds = 600
    var admin: ListeningAddress?
  }

  private typealias Flag = CommandLineFlag<Options>

  private typealias ActionWord = (name: String, arguments: String, counts: ClosedRange<Int>, help: String)

  private static let actions: [ActionWord] = [
    ("list", "", 0...0, "Print a line of JSON for each NOUN."),
    ("show", " KEY", 1...1, "Print one NOUN with its content."),
    ("stats", "", 0...0, "Print the number and the sizes of NOUNs."),
    ("export", " FILE [KEY…]", 1...Int.max, "Write all NOUNs, or some, to a new file that only you can read."),
    ("import", " FILE", 1...1, "Store the NOUNs of such a file. The whole file is checked first."),
    ("delete", " KEY… | --all --yes", 0...Int.max, "Delete some NOUNs, or all."),
    (
      "record", " KEY FILE", 2...2,
      "Record what happens in a session from now on, in a new file that only you can read."
    ),
  ]

  private static let flags: [(flag: Flag, actions: [String])] = [
    (
      .storage(
        "sessions", "Where sessions are stored: sqlite:PATH, redis://…, rediss://…, unix://…, postgres://….",
        schemes: { $0.schemes }
      ) { $0.storageChoice = $1 },
      actions.map(\.name)
    ),
    (
      .number("limit", "N", in: 1...1_000_000_000, "list: at most N.", hasVariable: false) { $0.limit = $1 },
      ["list"]
    ),
    (.action("used", "list: only sessions whose users changed something.") { $0.onlyUsed = true }, ["list"]),
    (
      .action("quarantined", "list: only sessions that the app could not read.") { $0.onlyQuarantined = true }, ["list"]
    ),
    (
      .action("full-ids", "list, show, stats, export: keys with all 32 digits.") { $0.showsFullIDs = true },
      ["list", "show", "stats", "export"]
    ),
    (.action("replace", "import: replace what is stored already.") { $0.replaces = true }, ["import"]),
    (.action("all", "delete: all.") { $0.all = true }, ["delete"]),
    (
      .number("seconds", "N", in: 1...Runtime.maxRecordingSeconds, "record: for how long (600).", hasVariable: false) {
        $0.seconds = $1
      },
      ["record"]
    ),
    (
      .address("admin", "record: the admin address of the server: PORT, HOST:PORT, unix:PATH.") { $0.admin = $1 },
      ["record"]
    ),
    (.action("yes", "delete: confirm --all.") { $0.isConfirmed = true }, ["delete"]),
  ]

  /// The flags of an action.
  private static func flags(_ kind: StoredKind, of action: String? = nil) -> [Flag] {
    flags.filter { flag, actions in
      (action.map(actions.contains) ?? true)
        // A part is changed by its first save, is never quarantined, and has no user.
        && (kind == .sessions || !["--used", "--quarantined", "--seconds", "--admin"].contains(flag.name))
    }.map(\.flag)
  }

  private static func actions(_ kind: StoredKind) -> [ActionWord] {
    actions.filter { kind == .sessions || $0.name != "record" }
  }

  /// - Parameters:
  ///   - arguments: The arguments after `sessions` or `parts`.
  ///   - schemes: The kinds of storages that the app brings.
  init(
    _ arguments: some Collection<String>, _ schemes: [SessionStorageScheme] = [], of kind: StoredKind = .sessions,
    environment: [String: String]
  ) throws(CommandLineError) {
    self.kind = kind
    if Flag.isHelp(arguments) {
      action = .help
      return
    }
    guard let (name, parameters, counts, _) = Self.actions(kind).first(where: { $0.name == arguments.first }) else {
      throw .missingAction(of: kind)
    }
    var options = Options(schemes: schemes)
    let (words, _) = try Flag.parse(
      arguments.dropFirst(), environment: environment,
      flags: Self.flags(kind, of: name), of: "\(kind) \(name)", into: &options)
    guard counts.contains(words.count), name != "delete" || words.isEmpty == options.all else {
      throw .wrongArguments(usage: "\(kind) \(name)\(parameters)", of: kind)
    }
    action =
      switch name {
      case "list": .list(limit: options.limit, onlyUsed: options.onlyUsed, onlyQuarantined: options.onlyQuarantined)
      case "show": .show(try Self.key(words[0], kind))
      case "stats": .stats
      case "export": .export(file: Self.file(words[0]), keys: try Self.keys(words.dropFirst(), kind))
      case "import": .import(file: Self.file(words[0]), replaces: options.replaces)
      case "record": try Self.record(words, options, kind)
      default: options.all ? .deleteAll : .delete(try Self.keys(words, kind))
      }
    if case .export(nil, _) = action, !options.showsFullIDs { throw .exportToTerminal }
    if action == .deleteAll, !options.isConfirmed { throw .unconfirmedDeletion(of: kind) }
    if options.storageChoice == .memory { throw .sessionsInMemory }
    storageChoice = options.storageChoice
    showsFullIDs = options.showsFullIDs
  }

  private static func record(
    _ words: [String], _ options: Options, _ kind: StoredKind
  ) throws(CommandLineError) -> Action {
    guard let admin = options.admin else { throw .recordingWithoutAdmin }
    return .record(try key(words[0], kind), file: words[1], seconds: options.seconds, at: admin)
  }

  private static func file(_ word: String) -> String? { word == "-" ? nil : word }

  private static func keys(_ words: some Collection<String>, _ kind: StoredKind) throws(CommandLineError) -> [String] {
    var keys: [String] = []
    for word in words { keys.append(try key(word, kind)) }
    return keys
  }

  /// Returns the digits of a key. Keys in the log end with an ellipsis.
  private static func key(_ word: String, _ kind: StoredKind) throws(CommandLineError) -> String {
    let digits = (word.hasSuffix("…") ? String(word.dropLast()) : word).lowercased()
    guard (StoredKind.fewestDigits...32).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { throw .invalidKey(word, of: kind) }
    return digits
  }

  /// The text that `sessions --help` or `parts --help` prints.
  static func help(_ kind: StoredKind, program: String) -> String {
    let actions = actions(kind).map { ("\($0.name)\($0.arguments)", $0.help.replacing("NOUN", with: kind.noun)) }
    let subject = kind == .sessions ? "stored sessions" : "the stored parts of states that sessions share"
    return """
      Usage: \(program) \(kind) ACTION [flags]

      Manages \(subject), also while servers use them.

      Actions:
      \(Flag.table(actions))

      Flags:
      \(Flag.table(flags(kind).map { ($0.usage, $0.help) }))

      The environment variable SESSIONS means the same as --sessions.
      KEY is the key of a stored \(kind.noun), or at least its first \(StoredKind.fewestDigits) digits. Logs and lists show the first 12.
      \(kind == .sessions ? "A key does not reveal the id that the browser has." : "\"of\" is the key by which sessions share it.")
      FILE may be - for the standard input or output.

      Exit status: 0 success, 1 failure, 2 wrong usage, 3 no such \(kind.noun).
      """
  }
}
