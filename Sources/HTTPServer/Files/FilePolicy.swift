/// The content security policy of a file that browsers show as a document, in which scripts could run (Content Security
/// Policy Level 3). Pages that use a file as a picture, style, script or font have a policy of their own.
enum FilePolicy {
  /// - Parameter type: The Content-Type of the file. Its parameters do not count.
  /// - Returns: Nil for files that are no documents.
  static func of(_ type: String) -> String? {
    switch type.prefix(while: { $0 != ";" }) {
    case "image/svg+xml", "application/xml": picture
    case "text/html": page
    default: nil
    }
  }

  /// Pictures often come from elsewhere: nothing runs or is loaded, and the document has no part in this server's origin.
  private static let picture =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

  /// A page is the app's own: it may have style in it, and use the files of this server. Scripts are in files of their own.
  private static let page =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    + "form-action 'self'; frame-ancestors 'self'"
}
