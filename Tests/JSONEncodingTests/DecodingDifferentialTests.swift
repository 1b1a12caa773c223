import Foundation
import JSONEncoding
import TestSupport
import Testing

/// Decodes random values, valid and damaged, and compares the results and errors with those of `JSONDecoder`.
struct DecodingDifferentialTests {
  /// Decodes a value by a script, with the decoder of `JSONDecoder`.
  private struct Theirs: DecodableWithConfiguration {
    let trace: [AnyHashable]

    init(from decoder: any Decoder, configuration seed: UInt64) { trace = DecoderScript.run(decoder, seed: seed) }
  }

  private static func trace(_ body: () throws -> [AnyHashable]) -> [AnyHashable] {
    do { return try body() } catch { return [DecoderScript.text(error)] }
  }

  /// - Returns: Whether it is valid.
  private static func compare(_ json: [UInt8], _ seed: UInt64) -> Bool {
    let theirs = trace { try JSONDecoder().decode(Theirs.self, from: Data(json), configuration: seed).trace }
    let ours = trace { try DirectJSON.withDecoder(of: json) { DecoderScript.run($0, seed: seed) } }
    #expect(ours == theirs, "\(String(decoding: json, as: UTF8.self))")
    return theirs != ["invalid"]
  }

  @Test func randomTextsHaveTheValuesAndErrorsOfJSONDecoder() {
    var json = RandomJSON(numbers: SeededNumbers(seed: 1))
    for number in 0..<1000 {
      let text = json.value(depth: number % 100 < 5 ? 5 : 2)
      #expect(Self.compare(Array(text.utf8), json.numbers.next()), "\(text)")
    }
  }

  @Test func damagedTextsHaveTheValuesAndErrorsOfJSONDecoder() {
    var json = RandomJSON(numbers: SeededNumbers(seed: 2))
    var valid = 0
    for _ in 0..<1000 {
      var text = Array(json.value(depth: 2).utf8)
      json.damage(&text)
      if Self.compare(text, json.numbers.next()) { valid += 1 }
    }
    #expect(200..<800 ~= valid)
  }
}
