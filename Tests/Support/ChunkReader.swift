/// Decodes the chunked transfer coding (RFC 9112, section 7.1) of a response that is the last one of its connection.
struct ChunkReader {
  private var line: [UInt8] = []
  /// The bytes of the current chunk that have not arrived; nil within the line before a chunk.
  private var rest: Int?

  mutating func read(_ bytes: some Sequence<UInt8>, into content: inout [UInt8]) {
    for byte in bytes {
      if let count = rest, count > 0 {
        content.append(byte)
        rest = count - 1
      } else if byte == 0x0a {
        // The line after a chunk is empty.
        rest = line.isEmpty ? nil : Int(String(decoding: line, as: UTF8.self), radix: 16)
        line = []
      } else if byte != 0x0d {
        line.append(byte)
      }
    }
  }
}
