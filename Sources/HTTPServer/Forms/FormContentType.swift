/// The two kinds of forms that browsers send (HTML Standard, section 4.10.21.8).
enum FormContentType {
  case urlencoded
  case multipart(boundary: UnsafeRawBufferPointer)

  /// Nil for any other type, and for a malformed boundary (RFC 2046, section 5.1.1).
  init?(_ field: UnsafeRawBufferPointer) {
    let end = field.firstIndex(of: 0x3b) ?? field.count
    let type = ASCII.trimmed(UnsafeRawBufferPointer(rebasing: field[..<end]))
    if ASCII.matches(type, "application/x-www-form-urlencoded") {
      self = .urlencoded
    } else if ASCII.matches(type, "multipart/form-data"), let boundary = Self.boundary(in: field, from: end) {
      self = .multipart(boundary: boundary)
    } else {
      return nil
    }
  }

  private static func boundary(in field: UnsafeRawBufferPointer, from start: Int) -> UnsafeRawBufferPointer? {
    var index = start
    while index < field.count {
      index += 1  // the semicolon
      while index < field.count, ASCII.isBlank(field[index]) { index += 1 }
      let name = index
      let isBoundary = ASCII.hasPrefix(UnsafeRawBufferPointer(rebasing: field[name...]), "boundary=")
      var isQuoted = false
      while index < field.count, isQuoted || field[index] != 0x3b {
        if field[index] == 0x22 { isQuoted.toggle() }
        index += 1
      }
      if isQuoted { return nil }
      if isBoundary {
        var value = ASCII.trimmed(UnsafeRawBufferPointer(rebasing: field[(name + 9)..<index]))
        if value.count >= 2, value.first == 0x22, value.last == 0x22 {
          value = UnsafeRawBufferPointer(rebasing: value[1..<(value.count - 1)])
        }
        let isValid = (1...70).contains(value.count) && value.last != 0x20 && value.allSatisfy(isBoundaryCharacter)
        return isValid ? value : nil
      }
    }
    return nil
  }

  private static func isBoundaryCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x20, 0x27...0x29, 0x2b...0x2f, 0x3a, 0x3d, 0x3f, 0x5f: true
    default: false
    }
  }
}
