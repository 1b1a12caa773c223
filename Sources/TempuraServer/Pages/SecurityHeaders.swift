internal import HTTPServer
internal import TempuraUI

/// Header fields that restrict what browsers do with pages.
enum SecurityHeaders {
  /// The client hints that pages ask for. Browsers send them in secure contexts only.
  private static let wantedHints =
    "Sec-CH-Prefers-Color-Scheme, Sec-CH-Viewport-Width, Sec-CH-Viewport-Height, Sec-CH-DPR"

  /// Those without which a page of assigned frames cannot fit the browser.
  static let hintsForFrames = "Sec-CH-Viewport-Width, Sec-CH-Viewport-Height"

  /// Sent with every page.
  static let shared: HTTPHeaders = [
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    // For layout, not security. Browsers obey it only over secure connections.
    "Accept-CH": wantedHints,
  ]

  /// Sent with redirects to pages, so that the browser tells its size with the next request.
  static let redirect: HTTPHeaders = ["Cache-Control": "no-store", "Accept-CH": wantedHints]

  /// Sent with every patch.
  static let patch: HTTPHeaders = [
    "Content-Type": "\(PageWriter.patchType); charset=utf-8", "Cache-Control": "no-store",
  ]

  /// Sent with answers without content.
  static let bare: HTTPHeaders = ["Cache-Control": "no-store"]

  /// The content security policy of pages without a style element: see ``PagePolicy``.
  static let error: HTTPHeaders = ["Content-Security-Policy": errorPolicy]

  /// In development, error pages have a script, too. Those of the panel are in a frame of the app's page.
  static let developmentError: HTTPHeaders = [
    "Content-Security-Policy": errorPolicy.replacing("frame-ancestors 'none'", with: "frame-ancestors 'self'")
      + withScript
  ]

  private static let withScript = "; script-src 'self'; connect-src 'self'"

  /// Sent with the page that browsers keep for times without network. Its script asks the server whether it is back.
  static let offlinePage: HTTPHeaders = [
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": errorPolicy + withScript,
  ]

  /// Sent with the page that sends another site's form again, by a script that has the nonce.
  static func relay(nonce: String) -> HTTPHeaders {
    let policy = errorPolicy.replacing("form-action 'none'", with: "form-action 'self'")
    return ["Content-Security-Policy": "\(policy); script-src 'nonce-\(nonce)'"]
  }

  private static let errorPolicy =
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

extension HTTPResponse {
  /// 204: there is nothing to say.
  static var noContent: HTTPResponse { HTTPResponse(status: .noContent, shared: SecurityHeaders.bare) }
}

/// The content security policy of pages of screens. They load resources only from this server and those that the
/// operator names, and cannot be framed by other sites (Content Security Policy Level 3).
struct PagePolicy: Sendable {
  private let headers: HTTPHeaders
  private let nonceOffset: Int

  /// Stands for a nonce, and is as long.
  private static let anyNonce: StaticString = "00000000000000000000000000000000"

  /// - Parameters:
  ///   - formOrigins: See `ServerConfiguration`.
  ///   - isFramed: Whether a page of this server may show the pages in a frame, as those of an app do with the panel.
  init(formOrigins: [String], _ otherServers: OtherServers = OtherServers(), isFramed: Bool = false) {
    let formAction = (["'self'"] + formOrigins).joined(separator: " ")
    let images = otherServers.mapTiles.flatMap(OtherServers.origin).map { " \($0)" } ?? ""
    let frames = otherServers.frames.isEmpty ? "" : "frame-src 'self' \(otherServers.frames.joined(separator: " ")); "
    headers = [
      "Content-Security-Policy":
        "default-src 'self'; style-src 'self' 'nonce-\(Self.anyNonce)'; img-src 'self' data:\(images); \(frames)"
        + "object-src 'none'; base-uri 'none'; form-action \(formAction); frame-ancestors \(isFramed ? "'self'" : "'none'")"
    ]
    nonceOffset = headers.offset(of: Self.anyNonce)
  }

  /// The header fields of a page whose style element has the nonce.
  func headers(nonce: String) -> HTTPHeaders {
    var headers = headers
    headers.overwrite(at: nonceOffset, with: nonce)
    return headers
  }
}

/// A text of `ServerConfiguration.formOrigins` that is not an origin.
struct FormOriginError: Error, Equatable, CustomStringConvertible {
  let text: String

  /// - Throws: The first text that is not a scheme, a host and perhaps a port.
  static func check(_ origins: [String]) throws(FormOriginError) {
    if let text = origins.first(where: { !OtherServers.isOrigin($0) }) { throw FormOriginError(text: text) }
  }

  var description: String {
    "ServerConfiguration.formOrigins: \"\(text)\" is not an origin. An origin is a scheme, a host and perhaps a port, without a "
      + "slash at its end, such as https://login.example.com."
  }
}
