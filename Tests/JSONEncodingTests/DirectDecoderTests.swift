import Foundation
import JSONEncoding
import Testing

/// Values at the limits of what is read without `JSONDecoder`.
struct DirectDecoderTests {
  private func compare<Value: Decodable & Equatable>(_ type: Value.Type, _ json: [UInt8]) {
    let theirs = try? JSONDecoder().decode(type, from: Data(json))
    let ours = try? DirectJSON.decode(type, from: json)
    #expect(ours == theirs, "\(type) \(String(decoding: json, as: UTF8.self))")
  }

  private func compare<Value: Decodable & Equatable>(_ type: Value.Type, _ json: String) {
    compare(type, Array(json.utf8))
  }

  private static let numbers = [
    "0", "-0", "-0.0", "0.0e5", "1e2", "1E-2", "1.0", "127", "128", "-129", "255", "256", "2147483648", "4294967295",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
    "18446744073709551616", "99999999999999999", "999999999999999999", "9999999999999999999",
    "170141183460469231731687303715884105727", "340282366920938463463374607431768211456", "0.1", "0.30000000000000004",
    "9007199254740993", "4503599627370495.5", "786543210.123456", "-3.4028235e38", "3.5e38", "16777217", "16777216.5",
    "1e-46", "1e-45", "5e-324", "1e-310", "2.2250738585072014e-308", "1.7976931348623157e308", "1e309", "1e-400",
    "123456789012345678.9", "0.00000000000000001", "0.000000000000000000000001", "1.100", "01", "+1", "1.", ".5", "1e",
    "-", "0x1", "1 1", "NaN", "Infinity", "1_000",
  ]

  @Test(arguments: numbers) func numbersAreThoseOfJSONDecoder(text: String) {
    compare(Int8.self, text)
    compare(UInt8.self, text)
    compare(Int32.self, text)
    compare(UInt32.self, text)
    compare(Int.self, text)
    compare(UInt64.self, text)
    compare(Int128.self, text)
    compare(UInt128.self, text)
    compare(Float.self, text)
    compare(Double.self, text)
    compare(Decimal.self, text)
    compare(Date.self, "  \(text)\n")
    compare([Double?].self, "[\(text), null]")
  }

  @Test func theSignOfZeroIsKept() throws {
    #expect(try DirectJSON.decode(Double.self, from: Array("-0".utf8)).sign == .minus)
    #expect(try DirectJSON.decode([Float].self, from: Array("[-0.0]".utf8))[0].sign == .minus)
  }

  private struct Place: Decodable { let byName: [String: [Int8]] }

  @Test func aNumberThatDoesNotFitIsAnErrorWithItsPath() {
    let error = #expect(throws: DecodingError.self) {
      try DirectJSON.decode(Place.self, from: Array(#"{"byName":{"7":[1,-300]}}"#.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(context.debugDescription == "-300 does not fit in Int8.")
    #expect(context.codingPath.map(\.stringValue) == ["byName", "7", "Index 1"])
    #expect(context.codingPath.map(\.intValue) == [nil, 7, 1])
  }

  @Test func objectsWithManyNamesAreRead() throws {
    let values = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("\($0)", $0) })
    #expect(try DirectJSON.decode([String: Int].self, from: DirectJSON.encode(values)) == values)
    let twice = "{" + (0..<40).map { "\"\($0 % 20)\":\($0)" }.joined(separator: ",") + "}"
    compare([String: Int].self, twice)
    compare([Int: Int].self, twice)
  }

  @Test(arguments: [512, 513]) func valuesAreNestedAsDeeplyAsInJSONDecoder(depth: Int) {
    for (start, end) in [("[", "]"), (#"{"a":["#, "]}")] {
      let levels = depth / (start.utf8.count > 1 ? 2 : 1)
      let json = String(repeating: start, count: levels) + String(repeating: end, count: levels)
      compare(Skipped.self, json)
      compare(Skipped.self, "[\(json)]")
    }
  }

  @Test func bytesThatAreNotUTF8AreLeftToJSONDecoder() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0xAF]] {
      let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
      compare(String.self, text)
      compare([String: Int].self, Array("{".utf8) + text + Array(":1}".utf8))
      compare(Skipped.self, Array("[".utf8) + text + Array("]".utf8))
    }
    compare([Int].self, [0xEF, 0xBB, 0xBF] + Array("[1]".utf8))
    compare([Int].self, Array("[1]".utf16.flatMap { [UInt8($0), 0] }))
  }

  // `JSONDecoder` reads "[1,]".
  @Test(arguments: [
    "", " ", "[", "[1", "[1,", "{", #"{"a""#, #"{"a":"#, "\"", #""\"#, #""\u00"#, #""\ud800""#, #""\ud800\u0041""#,
    #""\udc00""#, #""\ud83e\udeb4""#, "[1]x", "[,]", "[1,]",
    #"{"a":1,}"#, "{,}", "tru", "nulll", "\u{0}",
  ])
  func damagedTextsAreReadAsByJSONDecoder(text: String) {
    compare(Skipped.self, text)
    compare(String.self, text)
  }
}
