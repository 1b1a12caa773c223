internal import CMicroHTTPD

/// The answer of a handler.
package struct HTTPResponse: Sendable {
  package var status: HTTPStatus
  /// Fields that many responses share, sent before `headers`.
  package var shared: HTTPHeaders
  package var headers: HTTPHeaders
  package var body: ResponseBody

  package init(
    status: HTTPStatus = .ok, shared: HTTPHeaders = HTTPHeaders(), headers: HTTPHeaders = HTTPHeaders(),
    body: ResponseBody = .none
  ) {
    self.status = status
    self.shared = shared
    self.headers = headers
    self.body = body
  }

  /// 303: the client has to get another URL.
  package static func seeOther(_ location: String, shared: HTTPHeaders = HTTPHeaders()) -> HTTPResponse {
    HTTPResponse(status: .seeOther, shared: shared, headers: ["Location": location])
  }

  /// 405 with the methods that the URL allows (RFC 9110, section 15.5.6).
  package static func methodNotAllowed(allow: String, shared: HTTPHeaders = HTTPHeaders()) -> HTTPResponse {
    HTTPResponse(status: .methodNotAllowed, shared: shared, headers: ["Allow": allow])
  }

  /// 204 as the answer to OPTIONS, with the methods that the URL allows.
  package static func options(allow: String) -> HTTPResponse {
    HTTPResponse(status: .noContent, headers: ["Allow": allow])
  }

  /// The response as it is sent, with its length.
  ///
  /// - Parameter withBody: False for the answer to a HEAD.
  func bytes(withBody: Bool = true) -> [UInt8] {
    var bytes = Array("HTTP/1.1 \(status)\r\n".utf8)
    shared.write(to: &bytes)
    headers.write(to: &bytes)
    bytes += "Content-Length: \(body.count)\r\n\r\n".utf8
    if withBody { body.withBytes { bytes += $0 } }
    return bytes
  }

  /// The header fields and the body, for code that answers without a connection. Call it once: it frees the body.
  package consuming func read() -> (fields: [(name: String, value: String)], body: [UInt8]) {
    var fields: [(name: String, value: String)] = []
    for headers in [shared, headers] {
      headers.forEach { name, value in
        fields.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
      }
    }
    var bytes: [UInt8] = []
    body.withBytes { bytes = Array($0) }
    body.discard()
    return (fields, bytes)
  }
}

/// The status code of a response (RFC 9110, section 15).
package struct HTTPStatus: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  package let code: UInt16

  package init(_ code: UInt16) { self.code = code }
  package init(integerLiteral code: UInt16) { self.code = code }

  package static let ok: Self = 200
  package static let created: Self = 201
  package static let accepted: Self = 202
  package static let noContent: Self = 204
  package static let found: Self = 302
  package static let seeOther: Self = 303
  package static let notModified: Self = 304
  package static let badRequest: Self = 400
  package static let forbidden: Self = 403
  package static let notFound: Self = 404
  package static let methodNotAllowed: Self = 405
  package static let requestTimeout: Self = 408
  package static let conflict: Self = 409
  package static let gone: Self = 410
  package static let contentTooLarge: Self = 413
  package static let uriTooLong: Self = 414
  package static let unsupportedMediaType: Self = 415
  package static let misdirectedRequest: Self = 421
  package static let unprocessableContent: Self = 422
  package static let tooManyRequests: Self = 429
  package static let headerFieldsTooLarge: Self = 431
  package static let internalServerError: Self = 500
  package static let notImplemented: Self = 501
  package static let serviceUnavailable: Self = 503

  /// The usual phrase for the code, such as "Not Found"; empty for an unknown code.
  package var reason: String {
    MHD_get_reason_phrase_for(UInt32(code)).map { String(cString: $0) } ?? ""
  }

  package var description: String { "\(code) \(reason)" }
}

/// Header fields of a response, as the C strings that libmicrohttpd takes, so that sending them allocates nothing here.
///
/// Fields that many responses share are made once (`HTTPResponse.shared`).
package struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
  /// name, 0, value, 0, name, 0, …
  private(set) var block: [UInt8] = []

  package init() {}

  package init(dictionaryLiteral fields: (StaticString, String)...) {
    for (name, value) in fields { append(name, value) }
  }

  package var isEmpty: Bool { block.isEmpty }

  /// Adds a field at the end. A field of the same name stays.
  ///
  /// - Parameters:
  ///   - name: A token (RFC 9110, section 5.1).
  ///   - value: Control characters in it are left out, so that no value can begin another field.
  package mutating func append(_ name: StaticString, _ value: String) {
    name.withUTF8Buffer { append(name: $0, value: value) }
  }

  /// Adds a field whose name is made at run time. Traps if the name is not a token.
  package mutating func append(named name: String, _ value: String) {
    var name = name
    name.withUTF8 { append(name: $0, value: value) }
  }

  private mutating func append(name: UnsafeBufferPointer<UInt8>, value: String) {
    precondition(
      !name.isEmpty && name.allSatisfy { HTTPToken.contains($0) },
      "The name of a header field has only letters, digits and hyphens")
    block.reserveCapacity(block.count + name.count + value.utf8.count + 2)
    block.append(contentsOf: name)
    block.append(0)
    var value = value
    value.withUTF8 { bytes in
      if ASCII.hasControls(UnsafeRawBufferPointer(bytes)) {
        block.append(contentsOf: bytes.lazy.filter { !ASCII.isControl($0) })
      } else {
        block.append(contentsOf: bytes)
      }
    }
    block.append(0)
  }

  /// Writes text without control characters over the bytes of a value, from an offset in ``block`` on.
  package mutating func overwrite(at offset: Int, with text: String) {
    var text = text
    text.withUTF8 { text in
      precondition(!ASCII.hasControls(UnsafeRawBufferPointer(text)), "A value has no control characters")
      block.withUnsafeMutableBytes {
        UnsafeMutableRawBufferPointer(rebasing: $0[offset...]).copyMemory(from: UnsafeRawBufferPointer(text))
      }
    }
  }

  /// The offset in ``block`` of a text that is in it.
  package func offset(of text: StaticString) -> Int {
    guard let offset = text.withUTF8Buffer({ text in block.indices.first { block[$0...].starts(with: text) } })
    else { preconditionFailure("No field has the text \(text)") }
    return offset
  }

  /// Calls the closure with each field, in order.
  package func forEach(_ body: (_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Void) {
    block.withUnsafeBufferPointer { bytes in
      var rest = bytes[...]
      while let name = rest.firstIndex(of: 0), let value = rest[(name + 1)...].firstIndex(of: 0) {
        body(UnsafeBufferPointer(rebasing: rest[..<name]), UnsafeBufferPointer(rebasing: rest[(name + 1)..<value]))
        rest = rest[(value + 1)...]
      }
    }
  }

  /// Appends the fields as lines of the head of a message.
  func write(to bytes: inout [UInt8]) {
    forEach { name, value in
      bytes += name
      bytes += ": ".utf8
      bytes += value
      bytes += "\r\n".utf8
    }
  }
}
