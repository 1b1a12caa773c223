internal import HTTPServer
internal import Synchronization

/// What new sessions may cost. Can be used on any thread.
final class NewSessions: Sendable {
  /// How many an address may begin.
  private let rate: AddressRate
  private let hasWarnedOfProxy = Atomic(false)

  init(_ limit: AddressRateLimit) { rate = AddressRate(limit) }

  /// Returns whether a request may begin a session.
  func admit(_ exchange: any Exchange, _ log: Log) -> Bool {
    warnOfProxy(exchange, log)
    return exchange.network.map { rate.take(for: $0) } ?? true
  }

  /// Reports in the log, once, that a request has header fields of a proxy that is not trusted.
  private func warnOfProxy(_ exchange: any Exchange, _ log: Log) {
    guard !hasWarnedOfProxy.load(ordering: .relaxed), let name = exchange.ignoredProxyField,
      !hasWarnedOfProxy.exchange(true, ordering: .relaxed)
    else { return }
    log.report(
      "A request has the header field \(name), which is ignored. If this server is behind a proxy, start it with "
        + "--trust-proxy: without it the cookie is not bound to this host, and limits per address have no effect. If it is "
        + "not, the client forged the field.", .warning)
  }
}
