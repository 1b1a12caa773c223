/// The part of a file that a request asks for (RFC 9110, section 14).
enum FileRange: Equatable {
  case whole, part(Range<Int>), unsatisfiable

  /// - Parameters:
  ///   - field: The field Range of a GET request. Several ranges, which RFC 9110 allows, and malformed ones mean the whole file.
  ///   - condition: The field If-Range. A date never matches, because no answer has Last-Modified.
  ///   - tag: The strong entity tag of the file, whose size is in bytes.
  init(_ field: String?, ifRange condition: String?, size: Int, tag: String) {
    self = .whole
    guard condition == nil || condition == tag,
      let (_, first, last) = field?.wholeMatch(of: /(?i:bytes)=[ \t]*([0-9]*)-([0-9]*)[ \t]*/)?.output
    else { return }
    // A number with too many digits is larger than any file.
    let (start, end) = (Int(first) ?? .max, Int(last) ?? .max)
    if !first.isEmpty, last.isEmpty || start <= end {
      self = start < size ? .part(start..<min(end, size - 1) + 1) : .unsatisfiable
    } else if first.isEmpty, !last.isEmpty, end == 0 || size > 0 {
      self = end == 0 ? .unsatisfiable : .part(max(0, size - end)..<size)
    }
  }

  /// Returns 200, 206 or 416.
  ///
  /// - Parameter body: The whole file.
  func response(shared: HTTPHeaders, headers: HTTPHeaders, body: ResponseBody) -> HTTPResponse {
    var response = HTTPResponse(shared: shared, headers: headers, body: body)
    // Icons are never asked for by parts, and a first visit has many.
    if body.count > 1024 { response.headers.append("Accept-Ranges", "bytes") }
    switch self {
    case .whole: break
    case .part(let range):
      response.status = .partialContent
      response.headers.append("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)")
      response.body = body.part(range)
    case .unsatisfiable:
      response.status = .rangeNotSatisfiable
      response.headers.append("Content-Range", "bytes */\(body.count)")
      response.body = .none
      body.discard()
    }
    return response
  }
}
