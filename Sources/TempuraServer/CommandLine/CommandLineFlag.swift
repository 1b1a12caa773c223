internal import HTTPServer
internal import Sessions

/// A flag of a command line, which sets a property of `Options`. Most flags are environment variables as well.
struct CommandLineFlag<Options>: Sendable {
  enum Value {
    case none
    case optional
    case required(placeholder: String)
  }

  /// The flag with its dashes, such as `--port`.
  let name: String
  let help: String
  private let value: Value
  /// The environment variable, such as `PORT`.
  private let variable: String?
  /// Sets the value. The last argument is the name of the flag or variable, for errors.
  private let set: @Sendable (inout Options, String, String) throws(CommandLineError) -> Void

  /// The flag with the name of its value.
  var usage: String {
    if case .required(let placeholder) = value { "\(name) \(placeholder)" } else { name }
  }

  // MARK: - Kinds of flags

  private init(
    _ name: String, _ value: Value, _ help: String, hasVariable: Bool = true,
    set: @escaping @Sendable (inout Options, String, String) throws(CommandLineError) -> Void
  ) {
    self.name = "--\(name)"
    self.help = help
    self.value = value
    self.set = set
    variable = hasVariable ? name.uppercased().replacing("-", with: "_") : nil
  }

  /// A flag whose values `read` understands. If it returns nil, the error contains the clause `expected`.
  init<Setting>(
    _ name: String, _ value: Value, _ help: String, hasVariable: Bool = true, expected: String,
    read: @escaping @Sendable (String) -> Setting?, set: @escaping @Sendable (inout Options, Setting) -> Void
  ) {
    self.init(name, value, help, hasVariable: hasVariable) { options, text, name throws(CommandLineError) in
      guard let setting = read(text) else { throw .invalidValue(text, of: name, expected) }
      set(&options, setting)
    }
  }

  /// A flag without a value. It has no variable.
  static func action(_ name: String, _ help: String, set: @escaping @Sendable (inout Options) -> Void) -> Self {
    Self(name, .none, help, hasVariable: false) { options, _, _ in set(&options) }
  }

  /// A flag that is on or off. Without a value it is on.
  static func toggle(
    _ name: String, _ help: String, hasVariable: Bool = true,
    set: @escaping @Sendable (inout Options, Bool) -> Void
  ) -> Self {
    Self(
      name, .optional, help, hasVariable: hasVariable, expected: "it must be on or off",
      read: { readToggle($0) }, set: set)
  }

  static func text(
    _ name: String, _ placeholder: String, _ help: String, hasVariable: Bool = true,
    set: @escaping @Sendable (inout Options, String) -> Void
  ) -> Self {
    Self(
      name, .required(placeholder: placeholder), help, hasVariable: hasVariable, expected: "it must not be empty",
      read: { $0.isEmpty ? nil : $0 }, set: set)
  }

  static func number(
    _ name: String, _ placeholder: String, in range: ClosedRange<Int>, _ help: String, hasVariable: Bool = true,
    set: @escaping @Sendable (inout Options, Int) -> Void
  ) -> Self {
    Self(
      name, .required(placeholder: placeholder), help, hasVariable: hasVariable,
      expected: "it must be a number from \(range.lowerBound) to \(range.upperBound)",
      read: { Int($0).flatMap { range.contains($0) ? $0 : nil } }, set: set)
  }

  /// A flag whose value is one of some words.
  static func choice<Setting: Sendable>(
    _ name: String, _ choices: [(word: String, setting: Setting)], _ help: String,
    set: @escaping @Sendable (inout Options, Setting) -> Void
  ) -> Self {
    let words = choices.map(\.word)
    return Self(
      name, .required(placeholder: words.joined(separator: "|")), help,
      expected: "it must be \(words.joined(separator: " or "))",
      read: { text in choices.first { $0.word == text }?.setting }, set: set)
  }

  /// The storage of sessions.
  ///
  /// - Parameter schemes: The kinds of storages that the app brings.
  static func storage(
    _ name: String, _ help: String, schemes: @escaping @Sendable (Options) -> [SessionStorageScheme],
    set: @escaping @Sendable (inout Options, StorageChoice) -> Void
  ) -> Self {
    Self(name, .required(placeholder: "LOCATION"), help) { options, text, name throws(CommandLineError) in
      let choice: StorageChoice
      do throws(StorageError) {
        choice = try StorageChoice(text, schemes: schemes(options))
      } catch {
        throw .invalidLocation(of: name, error.description)
      }
      set(&options, choice)
    }
  }

  /// An address to serve operators at.
  static func address(
    _ name: String, _ help: String, set: @escaping @Sendable (inout Options, ListeningAddress) -> Void
  ) -> Self {
    Self(
      name, .required(placeholder: "ADDRESS"), help, expected: ListeningAddress.expectedAdmin,
      read: { ListeningAddress(admin: $0) }, set: set)
  }

  /// A flag of the app.
  static func app(_ flag: ServerFlag) -> Self {
    Self(
      flag.name, .required(placeholder: flag.placeholder), flag.help, expected: "see --help",
      read: { flag.set($0) ? () : nil }, set: { _, _ in })
  }

  // MARK: - Parsing

  /// Sets options from the environment, and then from arguments.
  ///
  /// - Parameters:
  ///   - flags: All flags of the command.
  ///   - command: The words before the arguments, for errors. Nil for the program itself.
  /// - Returns: The arguments that are not flags, and for each flag that was set the name of what set it last: the flag
  ///   itself, or its variable.
  static func parse(
    _ arguments: some Sequence<String>, environment: [String: String], flags: [Self], of command: String? = nil,
    into options: inout Options
  ) throws(CommandLineError) -> (words: [String], names: [String: String]) {
    var names: [String: String] = [:]
    for flag in flags {
      guard let variable = flag.variable, let text = environment[variable] else { continue }
      try flag.set(&options, text, variable)
      names[flag.name] = variable
    }
    var words: [String] = []
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let flag = flags.first(where: { $0.name == parts[0] }) else {
        throw .unknownFlag(parts[0], of: command, known: flags.map(\.name))
      }
      names[flag.name] = flag.name
      let text = parts.dropFirst().first
      switch flag.value {
      case .none:
        if text != nil { throw .unexpectedValue(flag.name) }
        try flag.set(&options, "", flag.name)
      case .optional: try flag.set(&options, text ?? "", flag.name)
      case .required:
        guard let text = text ?? rest.popFirst() else { throw .missingValue(flag.usage) }
        try flag.set(&options, text, flag.name)
      }
    }
    return (words, names)
  }

  /// Whether the arguments ask for help.
  static func isHelp(_ arguments: some Sequence<String>) -> Bool {
    arguments.contains { $0 == "--help" || $0 == "-h" }
  }

  /// Returns a help text in two columns.
  static func table(_ rows: [(name: String, help: String)]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { "  \($0.name)\(String(repeating: " ", count: width - $0.name.count + 2))\($0.help)" }
      .joined(separator: "\n")
  }
}

func readToggle(_ text: String) -> Bool? {
  switch text.lowercased() {
  case "1", "true", "yes", "on", "": true
  case "0", "false", "no", "off": false
  default: nil
  }
}
