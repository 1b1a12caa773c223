internal import Glibc
internal import Synchronization

/// What all threads of a server share.
final class ServerCore: Sendable {
  let configuration: HTTPServerConfiguration
  let handler: any HTTPHandler
  let capacity: Capacity
  let answers: AnswersInFlight
  let requestNumbers = RequestNumbers()

  /// Whether the server is about to stop: it closes each connection after the next answer.
  let isStopping = Atomic(false)
  /// The time from which new requests are refused; `UInt64.max` before the server stops.
  let refusalStart = Atomic<UInt64>(.max)

  init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
    self.configuration = configuration
    self.handler = handler
    capacity = Capacity(configuration.limits)
    answers = AnswersInFlight(capacity)
  }

  /// Makes the answer to a request that the server itself refuses.
  ///
  /// - Parameters:
  ///   - requestID: Empty if the request has none, because its first line has not arrived.
  ///   - header: Returns the request's header field of a name; nil if there is none, or if it has not arrived.
  func refusal(
    _ problem: RequestError, requestID: String = "", header: (StaticString) -> String? = { _ in nil }
  ) -> HTTPResponse {
    configuration.refusal(
      RefusedRequest(
        problem: problem, limit: limits.limit(of: problem), requestID: requestID, accept: header("Accept"),
        acceptLanguage: header("Accept-Language")))
  }

  var limits: HTTPLimits { configuration.limits }

  /// The address that connections are limited by; nil for one without a limit. Connections of a trusted proxy are not
  /// limited: its requests are, by the address that it names.
  func limitedAddress(ofConnectionFrom address: NetworkAddress) -> NetworkAddress? {
    configuration.trustsForwardedHeaders ? nil : capacity.limited(address)
  }
}

/// The client of a connection, as far as a request needs to know it.
final class Peer: Sendable {
  let core: ServerCore
  let descriptor: Int32
  let address: NetworkAddress
  let addressText: [UInt8]

  init(_ core: ServerCore, descriptor: Int32, address: UnsafePointer<sockaddr>) {
    self.core = core
    self.descriptor = descriptor
    self.address = NetworkAddress(address)
    addressText = NetworkAddress.text(of: address)
  }
}
