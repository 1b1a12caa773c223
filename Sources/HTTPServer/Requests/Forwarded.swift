internal import Basics
internal import CMicroHTTPD

/// What a trusted proxy says about the client. Each is a list to which every proxy adds at the end; the last part is the
/// word of the one in front of this server, which alone is trusted.
enum Forwarded {
  struct Address {
    let text: [UInt8]
    let network: NetworkAddress
  }

  /// The client's address, without the port that some proxies add; nil if there is none that can be read.
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
