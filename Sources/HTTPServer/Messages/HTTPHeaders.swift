/// Header fields of a response, as the C strings that libmicrohttpd takes, so that sending them allocates nothing here.
///
/// Fields that many responses share are made once (`HTTPResponse.shared`).
package struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
  /// name, 0, value, 0, name, 0, …
  private(set) var block: [UInt8] = []

  package init() {}

  /// Sent with every answer.
  static let always: HTTPHeaders = ["X-Content-Type-Options": "nosniff"]

  package init(dictionaryLiteral fields: (StaticString, String)...) {
    for (name, value) in fields { append(name, value) }
  }

  /// Adds a field at the end. A field of the same name stays.
  ///
  /// - Parameters:
  ///   - name: A token (RFC 9110, section 5.1).
  ///   - value: Control characters in it are left out, so that no value can begin another field.
  package mutating func append(_ name: StaticString, _ value: String) {
    name.withUTF8Buffer { append(name: $0, value: value) }
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
