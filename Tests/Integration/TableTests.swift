import Foundation
import TestSupport
import Testing

/// The app of docs/data.md, on two servers with one PostgreSQL.
struct TableTests {
  /// That of the password "correct horse".
  private static let hash = "$y$j9T$AbCdEfGhIjKlMnOpQrStU.$VPRrK9TDv0S9RbqsfMiJtpdWG9PPpIyErUQ7J1bA.z1"

  private func signIn(_ browser: Browser) throws -> Page {
    let texts = ["signInView.nameField": "anna", "signInView.passwordField": "correct horse"]
    return try browser.get("/").tap("signInView.signInButton", typing: texts)
  }

  @Test func aUserWithoutHomeIsToldWhichVariableToSet() throws {
    let result = try Program.run(
      Server.executable("OrdersServer"), ["--port", "0", "--sessions", "memory:"], environment: ["HOME": "/nonexistent"]
    )
    #expect(result.status == 1)
    #expect(result.errors.contains("DATABASE_URL"))
  }

  @Test func anOrderAtOneServerIsSeenAtTheOther() throws {
    let database = try PostgresServer()
    let url = database.urlText()
    let environment = ["SESSIONS": url, "DATABASE_URL": url]
    // Starts with tables, which the servers make.
    try Server.running(program: "OrdersServer", ["--port", "0"], environment: environment) { first in
      try Server.running(program: "OrdersServer", ["--port", "0"], environment: environment) { second in
        try database.ask("INSERT INTO users (id, name, hash) VALUES ('1', 'anna', '\(Self.hash)')")
        let browsers = [try first.browser(), try second.browser()]
        for browser in browsers {
          _ = try browser.get("/")
          let id = try #require(browser.session)
          let page = try signIn(browser)
          #expect(page.target == "/orders" && page.status == 200)
          #expect(browser.session != id)
        }
        _ = try browsers[0].get("/orders").tap("ordersView.orderButton", typing: ["ordersView.field": "Tea"])
        try waitUntil { try browsers[1].get("/orders").text.contains("Tea") }
      }
    }
  }
}
