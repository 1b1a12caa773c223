internal import CMicroHTTPD

/// What a trusted proxy says about the client. Each is a list to which every proxy adds at the end; the last part is the
/// word of the one in front of this server, which alone is trusted.
enum Forwarded {
  static func address(_ connection: OpaquePointer) -> [UInt8]? {
    guard let value = HeaderField.value("X-Forwarded-For", connection) else { return nil }
    let address = ASCII.lastListItem(value)
    let isAddress =
      (2...45).contains(address.count)
      && address.allSatisfy { byte in
        PercentEncoding.digit(byte) != nil || byte == 0x2e || byte == 0x3a
      }
    return isAddress ? Array(address) : nil
  }

  static func requestID(_ connection: OpaquePointer) -> String? {
    guard let value = HeaderField.value("X-Request-Id", connection) else { return nil }
    let isSafe =
      (1...64).contains(value.count)
      && value.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f: true
        default: false
        }
      }
    return isSafe ? UTF8Text.string(value) : nil
  }
}
