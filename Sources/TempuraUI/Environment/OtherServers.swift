/// The other servers whose content pages may show. The operator names them; none by default.
package struct OtherServers: Sendable, Equatable {
  /// The origins of pages in frames; `*` for any.
  package var frames: [String] = []
  /// The URL of the tiles of maps, with `{z}`, `{x}` and `{y}` for zoom, column and row.
  package var mapTiles: String?
  /// The text on maps. A URL at its end is its link.
  package var mapAttribution = "© OpenStreetMap contributors https://www.openstreetmap.org/copyright"
  package init() {}

  /// Whether a text is a scheme, a host and perhaps a port. If so, it needs no escaping in header fields.
  package static func isOrigin(_ text: String) -> Bool {
    text.wholeMatch(of: /https?:\/\/[A-Za-z0-9](?:[A-Za-z0-9.\-]*[A-Za-z0-9])?(?::[0-9]{1,5})?/) != nil
  }

  /// Returns origins that have commas between them; nil if one is not an origin.
  package static func origins(_ list: String) -> [String]? {
    let origins = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return list == "*" || origins.allSatisfy(isOrigin) ? origins : nil
  }

  /// Returns the origin of a URL of tiles; nil if the text is no such URL.
  package static func origin(ofTiles url: String) -> String? {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let origin = parts.prefix(3).joined(separator: "/")
    return parts.count == 4 && ["{z}", "{x}", "{y}"].allSatisfy(parts[3].contains) && isOrigin(origin) ? origin : nil
  }

  func allowsFrame(of link: LinkTarget) -> Bool {
    link.isPage && (frames == ["*"] || frames.contains { "\(link.url)/".hasPrefix("\($0)/") })
  }
}
