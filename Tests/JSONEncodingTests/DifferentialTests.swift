import Foundation
import JSONEncoding
import TestSupport
import Testing

/// Encodes random values, and compares the texts and errors with those of `JSONEncoder`. The environment variables
/// `JSON_SEED` and `JSON_VALUES` choose others.
struct DifferentialTests {
  private static func number(_ variable: String, _ standard: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init) ?? standard
  }

  private static func text(_ encode: () throws -> [UInt8]) -> String {
    do { return String(decoding: canonical(try encode()), as: UTF8.self) } catch { return "\(error)" }
  }

  @Test func randomValuesHaveTheTextsAndErrorsOfJSONEncoder() {
    let seed = Self.number("JSON_SEED", 1)
    let count = Int(Self.number("JSON_VALUES", 20_000))
    var numbers = SeededNumbers(seed: seed)
    var direct = 0
    for number in 0..<count {
      let value = RandomScript(seed: numbers.next(), depth: number % 100 < 2 ? 4 : 1, isWild: number % 2 == 0)
      let theirs = Self.text { Array(try JSONEncoder().encode(value)) }
      let bytes = DirectJSON.encodeDirectly(value)
      if bytes != nil { direct += 1 }
      let ours = Self.text { try bytes ?? DirectJSON.encode(value) }
      #expect(ours == theirs, "\(value)")
      if !value.isWild { #expect(bytes != nil || theirs.contains("did not encode any values"), "\(value)") }
    }
    print("json: seed \(seed), \(count) values, \(direct) of them without JSONEncoder")
  }
}
