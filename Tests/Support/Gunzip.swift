internal import CZlib

extension [UInt8] {
  /// The content of a file in gzip's format; nil if it is malformed, or if anything follows it.
  package var gunzipped: [UInt8]? {
    var stream = z_stream()
    // 16 stands for gzip's format alone (zlib's manual, inflateInit2).
    guard inflateInit2_(&stream, 16 + MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(&stream) }
    var input = self
    var content: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    return input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      while true {
        let status = piece.withUnsafeMutableBufferPointer { piece in
          stream.next_out = piece.baseAddress
          stream.avail_out = UInt32(piece.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        content += piece[..<(piece.count - Int(stream.avail_out))]
        if status == Z_STREAM_END { return stream.avail_in == 0 ? content : nil }
        if status != Z_OK { return nil }
      }
    }
  }
}
