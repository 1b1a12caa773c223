import Foundation
import Testing

@testable import Accounts

/// docs/data.md, "Sign in with a password"
struct PasswordTests {
  @Test func aPasswordIsRightForItsHashOnly() throws {
    let hash = try Password.hash("correct horse")
    #expect(hash.hasPrefix("$y$") && !hash.contains("horse"))
    #expect(Password.isRight("correct horse", for: hash))
    for wrong in ["Correct horse", "correct horse ", "", hash] { #expect(!Password.isRight(wrong, for: hash)) }
    #expect(!Password.isRight("correct horse", for: nil))
    #expect(!Password.isRight("", for: ""))
    #expect(!Password.isRight("a", for: "*0"))
  }

  @Test func anErrorOfTheLibraryIsNotOneOfTheUser() {
    #expect(throws: POSIXError.self) { try Password.hash("correct horse", method: "$unknown$") }
  }

  @Test func twoHashesOfAPasswordDiffer() throws { #expect(try Password.hash("a") != Password.hash("a")) }

  @Test func accentsCanBeTypedInTwoWays() throws {
    #expect(Password.isRight("cafe\u{301}", for: try Password.hash("caf\u{e9}")))
  }

  @Test func noPartOfAPasswordIsIgnored() throws {
    #expect(throws: AccountError.badPassword) { try Password.hash("a\0b") }
    #expect(throws: AccountError.badPassword) { try Password.hash(String(repeating: "a", count: 512)) }
    #expect(!Password.isRight("a\0b", for: try Password.hash("a")))
    let long = String(repeating: "a", count: 510)
    #expect(!Password.isRight(long + "b", for: try Password.hash(long + "a")))
  }
}
