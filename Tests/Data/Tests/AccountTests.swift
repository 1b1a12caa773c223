import Databases
import Testing

@testable import Accounts

/// docs/data.md, "Accounts". `OrdersTests` signs in by the app.
struct AccountTests {
  @Test(arguments: TestDatabase.Kind.allCases) func aUserIsAddedOnceAndSignsIn(kind: TestDatabase.Kind) throws {
    try TestDatabase.with(kind) { pool in
      let accounts = AccountStore(pool)
      let anna = try accounts.add("anna", password: "correct horse")
      #expect(try accounts.signIn("anna", password: "correct horse").user == anna)
      #expect(try accounts.name(of: anna) == "anna")
      #expect(throws: AccountError.nameTaken) { try accounts.add("anna", password: "another horse") }
      #expect(throws: AccountError.wrongPassword) { try accounts.signIn("anna", password: "another horse") }
    }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func aNameCanBeTypedInTwoWays(kind: TestDatabase.Kind) throws {
    try TestDatabase.with(kind) { pool in
      let accounts = AccountStore(pool)
      let rene = try accounts.add("Rene\u{301}", password: "correct horse")
      #expect(throws: AccountError.nameTaken) { try accounts.add("Ren\u{e9}", password: "another horse") }
      for name in ["Ren\u{e9}", "Rene\u{301}"] {
        #expect(throws: AccountError.wrongPassword) { try accounts.signIn(name, password: "another horse") }
      }
      #expect(try pool.use { try $0.rows("SELECT count FROM tries") } == [["2"]])
      #expect(try accounts.signIn("Ren\u{e9}", password: "correct horse").user == rene)
      #expect(try pool.use { try $0.rows("SELECT count FROM tries") } == [])
      #expect(throws: AccountError.nameTaken) { try accounts.add("ren\u{e9}", password: "another horse") }
    }
  }

  @Test(arguments: [
    ("Anna", "anna"), ("\u{FF21}nna", "anna"), ("anna.b-c_d@example.com", "anna.b-c_d@example.com"),
    ("Straße7", "straße7"), ("ＡＢ１", "ab1"), ("山田はな", "山田はな"), ("김민수", "김민수"), ("שלום7", "שלום7"),
    ("Σίσυφος", "σίσυφοσ"), ("ΣΊΣΥΦΟΣ", "σίσυφοσ"),
  ]) func namesArePrepared(name: String, prepared: String) throws {
    #expect(try AccountName.prepared(name) == prepared)
  }

  @Test(arguments: [
    "", " anna", "an na", "anna\u{3000}", "an\u{200B}na", "an\u{AD}na", "anna\u{FE0F}", "\u{202E}anna", "an\u{2066}na",
    "an\u{0}na",
    "an\nna", "\u{430}nna", "pay\u{440}al", "ﬁn", "x²", "①", "😀", "7שלום", "שלום-", "שלוםa", "שלום٣7", "\u{640}",
    String(repeating: "a", count: 101),
  ]) func namesThatMayDeceiveAreRefused(name: String) {
    #expect(throws: AccountError.badName) { try AccountName.prepared(name) }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func strangersCannotKeepAKnownBrowserOut(kind: TestDatabase.Kind) throws
  {
    try TestDatabase.with(kind) { pool in
      let accounts = AccountStore(pool)
      let anna = try accounts.add("anna", password: "correct horse")
      try accounts.add("ben", password: "correct horse")
      let browser = try accounts.signIn("anna", password: "correct horse").browser
      let other = try accounts.signIn("ben", password: "correct horse").browser
      for _ in 1...11 { try pool.use { _ = try accounts.countTry(of: "anna", by: $0) } }
      for browser in [nil, "", other] {
        #expect(throws: AccountError.wrongPassword) {
          try accounts.signIn("anna", password: "correct horse", browser: browser)
        }
      }
      #expect(try accounts.signIn("Anna", password: "correct horse", browser: browser).user == anna)
      // The known browser has no more tries than others.
      for _ in 1...10 { try pool.use { _ = try accounts.countTry(of: " \(browser)", by: $0) } }
      #expect(throws: AccountError.wrongPassword) {
        try accounts.signIn("anna", password: "correct horse", browser: browser)
      }
    }
  }

  @Test func namesAndPasswordsHaveLimits() throws {
    try TestDatabase.with(.sqlite) { pool in
      let accounts = AccountStore(pool)
      for name in ["", String(repeating: "a", count: 101)] {
        #expect(throws: AccountError.badName) { try accounts.add(name, password: "correct horse") }
      }
      for password in ["", "1234567", "correct\0horse", String(repeating: "a", count: 512)] {
        #expect(throws: AccountError.badPassword) { try accounts.add("anna", password: password) }
      }
      #expect(AccountError.badPassword.description.contains(" 511 "))
      try accounts.add("long", password: String(repeating: "a", count: 511))
      let anna = try accounts.add("anna", password: "12345678")
      #expect(throws: AccountError.badPassword) { try accounts.setPassword("1234567", of: anna) }
    }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func aPasswordIsChanged(kind: TestDatabase.Kind) throws {
    try TestDatabase.with(kind) { pool in
      let accounts = AccountStore(pool)
      let anna = try accounts.add("anna", password: "correct horse")
      let ben = try accounts.add("ben", password: "correct horse")
      let stamp = try accounts.securityStamp(of: anna)
      #expect(
        try stamp?.isEmpty == false && stamp == accounts.securityStamp(of: anna)
          && stamp != accounts.securityStamp(of: ben))
      let hash = try #require(try pool.use { try $0.rows("SELECT hash FROM users WHERE id = $1", anna) }.first?[0])
      let new = try accounts.setPassword("battery staple", of: anna).securityStamp
      #expect(try accounts.securityStamp(of: anna) == new && new != stamp)
      #expect(throws: AccountError.wrongPassword) { try accounts.signIn("anna", password: "correct horse") }
      #expect(try accounts.signIn("anna", password: "battery staple").securityStamp == new)
      // The old password was checked before the change, and signs in after it.
      #expect(throws: AccountError.wrongPassword) { try pool.use { try accounts.signedIn(anna, hash, by: $0) } }
      #expect(try pool.use { try $0.rows("SELECT 1 FROM browsers WHERE owner = $1", anna) }.count == 2)
      #expect(try accounts.signIn("ben", password: "correct horse").user == ben)
    }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func aUserWhoIsRemovedCannotSignIn(kind: TestDatabase.Kind) throws {
    try TestDatabase.with(kind) { pool in
      let accounts = AccountStore(pool)
      let anna = try accounts.add("anna", password: "correct horse")
      try accounts.remove(anna)
      #expect(throws: AccountError.wrongPassword) { try accounts.signIn("anna", password: "correct horse") }
      #expect(try accounts.name(of: anna) == nil && accounts.securityStamp(of: anna) == nil)
    }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func aUserOfAProviderIsAddedOnce(kind: TestDatabase.Kind) throws {
    try TestDatabase.with(kind) { pool in
      let accounts = AccountStore(pool)
      let first = try accounts.signIn(issuer: "https://a.example", subject: "1")
      #expect(try accounts.signIn(issuer: "https://a.example", subject: "1") == first)
      #expect(try accounts.signIn(issuer: "https://b.example", subject: "1") != first)
      #expect(try accounts.name(of: first) == nil)
    }
  }
}
