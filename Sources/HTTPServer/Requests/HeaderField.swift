internal import Basics
internal import CMicroHTTPD
internal import Glibc

/// Finds fields of a request in the memory of libmicrohttpd.
enum HeaderField {
  /// The value of the first field of a name.
  static func value(_ name: StaticString, _ connection: OpaquePointer) -> UnsafeRawBufferPointer? {
    name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount) { text in
      var value: UnsafePointer<CChar>?
      var size = 0
      guard
        MHD_lookup_connection_value_n(connection, .HEADER_KIND, text, name.utf8CodeUnitCount, &value, &size) == .YES
      else { return nil }
      return ASCII.trimmed(UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : size))
    }
  }

  /// The value of the last field of a name, which is in small letters: several fields are one list (RFC 9110, section 5.3).
  static func last(_ name: StaticString, _ connection: OpaquePointer) -> UnsafeRawBufferPointer? {
    find(name, connection).last.map { ASCII.trimmed($0) }
  }

  /// The values of all fields of a name, which is in small letters, as one list (RFC 9110, section 5.3). Nil if there is
  /// none, or if the list is longer than `limit` bytes.
  static func list(_ name: StaticString, _ connection: OpaquePointer, limit: Int) -> [UInt8]? {
    let list = find(name, connection, limit: limit).list
    return list.isEmpty || list.count > limit ? nil : list
  }

  private static func find(_ name: StaticString, _ connection: OpaquePointer, limit: Int = 0) -> Search {
    var search = Search(name: name, limit: limit)
    withUnsafeMutablePointer(to: &search) { search in
      _ = MHD_get_connection_values_n(connection, .HEADER_KIND, findFields, search)
    }
    return search
  }

  fileprivate struct Search {
    let name: StaticString
    /// The size of a list that is wanted; 0 for none.
    let limit: Int
    var last: UnsafeRawBufferPointer?
    var list: [UInt8] = []

    mutating func take(_ value: UnsafeRawBufferPointer) {
      last = value
      if limit == 0 || list.count > limit { return }
      if !list.isEmpty { list.append(0x2c) }
      list += value
    }
  }
}

private let findFields:
  @convention(c) @Sendable (
    UnsafeMutableRawPointer?, MHD_ValueKind, UnsafePointer<CChar>?, Int, UnsafePointer<CChar>?, Int
  ) -> MHD_Result = { context, _, name, nameSize, value, valueSize in
    guard let search = context?.assumingMemoryBound(to: HeaderField.Search.self), let name else { return .NO }
    if ASCII.matches(UnsafeRawBufferPointer(start: name, count: nameSize), search.pointee.name) {
      search.pointee.take(UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize))
    }
    return .YES
  }

/// The Cookie field (RFC 6265, section 4.2.1).
enum Cookie {
  /// Calls the closure with the value of each cookie of a name, in the order of the field, until it returns false.
  static func forEach(
    _ name: String, _ isPrefix: Bool, in field: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Bool
  ) {
    var name = name
    name.withUTF8 { forEach($0, isPrefix, in: field, body) }
  }

  private static func forEach(
    _ name: UnsafeBufferPointer<UInt8>, _ isPrefix: Bool, in field: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) -> Bool
  ) {
    guard let bytes = field.baseAddress, let nameStart = name.baseAddress else { return }
    let count = name.count
    var start = 0
    while start < field.count {
      let semicolon = memchr(bytes + start, 0x3b, field.count - start)
      let end = semicolon.map { UnsafeRawPointer($0) - bytes } ?? field.count
      let pair = ASCII.trimmed(UnsafeRawBufferPointer(start: bytes + start, count: end - start))
      if pair.count > count, let text = pair.baseAddress, memcmp(text, nameStart, count) == 0,
        let sign = isPrefix ? pair[count...].firstIndex(of: 0x3d) : pair[count] == 0x3d ? count : nil,
        !body(UnsafeRawBufferPointer(rebasing: pair[(sign + 1)...]))
      {
        return
      }
      start = end + 1
    }
  }
}

/// The fields in which a trusted proxy describes the client. Each is a list, to which every proxy adds at the end. Only the
/// last item is trusted: it comes from the proxy in front of this server.
enum Forwarded {
  struct Address {
    let text: [UInt8]
    let network: NetworkAddress
  }

  /// The client's address, without the port that some proxies add; nil if there is none, or it is malformed.
  static func address(_ connection: OpaquePointer) -> Address? {
    guard let value = HeaderField.last("x-forwarded-for", connection) else { return nil }
    var text = Array(ASCII.lastListItem(value))
    if text.first == 0x5b {
      text = Array(text.dropFirst().prefix { $0 != 0x5d })  // [2001:db8::1]:443
    } else if text.count(where: { $0 == 0x3a }) == 1 {
      text = Array(text.prefix { $0 != 0x3a })
    }
    guard text.count <= 45 else { return nil }
    return NetworkAddress(String(decoding: text, as: UTF8.self)).map { Address(text: text, network: $0) }
  }

  static func requestID(_ connection: OpaquePointer) -> String? {
    guard let value = HeaderField.last("x-request-id", connection) else { return nil }
    let isSafe =
      (1...64).contains(value.count)
      && value.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f: true
        default: false
        }
      }
    return isSafe ? String(utf8: value) : nil
  }
}

/// Text that is compared as bytes.
enum ASCII {
  /// Whether the bytes are the word, which is in small letters. Their own case does not matter.
  static func matches(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    bytes.count == word.utf8CodeUnitCount && hasPrefix(bytes, word)
  }

  static func hasPrefix(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    guard bytes.count >= word.utf8CodeUnitCount else { return false }
    for index in 0..<word.utf8CodeUnitCount where lower(bytes[index]) != word.utf8Start[index] { return false }
    return true
  }

  static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }

  /// Whether there are control characters other than tabs. Looks at many bytes at once, because no branch depends on one.
  static func hasControls(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var found: UInt8 = 0
    for byte in bytes { found |= isControl(byte) ? 1 : 0 }
    return found != 0
  }

  static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7f }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The bytes without blanks around them.
  static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var rest = bytes[...]
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return UnsafeRawBufferPointer(rebasing: rest)
  }

  /// The part after the last comma.
  static func lastListItem(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = bytes.lastIndex(of: 0x2c).map { $0 + 1 } ?? 0
    return trimmed(UnsafeRawBufferPointer(rebasing: bytes[start...]))
  }

  /// The number of bytes before the zero.
  static func count(_ text: UnsafePointer<CChar>) -> Int { Int(strlen(text)) }
}

/// Characters of a token (RFC 9110, section 5.6.2): methods and names of fields.
enum HTTPToken {
  // A bit for each of the 128 characters of ASCII.
  private static let low: UInt64 = 0x03ff_6cfa_0000_0000
  private static let high: UInt64 = 0x57ff_ffff_c7ff_fffe

  static func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? (low >> UInt64(byte)) & 1 == 1 : byte < 128 && (high >> UInt64(byte - 64)) & 1 == 1
  }
}
