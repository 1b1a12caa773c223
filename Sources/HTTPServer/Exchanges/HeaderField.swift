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
