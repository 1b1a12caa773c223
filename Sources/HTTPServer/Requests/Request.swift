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
  /// How the content of the answer may be coded.
  private(set) var coding = ContentCoding.identity
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
    }
    if let problem = head.problem { throw problem }
    if head.codings.takeGzip, core.configuration.compression > 0 {
      coding = .gzip(level: core.configuration.compression)
    }
    if target.whole.count > core.limits.targetBytes { throw .targetTooLong }
    if mhd_head_size(connection) > core.limits.headerBytes { throw .headerTooLarge }
    target = try target.parsed(isOptions: isMethod("OPTIONS"))
  }

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
