internal import Basics

/// The head of a part (RFC 7578, section 4).
struct PartHead {
  let name: String
  /// Nil for a part that is not a file.
  let filename: String?
  let contentType: String?

  init(_ head: UnsafeRawBufferPointer) throws(RequestError) {
    var disposition: UnsafeRawBufferPointer?
    var contentType: UnsafeRawBufferPointer?
    for line in head.split(whereSeparator: { $0 == 0x0d || $0 == 0x0a }) {
      guard let colon = line.firstIndex(of: 0x3a) else { throw .malformedForm }
      let field = UnsafeRawBufferPointer(rebasing: line[..<colon])
      let value = ASCII.trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
      if ASCII.matches(field, "content-disposition") {
        if disposition != nil { throw .malformedForm }
        disposition = value
      } else if ASCII.matches(field, "content-type") {
        contentType = value
      } else if ASCII.matches(field, "content-transfer-encoding") {
        let isPlain = ASCII.matches(value, "binary") || ASCII.matches(value, "8bit") || ASCII.matches(value, "7bit")
        if !isPlain { throw .malformedForm }
      }
    }
    guard let disposition, ASCII.hasPrefix(disposition, "form-data") else { throw .malformedForm }
    let parameters = try Self.parameters(UnsafeRawBufferPointer(rebasing: disposition[9...]))
    guard let name = parameters.name else { throw .malformedForm }
    self.name = try Self.text(name)
    filename = try parameters.filename.map { bytes throws(RequestError) in try Self.text(bytes) }
    self.contentType = try contentType.map { bytes throws(RequestError) in try Self.text(Array(bytes)) }
  }

  /// Reads `; name="…"; filename="…"`. In the values browsers write a quote as `%22`, and other clients as `\"`.
  private static func parameters(
    _ bytes: UnsafeRawBufferPointer
  ) throws(RequestError) -> (name: [UInt8]?, filename: [UInt8]?) {
    var name: [UInt8]?
    var filename: [UInt8]?
    var index = 0
    func skipBlanks() { while index < bytes.count, ASCII.isBlank(bytes[index]) { index += 1 } }
    while true {
      skipBlanks()
      if index == bytes.count { return (name, filename) }
      guard bytes[index] == 0x3b else { throw .malformedForm }
      index += 1
      skipBlanks()
      if index == bytes.count { return (name, filename) }
      let start = index
      while index < bytes.count, HTTPToken.contains(bytes[index]) { index += 1 }
      let key = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
      guard index < bytes.count, bytes[index] == 0x3d else { throw .malformedForm }
      index += 1
      var value: [UInt8] = []
      if index < bytes.count, bytes[index] == 0x22 {
        index += 1
        while index < bytes.count, bytes[index] != 0x22 {
          if bytes[index] == 0x5c, index + 1 < bytes.count, bytes[index + 1] == 0x22 { index += 1 }
          value.append(bytes[index])
          index += 1
        }
        if index == bytes.count { throw .malformedForm }
        index += 1
      } else {
        while index < bytes.count, HTTPToken.contains(bytes[index]) {
          value.append(bytes[index])
          index += 1
        }
      }
      if ASCII.matches(key, "name") {
        if name != nil { throw .malformedForm }
        name = value
      } else if ASCII.matches(key, "filename") {
        if filename != nil { throw .malformedForm }
        filename = value
      }
    }
  }

  private static func text(_ bytes: [UInt8]) throws(RequestError) -> String {
    if bytes.contains(0) { throw .zeroByte }
    guard let text = String(utf8: bytes) else { throw .malformedEncoding }
    return text
  }
}
