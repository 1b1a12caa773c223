internal import Basics
internal import HTML
internal import HTTPServer
internal import SessionKernel
internal import Sessions

/// The header fields by which a live request describes its page: see docs/reference/live-protocol.md. Its answer is a patch instead of a page.
/// `ClientHints` reads the fields `Tempura-Screen` and `Tempura-Time-Zone`.
struct LiveRequest: Sendable {
  /// The version that the client shows; nil if the field is missing or malformed: the answer has the whole page.
  let version: PageVersion?
  /// The release of the files that the page was made for.
  let release: String
  /// The name of the browser's tab; nil if it is malformed.
  let tab: String?
  /// What the page says of its session; nil if it says nothing.
  let mark: SessionMark?
  /// The id of the element that has the focus; nil if the field is missing or malformed.
  let focus: String?
  /// The name of the client's stream, which is not told of what this request does; nil if none is open.
  let stream: String?

  /// Returns the claim of a request without a form: a hash of its tab's name, which only the page and the server know.
  static func claim(ofTab tab: String) -> RenamedSession.Claim { SessionKey(ofClaim: [["tab", tab]]) }

  /// Whether a request wants a patch.
  static func isLive(_ exchange: any Exchange) -> Bool { exchange.header("Accept", is: PageWriter.patchType) }

  /// - Returns: nil for a request that wants a page.
  init?(_ exchange: any Exchange) {
    guard Self.isLive(exchange) else { return nil }
    version = exchange.header("Tempura-Version").flatMap { PageVersion($0) }
    release = exchange.header("Tempura-Release") ?? ""
    tab = exchange.header("Tempura-Tab").flatMap(Self.validName)
    mark = exchange.header("Tempura-Session").flatMap { SessionMark($0) }
    focus = exchange.header("Tempura-Focus").flatMap { header in
      Array(header.utf8).withUnsafeBytes { PercentEncoding.decode($0) }?.streamSafe
    }
    stream = exchange.header("Tempura-Stream").flatMap(Self.validName)
  }

  private static let longestName = 32

  /// Returns a name that a client gave to its tab or stream; nil if it is malformed.
  static func validName(_ text: String) -> String? {
    guard (1...longestName).contains(text.utf8.count) else { return nil }
    var name = text
    let isName = name.withUTF8 { bytes in
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          continue
        default: return false
        }
      }
      return true
    }
    return isName ? name : nil
  }
}
