/// The version of a page: a random generation, and a number that grows by one with each rendering that changed anything.
///
/// Equal versions mean equal pages. The text is the generation in 13 characters, a dot and the number: `docs/live.md`.
package struct PageVersion: Hashable, Sendable, CustomStringConvertible {
  package let generation: UInt64
  package private(set) var number: Int

  package init(generation: UInt64, number: Int) {
    self.generation = generation
    self.number = number
  }

  /// The first version of a new generation.
  package init() { self.init(generation: .random(in: 0 ... .max), number: 1) }

  /// Reads a version as `description` writes it; nil if the text is anything else.
  package init?(_ text: some StringProtocol) {
    let bytes = text.utf8
    guard bytes.count > Self.generationLength + 1, bytes.count <= Self.generationLength + 1 + Self.maximumDigits
    else { return nil }
    var generation: UInt64 = 0
    var number = 0
    for (index, byte) in bytes.enumerated() {
      switch index {
      case ..<Self.generationLength:
        guard let digit = Self.digits.firstIndex(of: byte), index > 0 || digit < 16 else { return nil }
        generation = generation << 5 | UInt64(digit)
      case Self.generationLength:
        guard byte == UInt8(ascii: ".") else { return nil }
      default:
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    self.init(generation: generation, number: number)
    guard bytes.elementsEqual(description.utf8) else { return nil }  // no zeros before the number
  }

  package var next: PageVersion { PageVersion(generation: generation, number: number + 1) }

  package var description: String {
    let text = String(unsafeUninitializedCapacity: Self.generationLength) { text in
      for index in 0..<Self.generationLength {
        text[index] = Self.digits[Int(generation >> (5 * UInt64(Self.generationLength - 1 - index)) & 31)]
      }
      return Self.generationLength
    }
    return "\(text).\(number)"
  }

  /// Digits and lower-case letters, without those that look like others.
  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let generationLength = 13
  private static let maximumDigits = 15
}
