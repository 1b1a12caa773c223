import Basics
import Testing

@Suite struct TextKeyTests {
  @Test func valuesAreFoundByTheirTexts() {
    var numbers: [TextKey: Int] = [:]
    func key(_ number: Int) -> TextKey { TextKey(String(repeating: "a", count: number % 20) + "\(number)") }
    for number in 0..<500 { numbers[key(number)] = number }
    #expect((0..<500).allSatisfy { numbers[key($0)] == $0 })
    #expect(numbers[TextKey("a")] == nil)
    #expect(numbers[TextKey("")] == nil)
  }

  @Test func equalTextsOfOtherBytesAreTheSame() {
    #expect([TextKey("caf\u{E9}"): 1][TextKey("cafe\u{301}")] == 1)
  }
}
