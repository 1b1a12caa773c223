internal import Basics
internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// What a request says, in the memory of libmicrohttpd. It does not change any more once the head was read.
struct Request {
  let connection: OpaquePointer
  let startedAt = Clock.now()
  let number: UInt64
  private(set) var method = UnsafeRawBufferPointer(start: nil, count: 0)
  private(set) var target: RequestTarget
  // What a trusted proxy says.
  private(set) var forwarded: Forwarded.Address?
  private(set) var forwardedID: String?
  /// Whether the client uses HTTPS, as a trusted proxy says.
  private(set) var isSecure = false
  /// The host, and perhaps port, that the client names.
  private(set) var host: UnsafeRawBufferPointer?
  /// That port, if it is not the usual one of the scheme.
  private(set) var port: UInt16?
  /// How the content of the answer may be coded.
  private(set) var coding = ContentCoding.identity
  /// Whether the content may be coded with Brotli.
  private(set) var takesBrotli = false
  /// Whether the body comes in chunks. libmicrohttpd accepts sizes of chunks that proxies may read in another way. So the
  /// connection ends with the answer: what follows the body is never read as a request.
  private(set) var isChunked = false
  /// The address that a proxy names and that the request has taken a place of; nil for none.
  private var placeAddress: NetworkAddress?

  /// The request line has arrived.
  init(_ connection: OpaquePointer, target: UnsafePointer<CChar>, number: UInt64) {
    self.connection = connection
    self.number = number
    self.target = RequestTarget(hidingQueryOf: target)
  }

  mutating func restore(method: UnsafePointer<CChar>) {
    target.restoreQuery()
    self.method = UnsafeRawBufferPointer(start: method, count: ASCII.count(method))
  }

  mutating func read(_ head: RequestHead, _ core: ServerCore) throws(RequestError) {
    if core.configuration.trustsForwardedHeaders {
      forwarded = Forwarded.address(connection)
      forwardedID = Forwarded.requestID(connection)
      isSecure =
        HeaderField.last("x-forwarded-proto", connection).map { ASCII.matches(ASCII.lastListItem($0), "https") } == true
      host = HeaderField.last("x-forwarded-host", connection).map(ASCII.lastListItem)
        .flatMap { !$0.isEmpty && RequestHead.isHost($0) ? $0 : nil }
    }
    if let problem = head.problem { throw problem }
    isChunked = head.isChunked
    if core.configuration.compression > 0 {
      if head.codings.takeGzip { coding = .gzip(level: core.configuration.compression) }
      takesBrotli = head.codings.takeBrotli
    }
    if target.whole.count > core.limits.targetBytes { throw .targetTooLong }
    if mhd_head_size(connection) > core.limits.headerBytes { throw .headerTooLarge }
    target = try target.parsed(isOptions: isMethod("OPTIONS"), below: core.configuration.basePath)
    host = host ?? target.authority ?? head.host
    port = host.flatMap(RequestHead.port)
    if port == (isSecure ? 443 : 80) { port = nil }
  }

  /// Adds a folder to the base path, if the path is below it.
  mutating func enter(_ folder: String) -> Bool { target.enter(folder) }

  func isMethod(_ method: StaticString) -> Bool {
    guard self.method.count == method.utf8CodeUnitCount, let start = self.method.baseAddress else { return false }
    return memcmp(start, method.utf8Start, self.method.count) == 0
  }

  /// Takes one of the requests that the address may have behind a trusted proxy.
  ///
  /// - Returns: False if the address has too many.
  mutating func takePlace(_ core: ServerCore) -> Bool {
    guard let address = forwarded.flatMap({ core.capacity.limited($0.network) }) else { return true }
    guard core.capacity.addresses.take(for: address) else { return false }
    placeAddress = address
    return true
  }

  func leavePlace(_ core: ServerCore) {
    if let placeAddress { core.capacity.addresses.giveBack(for: placeAddress) }
  }
}

/// A request's number as text: 13 characters, digits and small letters that do not look like digits.
enum RequestID {
  private static let alphabet: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"
  static let count = 13

  /// Writes the text, without a zero after it.
  static func write(_ number: UInt64, to bytes: UnsafeMutableRawPointer) {
    var rest = number
    for index in 0..<count {
      bytes.storeBytes(of: alphabet.utf8Start[Int(rest & 31)], toByteOffset: index, as: UInt8.self)
      rest >>= 5
    }
  }

  static func text(_ number: UInt64) -> String {
    String(unsafeUninitializedCapacity: count) { buffer in
      write(number, to: UnsafeMutableRawPointer(buffer.baseAddress!))
      return count
    }
  }
}

/// Numbers for requests. Each is new in this process, and another process is unlikely to have it.
struct RequestNumbers: ~Copyable, Sendable {
  private let state = Atomic(UInt64.random(in: .min ... .max))

