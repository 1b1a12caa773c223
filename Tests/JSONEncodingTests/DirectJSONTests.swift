import Foundation
import JSONEncoding
import Testing

/// What is written without `JSONEncoder`, and what is not.
struct DirectJSONTests {
  /// Returns the text of a value that is written without `JSONEncoder`; nil if only `JSONEncoder` can write it.
  private func direct(_ value: some Encodable) -> String? {
    DirectJSON.encodeDirectly(value).map { String(decoding: $0, as: UTF8.self) }
  }

  private func isLikeTheirs(_ value: some Encodable) throws -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let (ours, theirs) = (try DirectJSON.encode(value), Array(try encoder.encode(value)))
    return canonical(ours) == canonical(theirs)
  }

  @Test func elementsHaveTheOrderInWhichTheyAreEncoded() {
    struct Value: Encodable { let b = 1, a = "x/y", c: Int? = nil, d = [true, false] }
    #expect(direct(Value()) == #"{"b":1,"a":"x\/y","d":[true,false]}"#)
  }

  @Test func everyScalarIsWrittenWithoutJSONEncoder() throws {
    let text = (0..<0x3000).compactMap { Unicode.Scalar($0).map(String.init) }.joined() + "\u{10ffff}"
    #expect(direct(text) != nil)
    #expect(try isLikeTheirs(text))
    for length in 0..<20 {
      for position in 0..<length {
        for byte in ["\"", "/", "\\", "\u{1f}", "\u{7f}", "\u{80}", " "] {
          let text =
            String(repeating: "x", count: position) + byte + String(repeating: "y", count: length - position - 1)
          #expect(try isLikeTheirs(text))
        }
      }
    }
    #expect(direct(Int128.min) == "\(Int128.min)")
    #expect(direct(["a": UInt128.max]) == #"{"a":\#(UInt128.max)}"#)
    #expect(direct([Int.min, 0, -1, 10, Int.max]) == "[\(Int.min),0,-1,10,\(Int.max)]")
    #expect(direct(UInt64.max) == "\(UInt64.max)")
    #expect(direct([-0.0, 1, 1e15, 1e16, .leastNonzeroMagnitude, 0.1]) == "[-0,1,1000000000000000,1e+16,5e-324,0.1]")
    #expect(direct([Float(0.1), 16_777_216]) == "[0.1,16777216]")
    #expect(direct(Float16(0.5)) == "0.5")
  }

  @Test func typesThatJSONEncoderKnowsAreWrittenAsItDoes() throws {
    #expect(direct(Date(timeIntervalSinceReferenceDate: 1.5)) == "1.5")
    #expect(direct(Data([255, 255, 254])) == #""\/\/\/+""#)
    #expect(direct(URL(string: "b?c=ü", relativeTo: URL(string: "http://a/"))) == #""http:\/\/a\/b?c=%C3%BC""#)
    #expect(direct(Decimal(string: "1.50")) == "1.5")
    #expect(direct(Decimal.nan) == nil)
    #expect(try isLikeTheirs(Decimal.nan))
  }

  @Test func aValueThatEncodesNothingIsAnEmptyObjectInOthers() {
    struct Nothing: Encodable { func encode(to _: any Encoder) {} }
    #expect(direct([Nothing()]) == "[{}]")
    #expect(direct(Nothing()) == nil)
    #expect(throws: EncodingError.self) { try DirectJSON.encode(Nothing()) }
  }

  @Test func theParentOfANestedContainerCanBeWrittenAfterIt() {
    struct Value: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        var nested = container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey(stringValue: "nested"))
        try nested.encode(1, forKey: NameKey(stringValue: "a"))
        var list = nested.nestedUnkeyedContainer(forKey: NameKey(stringValue: "list"))
        try list.encode("b")
        try container.encode(2, forKey: NameKey(stringValue: "after"))
      }
    }
    #expect(direct(Value()) == #"{"nested":{"a":1,"list":["b"]},"after":2}"#)
  }

  @Test(arguments: [
    ["a", "b", "a"], ["K", "\u{212a}"], ["\u{212a}", "K"], ["\u{e9}", "e\u{301}"], (0..<40).map { "\($0)" } + ["39"],
    (0..<15).map { "\($0)" } + [";", "\u{37e}"], (0..<40).map { "\($0)" } + [";", "\u{37e}"],
  ])
  func aNameThatComesTwiceIsLeftToJSONEncoder(names: [String]) throws {
    struct Value: Encodable {
      let names: [String]

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        for (number, name) in names.enumerated() { try container.encode(number, forKey: NameKey(stringValue: name)) }
      }
    }
    #expect(direct(Value(names: names)) == nil)
    #expect(direct(Value(names: names.dropLast())) != nil)
    #expect(try isLikeTheirs(Value(names: names)))
  }

  /// A value whose `encode(to:)` is a closure.
  private struct Custom: Encodable {
    let body: (any Encoder) throws -> Void

    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  @Test func whatIsWrittenOutOfTurnIsLeftToJSONEncoder() throws {
    let a = NameKey(stringValue: "a")
    let b = NameKey(stringValue: "b")
    let values: [String: Custom] = [
      "a nested container after its parent": Custom { encoder in
        var container = encoder.container(keyedBy: NameKey.self)
        var nested = container.nestedContainer(keyedBy: NameKey.self, forKey: a)
        try container.encode(1, forKey: b)
        try nested.encode(2, forKey: a)
      },
      "a container around the value": Custom { encoder in
        var container = encoder.container(keyedBy: NameKey.self)
        var copy = container
        try container.encode(Custom { _ in try copy.encode(1, forKey: b) }, forKey: a)
      },
      "the encoder around the value": Custom { encoder in
        var container = encoder.container(keyedBy: NameKey.self)
        try container.encode(
          Custom { _ in
            var container = encoder.container(keyedBy: NameKey.self)
            try container.encode(1, forKey: b)
          }, forKey: a)
      },
      "a container of a value that is complete": Custom { encoder in
        var container = encoder.unkeyedContainer()
        var kept: KeyedEncodingContainer<NameKey>?
        try container.encode(Custom { kept = $0.container(keyedBy: NameKey.self) })
        try kept?.encode(1, forKey: a)
      },
      "two containers of an encoder": Custom { encoder in
        var container = encoder.container(keyedBy: NameKey.self)
        try container.encode(1, forKey: a)
        var other = encoder.container(keyedBy: NameKey.self)
        try other.encode(2, forKey: b)
      },
      "two copies of an array": Custom { encoder in
        var container = encoder.unkeyedContainer()
        var copy = container
        try container.encode(1)
        try copy.encode(2)
        try container.encode(copy.count)
      },
      "a superclass": Custom { encoder in
        var container = encoder.container(keyedBy: NameKey.self)
        let superEncoder = container.superEncoder()
        try container.encode(1, forKey: a)
        try 2.encode(to: superEncoder)
      },
      "a coding path": Custom { encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(Custom { try $0.codingPath.map(\.stringValue).encode(to: $0) })
      },
      "an error that is ignored": Custom { encoder in
        var container = encoder.unkeyedContainer()
        try? container.encode(Double.nan)
        try? container.encode(Custom { _ in throw CancellationError() })
        try container.encode(1)
      },
    ]
    for (name, value) in values {
      #expect(direct(value) == nil, "\(name)")
      #expect(try isLikeTheirs(value), "\(name)")
    }
  }

  @Test func codeThatIsLeftToJSONEncoderRunsToItsEnd() throws {
    // Its first run must not end the process, although nothing of it is used.
    let value = Custom { encoder in
      var container = encoder.container(keyedBy: NameKey.self)
      let (a, b) = (NameKey(stringValue: "a"), NameKey(stringValue: "b"))
      for _ in 0..<2 { try! container.encode(1, forKey: a) }
      var list = container.nestedUnkeyedContainer(forKey: b)
      while list.count < 3 { try! list.encode(list.count) }
      var nested = list.nestedContainer(keyedBy: NameKey.self)
      try! nested.encode(nested.codingPath.last!.intValue! + nested.codingPath.count, forKey: a)
    }
    #expect(direct(value) == nil)
    #expect(try isLikeTheirs(value))
  }

  @Test func anErrorIsThatOfJSONEncoder() {
    struct Failure: Error {}
    let failing = Custom { encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      throw Failure()
    }
    #expect(throws: Failure.self) { try DirectJSON.encode([failing]) }
    for number in [Double.nan, .infinity, -.infinity] {
      let ours = #expect(throws: EncodingError.self) { try DirectJSON.encode(["a": [number]]) }
      let theirs = #expect(throws: EncodingError.self) { try JSONEncoder().encode(["a": [number]]) }
      #expect(ours.map { "\($0)" } == theirs.map { "\($0)" })
    }
    #expect(throws: EncodingError.self) { try DirectJSON.encode(Date(timeIntervalSinceReferenceDate: .infinity)) }
  }

  @Test func containersCanBeKeptForLonger() throws {
    var kept: [any Encoder] = []
    var list: (any UnkeyedEncodingContainer)?
    let value = Custom { encoder in
      kept.append(encoder)
      list = encoder.unkeyedContainer()
      try list?.encode(1)
    }
    #expect(direct(value) == "[1]")
    try list?.encode(2)
    var container = kept[0].container(keyedBy: NameKey.self)
    try container.encode(3, forKey: NameKey(stringValue: "a"))
    #expect(direct(value) == "[1]")
  }

  @Test func largeValuesAreWritten() throws {
    let texts = (0..<100).map { String(repeating: "\u{1}é/", count: 7 * $0) }
    #expect(direct(texts) != nil)
    #expect(try isLikeTheirs(texts))
    #expect(try isLikeTheirs(Dictionary(uniqueKeysWithValues: texts.indices.map { ("\($0)", texts[$0]) })))
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    struct Value: Codable, Equatable {
      enum Kind: Codable, Equatable { case plain, tagged(String, priority: Int?) }

      var id = UUID()
      var texts = ["é", "", "\u{2028}\"/\\\u{0}"]
      var numbers: [Double] = [0.1, -0.0, 1e300, .leastNonzeroMagnitude]
      var date = Date(timeIntervalSince1970: 1_700_000_000.125)
      var url = URL(string: "https://example.com/?a=/")
      var data = Data((0...255).map { UInt8($0) })
      var amount = Decimal(string: "123456789.123456789")
      var kinds: [Kind] = [.plain, .tagged("a", priority: nil), .tagged("b", priority: 2)]
      var byName = ["a": [1: "one"], "\u{e9}": [:]]
      var byNumber: [Int: Bool?] = [1: nil, -2: true]
      var range = 0..<3
      var set: Set = [1, 2, 3]
    }
    let value = Value()
    let text = try #require(direct(value))
    #expect(try JSONDecoder().decode(Value.self, from: Data(text.utf8)) == value)
  }
}
