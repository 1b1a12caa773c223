internal import CMicroHTTPD

/// Looks fields of a request up where libmicrohttpd keeps them.
enum HeaderField {
  /// The value of the first field of that name, in the memory of the connection.
  static func value(_ name: StaticString, _ connection: OpaquePointer) -> UnsafeRawBufferPointer? {
    name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount) {
      value($0, name.utf8CodeUnitCount, connection)
    }
  }

  /// The value of the last field of that name, which is given in small letters: several are one list (RFC 9110, section 5.3).
  static func last(_ name: StaticString, _ connection: OpaquePointer) -> UnsafeRawBufferPointer? {
    var search = Search(name: name)
    MHD_get_connection_values_n(connection, .HEADER_KIND, findLast, &search)
    return search.value.map { ASCII.trimmed($0) }
  }

  fileprivate struct Search {
    let name: StaticString
    var value: UnsafeRawBufferPointer?
  }

  static func value(_ name: UnsafePointer<CChar>, _ count: Int, _ connection: OpaquePointer) -> UnsafeRawBufferPointer?
  {
    var value: UnsafePointer<CChar>?
    var size = 0
    guard MHD_lookup_connection_value_n(connection, .HEADER_KIND, name, count, &value, &size) == .YES else {
      return nil
    }
    return ASCII.trimmed(UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : size))
  }
}

private let findLast:
  @convention(c) @Sendable (
    UnsafeMutableRawPointer?, MHD_ValueKind, UnsafePointer<CChar>?, Int, UnsafePointer<CChar>?, Int
  ) -> MHD_Result = { context, _, name, nameSize, value, valueSize in
    guard let context, let name else { return .NO }
    let search = context.assumingMemoryBound(to: HeaderField.Search.self)
    if ASCII.matches(UnsafeRawBufferPointer(start: name, count: nameSize), search.pointee.name) {
      search.pointee.value = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)
    }
    return .YES
  }
