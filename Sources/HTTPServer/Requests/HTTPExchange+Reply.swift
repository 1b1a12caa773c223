internal import CMicroHTTPD

extension HTTPExchange {
  /// Makes libmicrohttpd's response. Nil when there is no memory for it. The body is taken over in any case.
  func makeReply(_ response: HTTPResponse, isClosing: Bool) -> OpaquePointer? {
    assert((200...599).contains(response.status.code), "A response has a final status, from 200 to 599")
    let mayHaveBody = response.status != .noContent && response.status != .notModified
    if !mayHaveBody { response.body.discard() }
    guard let reply = (mayHaveBody ? response.body : .none).makeResponse() else { return nil }
    Self.add(response.shared, to: reply)
    Self.add(response.headers, to: reply)
    if let forwardedID {
      MHD_add_response_header(reply, "X-Request-Id", forwardedID)
    } else {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: RequestID.count + 1) { text in
        guard let start = text.baseAddress else { return }
        RequestID.write(number, to: start)
        text[RequestID.count] = 0
        MHD_add_response_header(reply, "X-Request-Id", start)
      }
    }
    if isClosing { MHD_add_response_header(reply, "Connection", "close") }
    return reply
  }

  private static func add(_ headers: HTTPHeaders, to reply: OpaquePointer) {
    headers.block.withUnsafeBytes { bytes in
      guard var name = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      let end = name + bytes.count
      while name < end {
        let value = name + ASCII.count(name) + 1
        MHD_add_response_header(reply, name, value)
        name = value + ASCII.count(value) + 1
      }
    }
  }
}
