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

  @Test func namesAndPasswordsHaveLimits() throws {
    try TestDatabase.with(.sqlite) { pool in
      let accounts = AccountStore(pool)
      for name in ["", String(repeating: "a", count: 101)] {
        #expect(throws: AccountError.badName) { try accounts.add(name, password: "correct horse") }
      }
      for password in ["", "1234567", "correct\0horse", String(repeating: "a", count: 600)] {
        #expect(throws: AccountError.badPassword) { try accounts.add("anna", password: password) }
      }
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
