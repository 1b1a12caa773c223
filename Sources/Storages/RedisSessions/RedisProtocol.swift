internal import CHiredis

/// A command in Redis's protocol (https://redis.io/docs/latest/develop/reference/protocol-spec/, "Sending commands to a
/// Redis server"). The length of each argument precedes it, so that an argument can have any bytes.
struct RedisCommand: Sendable {
  /// Whether a script is sent as a whole: Redis does not know it by its name.
  var sendsScript = false
  private let script: RedisScript?
  private var count: Int
  private var arguments: [UInt8] = []

  init(_ words: String...) {
    script = nil
    count = 0
    for word in words { append(word) }
  }

  /// A call of a script.
  init<each Argument: LosslessStringConvertible>(
    _ script: RedisScript, keys: [String], _ arguments: repeat each Argument
  ) {
    self.script = script
    count = 3  // EVALSHA, the script, the number of keys
    Self.append("\(keys.count)".utf8, to: &self.arguments)
    for key in keys { append(key) }
    append(repeat each arguments)
  }

  /// Appends texts and numbers.
  mutating func append<each Argument: LosslessStringConvertible>(_ arguments: repeat each Argument) {
    for argument in repeat each arguments { append(argument.description.utf8) }
  }

  mutating func append(_ argument: some Collection<UInt8>) {
    count += 1
    Self.append(argument, to: &arguments)
  }

  /// The approximate number of bytes.
  var size: Int { arguments.count + 100 }

  func write(to output: inout [UInt8]) {
    output += "*\(count)\r\n".utf8
    if let script {
      Self.append((sendsScript ? "EVAL" : "EVALSHA").utf8, to: &output)
      Self.append((sendsScript ? script.source : script.name).utf8, to: &output)
    }
    output += arguments
  }

  private static func append(_ argument: some Collection<UInt8>, to output: inout [UInt8]) {
    // Without an interpolated string: a save has 18 arguments.
    output.append(UInt8(ascii: "$"))
    output += String(argument.count).utf8
    output += [0x0d, 0x0a]
    output += argument
    output += [0x0d, 0x0a]
  }
}

/// A reply of Redis.
enum RedisReply: Sendable, Equatable {
  case bytes([UInt8])
  case integer(Int)
  case list([RedisReply])
  case none
  case error(String)

  fileprivate init(_ reply: redisReply) {
    func bytes() -> [UInt8] {
      reply.str.map { Array(UnsafeRawBufferPointer(start: $0, count: reply.len)) } ?? []
    }
    switch reply.type {
    case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .bytes(bytes())
    case REDIS_REPLY_INTEGER: self = .integer(Int(reply.integer))
    case REDIS_REPLY_ARRAY:
      self = .list(
        (0..<reply.elements).map { index in
          guard let element = reply.element?[index] else { return .none }
          return RedisReply(element.pointee)
        })
    case REDIS_REPLY_ERROR: self = .error(String(decoding: bytes(), as: UTF8.self))
    default: self = .none
    }
  }

  var isError: Bool { if case .error = self { true } else { false } }

  var text: String? {
    if case .bytes(let bytes) = self { String(validating: bytes, as: UTF8.self) } else { nil }
  }

  /// The reply as a number. Numbers of scripts and hashes come as text.
  func number<Number: FixedWidthInteger>(as _: Number.Type = Number.self) -> Number? {
    switch self {
    case .integer(let integer): Number(exactly: integer)
    case .bytes: text.flatMap { Number($0) }
    default: nil
    }
  }
}

/// Reads replies from the bytes that arrive.
final class RedisReplyReader {
  private let reader: UnsafeMutablePointer<redisReader>

  init() {
    guard let reader = redisReaderCreate() else { fatalError("There is no memory left for a connection to Redis.") }
    self.reader = reader
  }

  deinit { redisReaderFree(reader) }

  func feed(_ bytes: UnsafeRawBufferPointer) throws(RedisError) {
    let text = bytes.bindMemory(to: CChar.self)
    guard redisReaderFeed(reader, text.baseAddress, text.count) == REDIS_OK else { throw .notRedis }
  }

  /// The next reply; nil until it is complete.
  func next() throws(RedisError) -> RedisReply? {
    var found: UnsafeMutableRawPointer?
    guard redisReaderGetReply(reader, &found) == REDIS_OK else { throw .notRedis }
    guard let found else { return nil }
    defer { freeReplyObject(found) }
    return RedisReply(found.assumingMemoryBound(to: redisReply.self).pointee)
  }
}
