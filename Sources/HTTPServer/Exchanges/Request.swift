internal import Basics
internal import CMicroHTTPD
internal import Glibc

/// What a request says, in the memory of libmicrohttpd. It does not change any more once the head was read.
struct Request {
  let connection: OpaquePointer
  let startedAt = Clock.now()
  let number: UInt64
  private(set) var method = UnsafeRawBufferPointer(start: nil, count: 0)
  private(set) var target: RequestTarget
  private(set) var names = FieldNames(isUnknown: true)
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
    names = head.names
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
    guard core.capacity.take(of: .ofAddress, for: address) else { return false }
    placeAddress = address
    return true
  }

  func leavePlace(_ core: ServerCore) {
    if let placeAddress { core.capacity.giveBack(of: .ofAddress, for: placeAddress) }
  }
}
