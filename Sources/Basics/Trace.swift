/// The trace that a request belongs to, as its client names it (W3C Trace Context).
package final class Trace: Sendable {
  package let parent: TraceParent
  /// The value of the field `tracestate`. Nil if there is none, or if it is not well-formed.
  package let state: String?

  package init(_ parent: TraceParent, state: String? = nil) {
    self.parent = parent
    self.state = state
  }
}

/// The value of the field `traceparent` (W3C Trace Context, section 3.2).
package struct TraceParent: Equatable, Sendable {
  /// The id of the trace, in two halves.
  package let high: UInt64
  package let low: UInt64
  /// The id of the client's part of the trace.
  package let span: UInt64
  /// The bits `sampled` and `random` (level 2 of the specification, section 3.2.2.5). All others are 0.
  package let flags: UInt8

  /// Reads a value. Nil if it is not well-formed: the specification wants it ignored then.
  package init?(_ text: UnsafeRawBufferPointer) {
    // 00-<32 digits>-<16 digits>-<2 digits>. A later version may have more after another dash.
    guard text.count >= 55, text[2] == 0x2d, text[35] == 0x2d, text[52] == 0x2d,
      let version = Self.number(text, 0..<2), version != 0xff, text.count == 55 || version > 0 && text[55] == 0x2d,
      let high = Self.number(text, 3..<19), let low = Self.number(text, 19..<35), high | low != 0,
      let span = Self.number(text, 36..<52), span != 0, let flags = Self.number(text, 53..<55)
    else { return nil }
    (self.high, self.low, self.span) = (high, low, span)
    self.flags = UInt8(truncatingIfNeeded: flags) & 3
  }

  package init?(_ text: String) {
    var text = text
    guard let parent = text.withUTF8({ Self(UnsafeRawBufferPointer($0)) }) else { return nil }
    self = parent
  }

  /// The value of digits in small letters. Nil for other characters.
  private static func number(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt64? {
    var number: UInt64 = 0
    for index in range {
      let digit: UInt8
      switch text[index] {
      case 0x30...0x39: digit = text[index] - 0x30
      case 0x61...0x66: digit = text[index] - 0x61 + 10
      default: return nil
      }
      number = number << 4 | UInt64(digit)
    }
    return number
  }

  /// The 32 digits of the trace's id.
  package var traceID: String { high.hexadecimal + low.hexadecimal }

  /// The value for a request of this program, as a part of the same trace.
  ///
  /// - Parameter span: The id of that part.
  package func text(span: UInt64) -> String { "00-\(traceID)-\(span.hexadecimal)-\(flags.hexadecimal)" }
}

/// The value of the field `tracestate` (W3C Trace Context, section 3.3).
package enum TraceState {
  /// What the specification wants passed on at least.
  package static let maxBytes = 512
  private static let maxMembers = 32

  /// Returns the value without empty members. Nil if it is longer than what is passed on, or not well-formed: the
  /// specification wants the whole value dropped then.
  package static func checked(_ text: some Collection<UInt8>) -> String? {
    guard text.count <= maxBytes else { return nil }
    var members: [String] = []
    for member in text.split(separator: 0x2c) {
      let member = trimmed(member)
      if member.isEmpty { continue }
      guard isMember(member) else { return nil }
      members.append(String(decoding: member, as: UTF8.self))
    }
    return members.isEmpty || members.count > maxMembers ? nil : members.joined(separator: ",")
  }

  private static func trimmed(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    return Array(Array(bytes.drop(while: isBlank)).reversed().drop(while: isBlank).reversed())
  }

  private static func isMember(_ member: [UInt8]) -> Bool {
    guard let equals = member.firstIndex(of: 0x3d), (1...256).contains(equals),
      (1...256).contains(member.count - equals - 1)
    else { return false }
    let isKey = member[..<equals].allSatisfy { byte in
      switch byte {
      case 0x61...0x7a, 0x30...0x39, 0x5f, 0x2d, 0x2a, 0x2f, 0x40: true  // a-z 0-9 _ - * / @
      default: false
      }
    }
    return isKey && member[(equals + 1)...].allSatisfy { $0 >= 0x20 && $0 < 0x7f && $0 != 0x3d }
  }
}
