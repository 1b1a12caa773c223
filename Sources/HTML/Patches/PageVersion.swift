/// The version of a page: a random generation, and a number that grows by one with each rendering that changed anything.
///
/// Equal versions mean equal pages. The text is the generation, a dot and the number: `docs/reference/live-protocol.md`.
package struct PageVersion: Hashable, Sendable, CustomStringConvertible {
  /// 13 characters, which Swift stores in the value itself.
  package let generation: String
  package let number: Int

  package init(generation: String, number: Int) {
    self.generation = generation
    self.number = number
  }

  /// The first version of a new generation.
  package init() { self.init(generation: Self.randomGeneration(), number: 1) }

  /// Reads a version as `description` writes it; nil if the text is anything else.
  package init?(_ text: String) {
    var text = text
    guard let version = text.withUTF8(Self.read) else { return nil }
    self = version
  }

  private static func read(_ text: UnsafeBufferPointer<UInt8>) -> PageVersion? {
    let start = generationLength + 1
    func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    guard (start + 1...start + maximumDigits).contains(text.count), text[generationLength] == UInt8(ascii: "."),
      text[start] != UInt8(ascii: "0") || text.count == start + 1
    else { return nil }
    for byte in text[..<generationLength] where !isDigit(byte) && !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte) {
      return nil
    }
    var number = 0
    for byte in text[start...] {
      guard isDigit(byte) else { return nil }
      number = number * 10 + Int(byte & 15)
    }
    return PageVersion(generation: String(decoding: text[..<generationLength], as: UTF8.self), number: number)
  }

  package var next: PageVersion { PageVersion(generation: generation, number: number + 1) }

  package var description: String { "\(generation).\(number)" }

  private static func randomGeneration() -> String {
    let bits = UInt64.random(in: 0 ... .max)
    return String(unsafeUninitializedCapacity: generationLength) { text in
      for index in 0..<generationLength { text[index] = digits[Int(bits >> (5 * UInt64(index)) & 31)] }
      return generationLength
    }
  }

  /// Digits and lower-case letters, without those that look like others.
  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let generationLength = 13
  private static let maximumDigits = 15
}

extension HTMLBuffer {
  /// Appends a version as its `description` says it.
  package mutating func append(_ version: PageVersion) {
    append(markup: version.generation)
    append(".")
    append(version.number)
  }
}
