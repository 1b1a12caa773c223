import Foundation
import Testing
import TestSupport

@testable import Recordings

@Suite struct ContentHistoryTests {
  @Test func aContentIsThatOfTheLastStepThatChangedIt() {
    var history = ContentHistory()
    #expect(history.content(after: 1) == nil)
    history.append(Array("{}".utf8), after: 2)
    history.append(Array(#"{"a":1}"#.utf8), after: 5)
    #expect([1, 2, 4, 5, 9].map { history.text(after: $0) } == [nil, "{}", "{}", #"{"a":1}"#, #"{"a":1}"#])
  }

  @Test func anEqualContentTakesNoMemory() {
    var history = ContentHistory()
    history.append(Array("{}".utf8), after: 1)
    let count = history.byteCount
    history.append(Array("{}".utf8), after: 2)
    #expect(history.byteCount == count)
  }

  @Test func aSmallChangeOfALargeContentTakesLittleMemory() {
    var history = ContentHistory()
    var content = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    history.append(content, after: 0)
    let count = history.byteCount
    for step in 1...100 {
      content[step * 1000] = UInt8(ascii: "y")
      history.append(content, after: step)
    }
    #expect(history.byteCount - count < 100 * 200)
    #expect(history.content(after: 50)?.count { $0 == UInt8(ascii: "y") } == 50)
  }

  @Test(arguments: 1...4) func anyContentIsReadAsItWasNoted(seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed))
    var (history, contents, content) = (ContentHistory(), [String](), "")
    for step in 0..<700 {
      content.change(&numbers)
      history.append(Array(content.utf8), after: step)
      contents.append(content)
    }
    #expect(contents.indices.allSatisfy { history.text(after: $0) == contents[$0] })

    let copy = try JSONDecoder().decode(ContentHistory.self, from: JSONEncoder().encode(history))
    #expect(contents.indices.allSatisfy { copy.text(after: $0) == contents[$0] })
    #expect(copy.byteCount == history.byteCount)

    history.drop(upTo: 333)
    #expect(history.text(after: 332) == nil || contents[332] == contents[333])
    #expect(contents.indices[333...].allSatisfy { history.text(after: $0) == contents[$0] })
    history.append(Array("end".utf8), after: 700)
    #expect(history.text(after: 700) == "end")
  }

  @Test func differencesToNothingAreNotRead() {
    for text in [
      #"[{"step":1,"prefix":1,"text":"a"}]"#, #"[{"step":1,"text":"a"},{"step":2,"prefix":1,"suffix":1,"text":"a"}]"#,
      #"[{"step":1,"text":"a"},{"step":2,"prefix":-1,"suffix":1,"text":"a"}]"#,
      #"[{"step":1,"text":"a"},{"step":2,"suffix":9223372036854775807,"prefix":1,"text":"a"}]"#,
      #"[{"step":2,"text":"a"},{"step":1,"text":"b"}]"#,
    ] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(ContentHistory.self, from: Data(text.utf8)) }
    }
  }
}

extension ContentHistory {
  func text(after step: Int) -> String? { content(after: step).map { String(decoding: $0, as: UTF8.self) } }
}

extension String {
  /// Replaces a part by some random characters; sometimes changes nothing.
  mutating func change(_ numbers: inout SeededNumbers) {
    let characters = (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
      "aàáé©b€₭c😀\"\\1".randomElement(using: &numbers)!
    }
    let start = Int.random(in: 0...unicodeScalars.count, using: &numbers)
    let end = min(start + Int.random(in: 0...5, using: &numbers), unicodeScalars.count)
    var scalars = Array(unicodeScalars)
    scalars.replaceSubrange(start..<end, with: characters.flatMap { Array($0.unicodeScalars) })
    self = ""
    unicodeScalars.append(contentsOf: scalars)
  }
}
