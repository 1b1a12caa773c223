internal import Sessions

/// A hash slot of a cluster. Each key and each channel has one, and each slot one primary.
typealias RedisSlot = UInt16

/// The names of keys and channels.
///
/// In a cluster, the part in braces decides the slot (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/,
/// "Hash tags"): the first three digits of a session's key, so that a session and the channels for its changes have the same
/// slot, and a server can subscribe to all channels for all servers and to all of its own: 4096 each.
struct RedisNames: Sendable {
  let prefix: String
  let isCluster: Bool

  /// The start of the names of all sessions.
  var sessions: String { prefix + ":session:" }

  /// The hash of a session.
  func session(_ key: SessionKey) -> String {
    let digits = key.hexadecimal
    return isCluster
      ? "\(sessions){\(digits.prefix(Self.tagLength))}\(digits.dropFirst(Self.tagLength))" : sessions + digits
  }

  /// The key of a session, from the name of its hash. Nil for any other name.
  func key(ofSession name: String) -> SessionKey? {
    let digits = name.dropFirst(sessions.count)
    return SessionKey(isCluster ? String(digits.filter { $0 != "{" && $0 != "}" }) : String(digits))
  }

  /// The channel for all servers. The own channel of a server has this name, a colon, and the server's name.
  private var channel: String { prefix + ":changed" }

  /// The channel for all servers, in the slot of a session.
  func channel(_ key: SessionKey) -> String { isCluster ? channel(tag: Self.tag(key)) : channel }

  /// The channel for messages to all servers.
  var messageChannel: String { isCluster ? channel(tag: 0) : channel }

  /// The channel for all servers, in the slot of the sessions with these first digits, in a cluster.
  private func channel(tag: Int) -> String { "\(channel):{\(Self.digits(tag))}" }

  /// The channels of a server: those for all, and its own.
  ///
  /// - Parameter tag: In a cluster, the first digits of the sessions; nil on a single server.
  func channels(tag: Int? = nil, of node: String) -> [String] {
    let common = tag.map(channel(tag:)) ?? channel
    return [common, "\(common):\(node)"]
  }

  /// The mark of a transaction, in a cluster: in the slot of its first record.
  func mark(of transaction: String) -> String {
    "\(prefix):commit:{\(transaction.prefix(Self.tagLength))}\(transaction.dropFirst(Self.tagLength))"
  }

  /// The key of the format.
  var format: String { isCluster ? "\(prefix):format:{\(Self.digits(0))}" : prefix + ":format" }

  // MARK: - Slots

  /// The number of digits of a key that decide its slot.
  static let tagLength = 3

  static let tags = 0..<4096
  static let slots = 16384

  /// The slot of a session, of its channel, and of nothing else.
  static func slot(_ key: SessionKey) -> RedisSlot { slotsOfTags[tag(key)] }

  static func slot(tag: Int) -> RedisSlot { slotsOfTags[tag] }

  static func slot(ofTransaction name: String) -> RedisSlot { slot(ofTag: String(name.prefix(tagLength))) }

  private static func tag(_ key: SessionKey) -> Int { Int(key.firstBits >> 36) }

  private static func digits(_ tag: Int) -> String {
    let digits = String(tag, radix: 16)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static let slotsOfTags = tags.map { slot(ofTag: digits($0)) }

  /// CRC16 with the polynomial 0x1021 (XMODEM), modulo the number of slots.
  static func slot(ofTag tag: String) -> RedisSlot {
    var crc: UInt16 = 0
    for byte in tag.utf8 {
      crc ^= UInt16(byte) << 8
      for _ in 0..<8 { crc = crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021 }
    }
    return crc % UInt16(slots)
  }
}
