import Testing

@testable import Sessions

@Suite struct SessionIDTests {
  private func id(_ text: String) -> SessionID? { Array(text.utf8).withUnsafeBytes { SessionID($0) } }

  @Test func anIDIsReadFromItsCookieValue() throws {
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
  func anIDHas32LowercaseDigits(text: String) {
    #expect(id(text) == nil)
  }

  @Test func randomIDsAreDifferent() {
    #expect(Set((0..<10_000).map { _ in SessionID.random() }).count == 10_000)
  }

  @Test func logsShowOnlyTheFirstDigits() throws {
    let known = try #require(id("0123456789abcdef0123456789abcdef"))
    #expect(known.shortened == "012345…")
  }
}

@Suite struct SessionKeyTests {
  @Test func aKeyIsHalfOfTheHashOfTheID() throws {
    let id = try #require(Array("0123456789abcdef0123456789abcdef".utf8).withUnsafeBytes { SessionID($0) })
    // printf 0123456789abcdef0123456789abcdef | sha256sum
    #expect(SessionKey(of: id).hexadecimal == "3eb1bd439947eb762998e566ccc2e099")
    #expect(SessionKey(of: id).shortened == "3eb1bd439947…")
  }

  @Test func aKeyIsReadFromItsDigitsOrBytes() throws {
    for _ in 0..<100 {
      let key = SessionKey(of: .random())
      #expect(SessionKey(key.hexadecimal) == key)
      #expect(key.bytes.withUnsafeBytes { SessionKey(bytes: $0) } == key)
    }
    #expect(SessionKey("0123") == nil)
    #expect(SessionKey("0123456789ABCDEF0123456789ABCDEF") == nil)
    #expect([1, 2, 3].withUnsafeBytes { SessionKey(bytes: $0) } == nil)
  }

  @Test func keysHaveTheOrderOfTheirDigits() {
    let keys = (0..<100).map { _ in SessionKey(of: .random()) }
    #expect(keys.sorted().map(\.hexadecimal) == keys.map(\.hexadecimal).sorted())
  }
}
