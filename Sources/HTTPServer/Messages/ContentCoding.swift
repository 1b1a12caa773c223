/// How the content of an answer is coded (RFC 9110, section 8.4).
package enum ContentCoding: Sendable, Equatable {
  /// As it is.
  case identity
  /// By gzip (RFC 1952).
  ///
  /// - level: From 1, fast, to 9, small.
  case gzip(level: Int32)
}

/// The content codings that a client takes: its fields `Accept-Encoding` (RFC 9110, section 12.5.3).
struct AcceptedCodings {
  /// Weights in thousandths; nil for a coding that is not named.
  private var gzip: Int?
  private var brotli: Int?
  private var identity: Int?
  private var others: Int?

  /// Whether the client takes gzip, and does not prefer content as it is.
  var takeGzip: Bool { take(gzip) }
  /// Whether the client takes Brotli (RFC 7932), and does not prefer content as it is.
  var takeBrotli: Bool { take(brotli) }

  private func take(_ weight: Int?) -> Bool {
    let weight = weight ?? others ?? 0
    return weight > 0 && weight >= identity ?? 0
  }

  /// Adds the items of a field. An item that is malformed has no weight, so that its coding is not used. Nearly every request
  /// has such a field, so nothing is allocated.
  mutating func add(_ field: UnsafeRawBufferPointer) {
    var start = 0
    while start < field.count {
      var (end, nameEnd) = (start, field.count)
      while end < field.count, field[end] != 0x2c {
        if field[end] == 0x3b { nameEnd = min(nameEnd, end) }
        end += 1
      }
      nameEnd = min(nameEnd, end)
      add(
        name: ASCII.trimmed(UnsafeRawBufferPointer(rebasing: field[start..<nameEnd])),
        weight: Self.weight(UnsafeRawBufferPointer(rebasing: field[nameEnd..<end])))
      start = end + 1
    }
  }

  private mutating func add(name: UnsafeRawBufferPointer, weight: Int) {
    if ASCII.matches(name, "gzip") || ASCII.matches(name, "x-gzip") {
      gzip = weight
    } else if ASCII.matches(name, "br") {
      brotli = weight
    } else if ASCII.matches(name, "identity") {
      identity = weight
    } else if ASCII.matches(name, "*") {
      others = weight
    }
  }

  /// The weight in parameters such as `;q=0.5` (RFC 9110, section 12.4.2); 1000 if there are none, 0 if they are malformed.
  private static func weight(_ parameters: UnsafeRawBufferPointer) -> Int {
    if parameters.isEmpty { return 1000 }
    let text = ASCII.trimmed(UnsafeRawBufferPointer(rebasing: parameters.dropFirst()))
    guard ASCII.hasPrefix(text, "q=") else { return 0 }
    let digits = text.dropFirst(2)
    guard let first = digits.first, first == 0x30 || first == 0x31, digits.count <= 5,
      digits.count == 1 || digits[digits.startIndex + 1] == 0x2e
    else { return 0 }
    var weight = Int(first - 0x30) * 1000
    var unit = 100
    for digit in digits.dropFirst(2) {
      guard digit >= 0x30, digit <= 0x39 else { return 0 }
      weight += Int(digit - 0x30) * unit
      unit /= 10
    }
    return weight <= 1000 ? weight : 0
  }
}
