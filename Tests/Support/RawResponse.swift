/// A response of HTTP/1.1.
package struct RawResponse: Equatable {
  package let status: Int
  /// The status line and the header fields.
  package let head: String
  package let body: [UInt8]

  package init(head: String, body: [UInt8]) {
    status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
    self.head = head
    self.body = body
  }

  package var text: String { String(decoding: body, as: UTF8.self) }

  package var isPage: Bool { header("Content-Type")?.hasPrefix("text/html") == true && !body.isEmpty }

  /// The first value of a header field.
  package func header(_ name: String) -> String? { headers(name).first }

  /// The values of a header field, in their order.
  package func headers(_ name: String) -> [String] {
    head.split(separator: "\r\n").dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else { return nil }
      return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
  }
}
