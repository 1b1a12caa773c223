internal import CMicroHTTPD

/// Looks fields of a request up where libmicrohttpd keeps them.
enum HeaderField {
  /// The value of the first field of that name, in the memory of the connection.
  static func value(_ name: StaticString, _ connection: OpaquePointer) -> UnsafeRawBufferPointer? {
    name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount) {
      value($0, name.utf8CodeUnitCount, connection)
    }
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
