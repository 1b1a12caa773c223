import Foundation
import JSONEncoding
import TestSupport
import Testing

@testable import DefaultDecoding
@testable import TempuraServer

/// What is stored is decoded as `JSONDecoder` decodes it.
@Suite struct DefaultingDecoderTests {
  private static func theirs(_ json: Data) -> Result<StoredSample, any Error> {
    Result { try JSONDecoder().decode(StoredSample.self, from: json) }
  }

  private static func ours(_ json: Data, _ new: Data) -> Result<StoredSample, any Error> {
    Result {
      try DirectJSON.withDecoder(of: Array(json)) { stored in
        try DirectJSON.withDecoder(of: Array(new)) { new in
          // Nothing is filled, so that missing keys are errors, too.
          let pass = DefaultDecodingPass(of: "StoredSample", fillable: [])
          return try StoredSample(
            from: DefaultingDecoder(stored: stored, new: new, owner: StoredSample.self, pass: pass))
        }
      }
    }
  }

  private static func encoded(_ sample: StoredSample) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(sample)
  }

  private func compare(_ json: Data, _ new: Data) {
    switch (Self.theirs(json), Self.ours(json, new)) {
    case (.success(let a), .success(let b)): #expect(a == b)
    case (.failure(let a), .failure(let b)):
      // The error of a number that does not fit has no path there.
      #expect(
        "\(a)" == "\(b)" || "\(a)".contains("not valid JSON") && "\(b)".contains("does not fit"),
        "\(String(decoding: json, as: UTF8.self))")
    case (let a, let b): Issue.record("\(a) and \(b) differ: \(String(decoding: json, as: UTF8.self))")
    }
  }

  @Test func randomValuesAreThoseOfJSONDecoder() throws {
    var numbers = SeededNumbers(seed: 1)
    for _ in 0..<60 {
      let sample = StoredSample.random(&numbers)
      let new = try Self.encoded(.random(&numbers))
      #expect(try Self.ours(try Self.encoded(sample), new).get() == sample)
    }
  }

  @Test func damagedValuesHaveTheErrorsOfJSONDecoder() throws {
    var numbers = SeededNumbers(seed: 2)
    let values = [
      "null", "true", "-1", "300", "0.5", "1e400", "99999999999999999999999999999999999999999", "\"\"", "\"tree\"",
      "[]",
      "[1]", "[null]", "{}", #"{"x":1}"#,
    ]
    var failures = 0
    for _ in 0..<250 {
      let json = String(decoding: try Self.encoded(.random(&numbers, depth: 1)), as: UTF8.self)
      let new = try Self.encoded(.random(&numbers))
      // Another value at a random index, or another key.
      let indices = json.indices.filter { json[$0] == ":" || json[$0] == "[" || json[$0] == "," }
      var text = json
      let index = text.index(after: indices.randomElement(using: &numbers)!)
      let end = Self.end(of: text, from: index)
      if Bool.random(using: &numbers) {
        text.replaceSubrange(index..<end, with: values.randomElement(using: &numbers)!)
      } else {
        text.insert("x", at: text.index(after: index))
      }
      let data = Data(text.utf8)
      if case .failure = Self.theirs(data) { failures += 1 }
      compare(data, new)
    }
    #expect(failures > 80)
  }

  /// The end of the value that begins at an index.
  private static func end(of text: String, from start: String.Index) -> String.Index {
    var (index, depth, isText) = (start, 0, false)
    while index < text.endIndex {
      switch text[index] {
      case "\\" where isText: index = text.index(after: index)
      case "\"": isText.toggle()
      case "[" where !isText, "{" where !isText: depth += 1
      case "]" where !isText, "}" where !isText:
        if depth == 0 { return index }
        depth -= 1
      case "," where !isText && depth == 0: return index
      default: break
      }
      index = text.index(after: index)
    }
    return index
  }
}
