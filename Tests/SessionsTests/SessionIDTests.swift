import Testing

@testable import Sessions

@Suite struct SessionIDTests {
  private func id(_ text: String) -> SessionID? { Array(text.utf8).withUnsafeBytes { SessionID($0) } }

  @Test func anIDIsReadAsItIsWritten() throws {
    for _ in 0..<1000 {
      let random = SessionID.random()
      #expect(id(random.cookieValue) == random)
      #expect(random.cookieValue.utf8.count == 32)
    }
    let known = "00000000000000010fedcba987654321"
    #expect(try #require(id(known)).cookieValue == known)
  }

  @Test(arguments: [
    "", "0", "0000000000000000000000000000000", "000000000000000000000000000000000",
    "0000000000000000000000000000000G", "0000000000000000000000000000000A", " 0000000000000000000000000000000",
    "0x000000000000000000000000000000", "-0000000000000000000000000000001", "0000000000000000 000000000000000",
    "00000000000000000000000000000000\n", "٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠",
  ])
  func whatIsNo32LowercaseDigitsIsNoID(text: String) {
    #expect(id(text) == nil)
  }

  @Test func randomIDsAreUnlikeOneAnother() {
    #expect(Set((0..<10_000).map { _ in SessionID.random() }).count == 10_000)
  }

  @Test func aLogShowsOnlyTheBeginning() throws {
    let known = try #require(id("0123456789abcdef0123456789abcdef"))
    #expect(known.shortened == "012345…")
  }
}
