internal import Glibc

extension HTTPExchange {
  /// Whether the request line names this URL, byte for byte. Costs less than to ask for the path.
  package func isTarget(_ url: String) -> Bool {
    var url = url
    return url.withUTF8 { url in
      guard url.count == target.count, let left = url.baseAddress, let right = target.baseAddress else { return false }
      return whileOpen { _ in memcmp(left, right, url.count) == 0 } ?? false
    }
  }
}
