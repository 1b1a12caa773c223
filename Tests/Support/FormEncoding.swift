/// Returns a form's body as browsers encode it (URL Standard, section 5.2): text is UTF-8, line breaks are CR LF.
package func formEncoded(_ fields: [(String, String)]) -> String {
  fields.map { "\(formEncoded($0.0))=\(formEncoded($0.1))" }.joined(separator: "&")
}

private func formEncoded(_ text: String) -> String {
  let digits = Array("0123456789ABCDEF".utf8)
  var encoded: [UInt8] = []
  let text = text.utf8.contains(0x0a) ? text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n") : text
  for byte in text.utf8 {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2a, 0x2d, 0x2e, 0x5f: encoded.append(byte)
    case 0x20: encoded.append(0x2b)
    default: encoded += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: encoded, as: UTF8.self)
}
