internal import Sessions

/// What `sessions …` on the command line asks for: to look at stored sessions, to keep them elsewhere, to delete them.
struct SessionsCommand: Equatable {
  enum Action: Equatable {
    case help
    case list(limit: Int?, onlyUsed: Bool, onlySetAside: Bool)
    case show(String)
    case stats
    /// Without keys, all sessions. The file is nil for standard output.
    case export(file: String?, keys: [String])
    /// The file is nil for standard input.
    case `import`(file: String?, replaces: Bool)
    case delete([String])
    case deleteAll
  }

  var action: Action
  /// Where the sessions are; nil for the place that they have by default.
  var place: StoragePlace?
  /// Whether keys are written with all their digits.
  var showsFullIDs = false

  /// The fewest digits that a session is named by.
  static let fewestDigits = 6

  private struct Flag {
    let name: String
    var hasValue = false
    let actions: Set<String>
  }

  private static let actions = ["list", "show", "stats", "export", "import", "delete"]

  private static let flags = [
    Flag(name: "--sessions", hasValue: true, actions: Set(actions)),
    Flag(name: "--limit", hasValue: true, actions: ["list"]),
    Flag(name: "--used", actions: ["list"]),
    Flag(name: "--set-aside", actions: ["list"]),
    Flag(name: "--full-ids", actions: ["list", "show", "stats", "export"]),
    Flag(name: "--replace", actions: ["import"]),
    Flag(name: "--all", actions: ["delete"]),
    Flag(name: "--yes", actions: ["delete"]),
  ]

  /// - Parameter arguments: What comes after `sessions`.
  /// - Throws: `SessionsCommandError` for what is not understood.
  init(_ arguments: some Collection<String>, environment: [String: String]) throws(SessionsCommandError) {
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
      action = .help
      return
    }
    guard let name = arguments.first else { throw .noAction }
    guard Self.actions.contains(name) else { throw .unknownAction }
    let (values, words) = try Self.parts(of: arguments.dropFirst(), action: name)
    let isGiven = { values[$0] != nil }
    action =
      switch name {
      case "list":
        .list(
          limit: try Self.limit(values["--limit"]), onlyUsed: isGiven("--used"), onlySetAside: isGiven("--set-aside"))
      case "show": .show(try Self.key(try Self.only(words, of: name, "KEY")))
      case "stats": .stats
      case "export": try Self.export(words, isGiven("--full-ids"))
      case "import": .import(file: Self.file(try Self.only(words, of: name, "FILE")), replaces: isGiven("--replace"))
      default: try Self.delete(words, all: isGiven("--all"), isSure: isGiven("--yes"))
      }
    if name == "list" || name == "stats", let word = words.first { throw .surplus(action: name, word) }
    showsFullIDs = isGiven("--full-ids")
    if let text = values["--sessions"] {
      place = try Self.place(text, from: "--sessions")
    } else if let text = environment["SESSIONS"] {
      place = try Self.place(text, from: "SESSIONS")
    }
    if place == .memory { throw .memory }
  }

  /// Parts flags from other words.
  private static func parts(
    of arguments: some Collection<String>, action: String
  ) throws(SessionsCommandError) -> (values: [String: String], words: [String]) {
    var values: [String: String] = [:]
    var words: [String] = []
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let flag = flags.first(where: { $0.name == parts[0] && $0.actions.contains(action) }),
        flag.hasValue || parts.count == 1
      else {
        throw .unknownFlag(
          parts[0], action: action, known: flags.filter { $0.actions.contains(action) }.map(\.name))
      }
      guard flag.hasValue else {
        values[flag.name] = ""
        continue
      }
      guard let value = parts.dropFirst().first ?? rest.popFirst() else { throw .missingValue(flag.name) }
      values[flag.name] = value
    }
    return (values, words)
  }

  private static func only(_ words: [String], of action: String, _ what: String) throws(SessionsCommandError) -> String
  {
    guard let word = words.first else { throw .missing(action: action, what) }
    guard words.count == 1 else { throw .surplus(action: action, words[1]) }
    return word
  }

  private static func file(_ word: String) -> String? { word == "-" ? nil : word }

  private static func limit(_ text: String?) throws(SessionsCommandError) -> Int? {
    guard let text else { return nil }
    guard let limit = Int(text), limit > 0 else { throw .badLimit(text) }
    return limit
  }

  /// The digits of a key, which may be copied from a log, where dots follow them.
  private static func key(_ word: String) throws(SessionsCommandError) -> String {
    let digits = (word.hasSuffix("…") ? String(word.dropLast()) : word).lowercased()
    guard (fewestDigits...32).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { throw .badKey(word) }
    return digits
  }

  private static func keys(_ words: some Collection<String>) throws(SessionsCommandError) -> [String] {
    var keys: [String] = []
    for word in words { keys.append(try key(word)) }
    return keys
  }

  private static func export(_ words: [String], _ showsFullIDs: Bool) throws(SessionsCommandError) -> Action {
    guard let file = words.first else { throw .missing(action: "export", "FILE") }
    guard file != "-" || showsFullIDs else { throw .fullIDs }
    return .export(file: Self.file(file), keys: try keys(words.dropFirst()))
  }

  private static func delete(_ words: [String], all: Bool, isSure: Bool) throws(SessionsCommandError) -> Action {
    guard all else {
      guard !words.isEmpty else { throw .missing(action: "delete", "KEY") }
      return .delete(try keys(words))
    }
    if let word = words.first { throw .surplus(action: "delete --all", word) }
    guard isSure else { throw .notSure }
    return .deleteAll
  }

  private static func place(_ text: String, from name: String) throws(SessionsCommandError) -> StoragePlace {
    do {
      return try StoragePlace(text)
    } catch {
      throw .badPlace(name, error.description)
    }
  }

  /// What `sessions --help` prints.
  static func help(program: String) -> String {
    """
    Usage: \(program) sessions ACTION [--sessions PLACE]

    Looks after stored sessions, also while servers use them.

      list [--limit N] [--used] [--set-aside]   a line of JSON for each session
      show KEY                                  one session with its content
      stats                                     how many there are, and how large
      export FILE [KEY…]                        write them, or some, to a new file
      import FILE [--replace]                   store those of such a file
      delete KEY…                               forget some
      delete --all --yes                        forget all

    PLACE is as for the server, whose SESSIONS counts here, too: sqlite:PATH, redis://…, rediss://… or unix://….
    KEY is what a session is stored under, or its first \(fewestDigits) digits or more; logs and lists have the first 12.
    --full-ids writes all 32. No key tells the id that a browser has.
    --used lists the sessions whose users did more than look; --set-aside those that the app could not read.
    export makes a file that only you can read, and import leaves sessions alone that are there, unless told to --replace
    them; it reads the whole file before it stores anything. For FILE, - is the standard output or input.

    Exit status: 0 done, 1 it failed, 2 wrong usage, 3 there is no such session.
    """
  }
}

