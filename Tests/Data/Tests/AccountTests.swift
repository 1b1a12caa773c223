import Databases
import Testing

@testable import Accounts

/// docs/data.md, "Accounts". `OrdersTests` signs in by the app.
struct AccountTests {
  @Test(arguments: TestDatabase.Kind.allCases) func aUserIsAddedOnceAndSignsIn(kind: TestDatabase.Kind) throws {
    try TestDatabase.with(kind) { pool in
      let accounts = AccountStore(pool)
      let anna = try accounts.add("anna", password: "correct horse")
      #expect(try accounts.signIn("anna", password: "correct horse") == anna)
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
      #expect(try accounts.signIn("Ren\u{e9}", password: "correct horse") == rene)
      #expect(try pool.use { try $0.rows("SELECT count FROM tries") } == [])
      #expect(try accounts.add("ren\u{e9}", password: "correct horse") != rene, "upper and lower case differ")
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
      try accounts.setPassword("battery staple", of: anna)
      #expect(throws: AccountError.wrongPassword) { try accounts.signIn("anna", password: "correct horse") }
      #expect(try accounts.signIn("anna", password: "battery staple") == anna)
      #expect(try accounts.signIn("ben", password: "correct horse") == ben)
    }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func aUserWhoIsRemovedCannotSignIn(kind: TestDatabase.Kind) throws {
    try TestDatabase.with(kind) { pool in
      let accounts = AccountStore(pool)
      let anna = try accounts.add("anna", password: "correct horse")
      try accounts.remove(anna)
      #expect(throws: AccountError.wrongPassword) { try accounts.signIn("anna", password: "correct horse") }
      #expect(try accounts.name(of: anna) == nil)
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
