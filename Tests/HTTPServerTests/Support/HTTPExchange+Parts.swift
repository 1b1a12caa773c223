@testable import HTTPServer

extension HTTPExchange {
  /// The path's segments, decoded.
  var pathSegments: [String] { whileOpen { _ in TargetParts.segments(request.target.localPath) } ?? [] }

  /// The address of the client, or of a proxy that is not trusted.
  var clientAddress: String { String(decoding: request.forwarded?.text ?? peer.addressText, as: UTF8.self) }
}
