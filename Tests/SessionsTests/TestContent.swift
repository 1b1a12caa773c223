@testable import Sessions

/// A record with a text as its content.
func testRecord(
  _ text: String = "text", version: UInt64 = 1, expiry: Int64 = 2000, isUsed: Bool = false
) -> SessionRecord {
  SessionRecord(
    version: version, content: EncodedContent(bytes: Array(text.utf8)), created: 900, expiry: expiry, isUsed: isUsed)
}

/// A record with content of this size.
func testRecord(bytes: Int, version: UInt64 = 1) -> SessionRecord {
  testRecord(String(repeating: "x", count: bytes), version: version)
}

extension SessionRecord {
  var text: String? { (content as? EncodedContent).map { String(decoding: $0.bytes, as: UTF8.self) } }
}
