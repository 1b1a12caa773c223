internal import CHiredis

/// What Redis answered.
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

  var text: String? {
    if case .bytes(let bytes) = self { String(validating: bytes, as: UTF8.self) } else { nil }
  }

  /// A number, which scripts and hashes have as text.
  func number<Number: FixedWidthInteger>(as _: Number.Type = Number.self) -> Number? {
    switch self {
    case .integer(let integer): Number(exactly: integer)
    case .bytes: text.flatMap { Number($0) }
    default: nil
    }
  }
}

/// Takes replies out of what arrives.
final class RedisReplyReader {
  private let reader: UnsafeMutablePointer<redisReader>

  init() {
    guard let reader = redisReaderCreate() else { fatalError("There is no memory left for a connection to Redis.") }
    self.reader = reader
  }

  deinit { redisReaderFree(reader) }

  func feed(_ bytes: UnsafeRawBufferPointer) throws(RedisProblem) {
    let text = bytes.bindMemory(to: CChar.self)
    guard redisReaderFeed(reader, text.baseAddress, text.count) == REDIS_OK else { throw .notRedis }
  }

  /// The next reply, nil before it is whole.
  func next() throws(RedisProblem) -> RedisReply? {
    var found: UnsafeMutableRawPointer?
    guard redisReaderGetReply(reader, &found) == REDIS_OK else { throw .notRedis }
    guard let found else { return nil }
    defer { freeReplyObject(found) }
    return RedisReply(found.assumingMemoryBound(to: redisReply.self).pointee)
  }
}
