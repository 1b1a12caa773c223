import Foundation
import Testing

@testable import HTML

@Suite struct HTMLBufferTests {
  @Test func bytesAreAppendedInTheirOrder() {
    var buffer = HTMLBuffer()
    buffer.append("<p>")
    buffer.append(text: "1 < 2")
    buffer.append(markup: "<br>")
    buffer.append(-42)
    Array("</p>".utf8).withUnsafeBytes { buffer.append(bytes: $0) }
    #expect(buffer.string == "<p>1 &lt; 2<br>-42</p>")
    #expect(buffer.count == buffer.string.utf8.count)
  }

  @Test(arguments: [0, 1, 63, 64, 65, 4096])
  func itGrowsAsNeeded(capacity: Int) {
    var buffer = HTMLBuffer(capacity: capacity)
    var expected = ""
    for number in 0..<500 {
      buffer.append(markup: "<i>\(number)</i>")
      expected += "<i>\(number)</i>"
    }
    #expect(buffer.string == expected)
  }

  @Test func oneAppendMayBeManyTimesTheCapacity() {
    var buffer = HTMLBuffer(capacity: 64)
    let text = String(repeating: "<", count: 100_000)
    buffer.append(text: text)
    #expect(buffer.count == 400_000)
    #expect(buffer.string == String(repeating: "&lt;", count: 100_000))
  }

  @Test func nothingIsAppendedForNothing() {
    var buffer = HTMLBuffer()
    buffer.append(text: "")
    buffer.append(markup: "")
    buffer.append("")
    buffer.append(bytes: UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(buffer.count == 0)
    #expect(buffer.bytes.isEmpty)
  }

  @Test func theMemoryIsHandedOver() {
    var buffer = HTMLBuffer(capacity: 8)
    buffer.append(markup: "handed over")
    let memory = buffer.release()
    defer { free(memory.baseAddress) }
    #expect(String(decoding: memory, as: UTF8.self) == "handed over")
  }

  @Test func emptyMemoryIsHandedOverToo() {
    let memory = HTMLBuffer(capacity: 0).release()
    #expect(memory.count == 0)
    free(memory.baseAddress)
  }

  @Test func itCanBeUsedAgain() {
    var buffer = HTMLBuffer()
    buffer.append(markup: "first")
    buffer.removeAll()
    #expect(buffer.count == 0)
    buffer.append(markup: "second")
    #expect(buffer.string == "second")
  }

  @Test(arguments: ["", "plain", "a \"b\" \\ c", "line\nline\r\t\u{1}\u{1F}", "😀 <b>&amp;</b> é"])
  func textIsWrittenAsAJSONString(text: String) throws {
    var buffer = HTMLBuffer()
    buffer.append(json: text)
    let read = try JSONSerialization.jsonObject(with: Data(buffer.string.utf8), options: .fragmentsAllowed)
    #expect(read as? String == text)
  }

  @Test func eachCharacterOfAJSONStringIsFoundWhereverItStands() throws {
    for special in ["\"", "\\", "\u{0}", "\u{1F}", "\u{7F}", "é", " ", "!", "#", "\\\""] {
      for length in 0..<18 {
        for offset in 0...length {
          let text = String(repeating: "a", count: offset) + special + String(repeating: "]", count: length - offset)
          var buffer = HTMLBuffer(capacity: 64)
          buffer.append(json: text)
          #expect(try JSONDecoder().decode(String.self, from: Data(buffer.string.utf8)) == text)
        }
      }
    }
  }

  @Test func bytesOfTheBufferCanBeAppendedAgainWhenItGrows() {
    var buffer = HTMLBuffer(capacity: 64)
    buffer.append(text: String(repeating: "x", count: 60) + "list")
    buffer.append(copyOf: 60..<64)
    #expect(buffer.string.hasSuffix("xlistlist"))
  }
}
