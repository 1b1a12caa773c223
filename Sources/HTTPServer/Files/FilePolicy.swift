/// The content security policy of a file that browsers show as a document, in which scripts could run (Content Security
/// Policy Level 3). It does not apply to a file that a page uses as a picture, style, script or font.
enum FilePolicy {
  /// - Parameter type: The Content-Type of the file. Its parameters do not count.
  /// - Returns: Nil for files that are not documents.
  static func of(_ type: String) -> String? {
    switch type.prefix(while: { $0 != ";" }) {
    case "image/svg+xml", "application/xml": picture
    case "text/html": page
    default: nil
    }
  }

  /// Pictures often come from elsewhere: they run no script, load nothing, and do not belong to the origin of this server.
  private static let picture =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

  /// A page belongs to the app: it may contain style, and use files of this server. Its scripts must be files.
  private static let page =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    + "form-action 'self'; frame-ancestors 'self'"
}