/// What is wrong with the words after `sessions`.
enum SessionsCommandError: Error, Equatable, CustomStringConvertible {
  case noAction
  case unknownAction
  case unknownFlag(String, action: String, known: [String])
  case missingValue(String)
  case missing(action: String, String)
  case surplus(action: String, String)
  case badLimit(String)
  case badKey(String)
  /// What is wrong, without the place: it may have a password.
  case badPlace(String, String)
  case fullIDs
  case notSure
  case memory
  case several(String)

  var description: String {
    switch self {
    case .noAction, .unknownAction:
      "sessions needs one of list, show, stats, export, import and delete behind it; sessions --help says what they do."
    case .unknownFlag(let flag, let action, let known):
      "sessions \(action) has no flag \(flag). It has \(known.joined(separator: ", ")); sessions --help says what they do."
    case .missingValue(let flag): "\(flag) needs a value; sessions --help says which."
    case .missing(let action, let what): "sessions \(action) needs a \(what); sessions --help says which."
    case .surplus(let action, let word):
      "sessions \(action) has no use for \"\(CommandLineOptions.withoutValue(word))\"; sessions --help says for what."
    case .badLimit(let text): "--limit cannot be \"\(text)\": it is a number from 1 on."
    case .badKey(let word):
      "\"\(CommandLineOptions.withoutValue(word))\" is no key of a session: that is \(SessionsCommand.fewestDigits) to 32 "
        + "digits from 0 to f, as sessions list writes them."
    case .badPlace(let flag, let reason): "The value of \(flag) is not valid. \(reason)"
    case .fullIDs:
      "What is exported has whole keys and contents, which would be on the screen now. Name a file, or add --full-ids."
    case .notSure: "This deletes all sessions: add --yes if that is meant."
    case .memory:
      "Sessions in memory are only seen by the server that has them. Name another place with --sessions if there is one."
    case .several(let digits): "Several sessions begin with \(digits): give more digits."
    }
  }
}
