import Testing

@testable import Sessions

@Suite struct RenamedSessionTests {
  private let id = SessionID.random()
  private let newID = SessionID.random()

  private func stored(for claim: RenamedSession.Claim?) -> RenamedSession? {
    RenamedSession(
      EncodedContent(bytes: RenamedSession(from: id, to: newID, for: claim, expiry: 1060).encoded()))
  }

  @Test func theRightRequestGetsTheNewID() throws {
    let renamed = try #require(stored(for: 7))
    #expect(renamed == RenamedSession(from: id, to: newID, for: 7, expiry: 1060))
    #expect(renamed.id(from: id, for: 7) == newID)
    #expect(renamed.expiry == 1060)
  }

  @Test func anyOtherRequestGetsNothing() throws {
    let renamed = try #require(stored(for: 7))
    #expect(renamed.id(from: id, for: 8) == nil)
    #expect(renamed.id(from: .random(), for: 7) == nil)
    #expect(try #require(stored(for: nil)).id(from: id, for: 7) == nil)
  }

  @Test func theStorageHasNeitherID() throws {
    let text = String(decoding: try #require(stored(for: 7)).encoded(), as: UTF8.self)
    #expect(!text.contains(id.cookieValue) && !text.contains(newID.cookieValue))
    #expect(text.contains(SessionKey(of: newID).hexadecimal))
  }

  @Test(arguments: ["", "{\"v\":1,\"state\":{}}", "{\"v\":9007199254740991,\"renamed\":\"x - 1\"}"])
  func otherContentIsNone(text: String) {
    #expect(RenamedSession(EncodedContent(bytes: Array(text.utf8))) == nil)
  }
}
