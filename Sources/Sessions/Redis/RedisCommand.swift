/// A command as it is sent (RESP, "Sending commands to a Redis server"): lengths go before arguments, so that nothing
/// in them means anything.
struct RedisCommand: Sendable {
  private let script: RedisScript?
  private var count: Int
  private var arguments: [UInt8] = []

  init(_ words: String...) {
    script = nil
    count = 0
    for word in words { append(word) }
  }

  /// A call of a script.
  init(_ script: RedisScript, keys: [String]) {
    self.script = script
    count = 3  // EVALSHA, the script, the number of keys
    Self.append("\(keys.count)".utf8, to: &arguments)
    for key in keys { append(key) }
  }

  mutating func append(_ argument: String) { append(argument.utf8) }

  mutating func append(_ argument: some Collection<UInt8>) {
    count += 1
    Self.append(argument, to: &arguments)
  }

  mutating func append(_ number: some FixedWidthInteger) { append("\(number)".utf8) }

  /// Roughly.
  var size: Int { arguments.count + 100 }

  /// - Parameter isWhole: Whether a script is sent itself, not only its name.
  func write(to output: inout [UInt8], isWhole: Bool) {
    output += "*\(count)\r\n".utf8
    if let script {
      Self.append((isWhole ? "EVAL" : "EVALSHA").utf8, to: &output)
      Self.append((isWhole ? script.source : script.name).utf8, to: &output)
    }
    output += arguments
  }

  private static func append(_ argument: some Collection<UInt8>, to output: inout [UInt8]) {
    output += "$\(argument.count)\r\n".utf8
    output += argument
    output += "\r\n".utf8
  }
}
