extension HTTPResponse {
  /// What is in the response, for whoever answers without a connection. It can be read once: what the body owns is freed.
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
