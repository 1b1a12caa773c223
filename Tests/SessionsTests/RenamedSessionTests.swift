import Testing

@testable import Sessions

@Suite struct RenamedSessionTests {
  private let id = SessionID.random()
  private let newID = SessionID.random()
  private let claim = SessionKey(ofClaim: [["nonce"], ["field", "text"]])

  private func stored(for claim: RenamedSession.Claim) -> RenamedSession? {
    RenamedSession(
      EncodedContent(bytes: RenamedSession(from: id, to: newID, for: claim, expiry: 1060).encoded()))
  }

  @Test func theRightRequestGetsTheNewID() throws {
    let renamed = try #require(stored(for: claim))
    #expect(renamed == RenamedSession(from: id, to: newID, for: claim, expiry: 1060))
    #expect(renamed.id(from: id, for: claim) == newID)
    #expect(renamed.expiry == 1060)
  }

  @Test func anyOtherRequestGetsNothing() throws {
    let renamed = try #require(stored(for: claim))
    for texts in [[["nonce"], ["field", "texts"]], [["nonce", "field"], ["text"]], [["nonce"], ["fieldtext"]], []] {
      #expect(renamed.id(from: id, for: SessionKey(ofClaim: texts)) == nil, "\(texts)")
    }
    #expect(renamed.id(from: .random(), for: claim) == nil)
  }

  @Test func theStorageHasNeitherID() throws {
    let text = String(decoding: try #require(stored(for: claim)).encoded(), as: UTF8.self)
    #expect(!text.contains(id.cookieValue) && !text.contains(newID.cookieValue))
    #expect(text.contains(SessionKey(of: newID).hexadecimal))
  }

  @Test(arguments: ["", "{\"v\":1,\"state\":{}}", "{\"v\":9007199254740991,\"renamed\":\"x - 1\"}"])
  func otherContentIsNone(text: String) {
    #expect(RenamedSession(EncodedContent(bytes: Array(text.utf8))) == nil)
  }
}