  func next() -> UInt64 {
    // SplitMix64, whose last step is a bijection: no number comes twice, and neighbours look unlike each other.
    var number = state.wrappingAdd(0x9e37_79b9_7f4a_7c15, ordering: .relaxed).newValue
    number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
    return number ^ (number >> 31)
  }
}

/// The target in a request line (RFC 9112, section 3.2), in the memory of libmicrohttpd.
struct RequestTarget {
  /// As the client sent it.
  let whole: UnsafeRawBufferPointer
  var path: UnsafeRawBufferPointer
  /// The number of bytes of the path that are the server's base path; nil if the path is not below it.
  private(set) var baseSize: Int? = 0
  /// The part after the question mark; nil if there is none.
  let query: UnsafeRawBufferPointer?
  /// The host that a whole URL names; nil for a target that is a path.
  private(set) var authority: UnsafeRawBufferPointer?
  /// See `init(hidingQueryOf:)`.
  let hiddenByte: UInt8

  /// Returns the target with its parts.
  ///
  /// It is a path and perhaps a query; or a whole URL, as clients send it to proxies; or `*`.
  func parsed(isOptions: Bool, below basePath: String) throws(RequestError) -> RequestTarget {
    var target = self
    if path.first != 0x2f {
      if path.count == 1, path.first == 0x2a, query == nil, isOptions { return self }
      let scheme = ASCII.hasPrefix(path, "http://") ? 7 : ASCII.hasPrefix(path, "https://") ? 8 : 0
      guard scheme > 0, let slash = path[scheme...].firstIndex(of: 0x2f), slash > scheme else {
        throw .malformedTarget
      }
      let authority = UnsafeRawBufferPointer(rebasing: path[scheme..<slash])
      if !RequestHead.isHost(authority) { throw .malformedHost }
      target.authority = authority
      target.path = UnsafeRawBufferPointer(rebasing: path[slash...])
    }
    var isBad = false
    for byte in whole { isBad = isBad || byte <= 0x20 || byte == 0x7f || byte == 0x23 }
    if isBad { throw .malformedTarget }
    if !PercentEncoding.isWellFormed(target.path) { throw .malformedEncoding }
    if let query, !PercentEncoding.isWellFormed(query) { throw .malformedEncoding }
    let base = basePath.utf8
    let isBelow = base.isEmpty || target.path.starts(with: base) && target.path.dropFirst(base.count).first == 0x2f
    target.baseSize = isBelow ? base.count : nil
    return target
  }

  mutating func enter(_ folder: String) -> Bool {
    let (local, folder) = (localPath, folder.utf8)
    guard let baseSize, local.starts(with: folder), local.dropFirst(folder.count).first == 0x2f else { return false }
    self.baseSize = baseSize + folder.count
    return true
  }

  /// The path below the server's base path; the whole path if it is not below it.
  var localPath: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: path[(baseSize ?? 0)...]) }

  /// The size of the local path and the query.
  var localSize: Int { path.count - (baseSize ?? 0) + (query.map { $0.count + 1 } ?? 0) }

  /// Whether the local path and the query are this URL, byte for byte.
  func equals(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    guard url.count == localSize, let left = url.baseAddress, let right = localPath.baseAddress else { return false }
    return memcmp(left, right, url.count) == 0
  }
}

/// The parts of a URL's path and query. Both are percent-encoded and well-formed.
package enum TargetParts {
  /// The path and the query of a URL without a host. The query is nil if there is none.
  package static func split(_ url: String) -> (path: Substring, query: Substring?) {
    guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (url[...], nil) }
    return (url[..<mark], url[url.utf8.index(after: mark)...])
  }

  /// The path's segments, decoded. Empty ones are left out, so `/` has none.
  package static func segments(_ path: UnsafeRawBufferPointer) -> [String] {
    path.split(separator: 0x2f).compactMap { PercentEncoding.decode(UnsafeRawBufferPointer(rebasing: $0)) }
  }

  /// The query's names and values in their order, decoded as a form's are. A name without `=` has an empty value.
  package static func items(_ query: UnsafeRawBufferPointer) -> [(name: String, value: String)] {
    query.split(separator: 0x26).compactMap { piece in
      let mark = piece.firstIndex(of: 0x3d) ?? piece.endIndex
      let value = piece[mark...].dropFirst()
      guard
        let name = PercentEncoding.decode(UnsafeRawBufferPointer(rebasing: piece[..<mark]), plusIsSpace: true),
        let value = PercentEncoding.decode(UnsafeRawBufferPointer(rebasing: value), plusIsSpace: true)
      else { return nil }
      return (name, value)
    }
  }
}
