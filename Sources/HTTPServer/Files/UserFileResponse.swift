internal import Basics
internal import Glibc

extension HTTPResponse {
  /// The header fields of files that one user may have, besides those of each file.
  package static let userFile: HTTPHeaders = [
    // Browsers ask each time whether the user may still have it.
    "Cache-Control": "private, no-cache",
    "Cross-Origin-Resource-Policy": "same-origin",
    // For a file that is opened by itself. It runs nothing, and does not belong to the origin of this server.
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox",
  ]

  /// The answer with a file that one user may have, or a part of it; 304 if the client has it already.
  ///
  /// - Parameters:
  ///   - type: Its media type. Browsers save files of most types, instead of showing them.
  ///   - name: The name that a browser saves it under.
  ///   - tag: The entity tag; nil for that of the file's version.
  ///   - known: The field If-None-Match of the request.
  ///   - range: The field Range of a GET request.
  ///   - condition: Its field If-Range.
  /// - Returns: Also the entity tag of the file; nil if there is no such regular file.
  package static func userFile(
    at path: String, type: String, name: String, tag: String? = nil, ifNoneMatch known: String?, range: String?,
    ifRange condition: String?
  ) -> (response: HTTPResponse, tag: String)? {
    guard case .file(let descriptor, let status) = StaticFiles.open(at: path) else { return nil }
    let tag = tag ?? StaticFiles.tag(of: status)
    let body = ResponseBody.file(descriptor: descriptor, size: status.st_size)
    if let known, EntityTag.matches(tag, field: known) {
      body.discard()
      return (HTTPResponse(status: .notModified, shared: userFile, headers: ["ETag": tag]), tag)
    }
    let headers: HTTPHeaders = [
      "ETag": tag,
      // Without a charset, browsers read plain text in an encoding of their own.
      "Content-Type": type == "text/plain" ? "text/plain; charset=utf-8" : type,
      "Content-Disposition": (isShown(type) ? "inline" : "attachment") + fileName(name),
    ]
    let range = FileRange(range, ifRange: condition, size: body.count, tag: tag)
    return (range.response(shared: userFile, headers: headers, body: body), tag)
  }

  /// Whether browsers show files of a type. Others, such as HTML, SVG and PDF, may contain scripts or forms.
  package static func isShown(_ type: String) -> Bool {
    switch type {
    case "image/png", "image/jpeg", "image/gif", "image/webp", "text/plain": true
    default: type.hasPrefix("audio/") || type.hasPrefix("video/")
    }
  }

  /// The parameters with a name: in ASCII for old clients, and in UTF-8 (RFC 6266, section 4.3; RFC 8187).
  private static func fileName(_ name: String) -> String {
    let scalars = String.UnicodeScalarView(name.unicodeScalars.prefix(255))  // file systems take 255 bytes
    let plain = scalars.map { scalar in
      scalar.isASCII && scalar.value >= 0x20 && !"\"\\%\u{7f}".unicodeScalars.contains(scalar) ? String(scalar) : "_"
    }
    return "; filename=\"\(plain.joined())\"; filename*=UTF-8''\(PercentEncoding.encode(String(scalars)))"
  }
}
