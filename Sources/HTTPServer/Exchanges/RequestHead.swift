internal import CMicroHTTPD

/// Checks the head of a request, byte for byte.
///
/// libmicrohttpd accepts heads that servers and proxies read in different ways, which allows request smuggling (RFC 9112,
/// section 11.2). It writes zeros over the ends of lines, in place. So in a well-formed head each piece begins two bytes
/// after the end of the one before. A bare LF, a zero byte, a folded line or a second space leaves a gap.
struct RequestHead {
  fileprivate(set) var problem: RequestError?
  private(set) var contentLength = 0
  private(set) var host: UnsafeRawBufferPointer?
  private(set) var contentType: UnsafeRawBufferPointer?
  private(set) var codings = AcceptedCodings()
  private(set) var names = FieldNames()

  private var next: UnsafeRawPointer
  private var hosts = 0
  private var lengths = 0
  private var transferCodings = 0

  init(
    connection: OpaquePointer, method: UnsafeRawBufferPointer, target: UnsafeRawBufferPointer,
    version: UnsafePointer<CChar>
  ) {
    let versionStart = UnsafeRawPointer(version)
    next = versionStart + 10
    guard let start = method.baseAddress, let targetStart = target.baseAddress,
      !method.isEmpty, method.allSatisfy({ HTTPToken.contains($0) }),
      targetStart == start + method.count + 1, versionStart == targetStart + target.count + 1,
      ASCII.count(version) == 8, versionStart.load(fromByteOffset: 9, as: UInt8.self) == 0
    else {
      problem = .malformedHead
      return
    }
    MHD_get_connection_values_n(connection, .HEADER_KIND, readField, &self)
    if problem != nil { return }
    // The empty line after the last field ends the head.
    let size = Int(bitPattern: next) - Int(bitPattern: start)
    if mhd_head_size(connection) != size + 2 { problem = .malformedHead }
    let isVersion1_1 = version[7] != 0x30
    if hosts > 1 || (hosts == 0 && isVersion1_1) { problem = problem ?? .missingHost }
    if lengths + transferCodings > 1 { problem = problem ?? .ambiguousLength }
    if transferCodings == 1, !isVersion1_1 { problem = problem ?? .ambiguousLength }
  }

  /// Whether the body comes in chunks (RFC 9112, section 7.1), so that its length is not known.
  var isChunked: Bool { transferCodings > 0 }

  fileprivate mutating func read(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> RequestError? {
    guard let nameStart = name.baseAddress, let valueStart = value.baseAddress, nameStart == next,
      !name.isEmpty, valueStart > nameStart + name.count
    else { return .malformedHead }
    for byte in name where !HTTPToken.contains(byte) { return .malformedHead }
    let end = valueStart + value.count
    if ASCII.hasControls(value) || end.load(as: UInt8.self) != 0 || end.load(fromByteOffset: 1, as: UInt8.self) != 0 {
      return .malformedHead
    }
    next = end + 2
    names.add(name)
    let (value, raw) = (ASCII.trimmed(value), value)
    // The length of the name tells most fields from these five without a comparison.
    switch name.count {
    case 4 where ASCII.matches(name, "host"):
      (hosts, host) = (hosts + 1, value)
      if !Self.isHost(value) { return .malformedHost }
    case 12 where ASCII.matches(name, "content-type"):
      if contentType == nil { contentType = value }
    case 14 where ASCII.matches(name, "content-length"):
      lengths += 1
      guard let length = Self.number(value) else { return .malformedLength }
      contentLength = length
    case 15 where ASCII.matches(name, "accept-encoding"): codings.add(value)
    case 17 where ASCII.matches(name, "transfer-encoding"):
      transferCodings += 1
      // libmicrohttpd does not know it with a space behind it.
      guard ASCII.matches(value, "chunked"), raw.last == value.last else { return .unsupportedTransferCoding }
    default: break
    }
    return nil
  }

  /// The value of digits; nil for other text. A number that is too large is `Int.max`.
  static func number(_ bytes: UnsafeRawBufferPointer) -> Int? {
    if bytes.isEmpty { return nil }
    var number = 0
    for byte in bytes {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      number = number > Int.max / 10 - 1 ? .max : number * 10 + Int(byte - 0x30)
    }
    return number
  }

  /// The port at the end of a host; nil if there is none.
  static func port(_ host: UnsafeRawBufferPointer) -> UInt16? {
    // The address in brackets of IPv6 has colons, too.
    guard let colon = host.lastIndex(of: 0x3a), host.first != 0x5b || colon > 0 && host[colon - 1] == 0x5d else {
      return nil
    }
    return number(UnsafeRawBufferPointer(rebasing: host[(colon + 1)...])).flatMap { UInt16(exactly: $0) }
  }

  /// Whether the bytes can be a name or an address, and perhaps a port: characters that are safe in a URL made with them.
  static func isHost(_ bytes: UnsafeRawBufferPointer) -> Bool {
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x3a, 0x5b, 0x5d, 0x5f, 0x7e, 0x25: continue
      default: return false
      }
    }
    return true
  }
}

/// Which fields a head may have. Most fields that a request is asked for are missing, which this tells without a search.
struct FieldNames {
  private var bits: UInt64

  init(isUnknown: Bool = false) { bits = isUnknown ? .max : 0 }

  mutating func add(_ name: UnsafeRawBufferPointer) { bits |= Self.bit(name.baseAddress, name.count) }

  func mayHave(_ name: StaticString) -> Bool { bits & Self.bit(name.utf8Start, name.utf8CodeUnitCount) != 0 }

  /// One of 64 bits. Letters of both cases have the same one.
  private static func bit(_ name: UnsafeRawPointer?, _ count: Int) -> UInt64 {
    guard let name, count > 0 else { return 0 }
    let (first, last) = (name.load(as: UInt8.self) & 31, name.load(fromByteOffset: count - 1, as: UInt8.self) & 31)
    return 1 &<< UInt64(truncatingIfNeeded: Int(first) + 3 * Int(last) + 7 * count)
  }
}

private let readField:
  @convention(c) @Sendable (
    UnsafeMutableRawPointer?, MHD_ValueKind, UnsafePointer<CChar>?, Int, UnsafePointer<CChar>?, Int
  ) -> MHD_Result = { context, _, name, nameSize, value, valueSize in
    guard let context, let name else { return .NO }
    let head = context.assumingMemoryBound(to: RequestHead.self)
    let problem = head.pointee.read(
      UnsafeRawBufferPointer(start: name, count: nameSize), UnsafeRawBufferPointer(start: value, count: valueSize))
    guard let problem else { return .YES }
    head.pointee.problem = problem
    return .NO
  }
