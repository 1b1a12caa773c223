import Foundation
import FoundationNetworking
import TestSupport
import Testing
import UIKit

@testable import Accounts
@testable import Databases
@testable import OrdersServer
@testable import TempuraTesting

/// The whole app, on one database after the other: the app has one pool in a process.
@Suite(.serialized) struct OrdersTests {
  private static let provider = Result {
    let provider = try PythonServer("provider")
    let base = "http://127.0.0.1:\(provider.port)"
    for (name, value) in [
      "ISSUER": base, "AUTHORIZATION": "\(base)/authorize", "TOKEN": "\(base)/token", "CLIENT": "orders",
      "SECRET": "a secret: ü&+%", "REDIRECT": "http://localhost:8080/signed-in",
    ] { setenv("OPENID_\(name)", value, 1) }
    return provider
  }

  /// Runs a test with the app on a new database.
  private func with(_ kind: TestDatabase.Kind, _ body: (AppDriver) throws -> Void) throws {
    let database = try TestDatabase(kind)
    _ = try Self.provider.get()
    DatabasePool.shared.close()
    setenv("DATABASE_URL", database.url, 1)
    let app = try AppDriver(AppDelegate.self)  // the first one opens the pool
    DatabasePool.shared.close()
    try AppDelegate.serverWillStart()
    defer { DatabasePool.shared.close() }
    try app.open("/")
    try body(app)
  }

  private func signIn(_ app: AppDriver, _ name: String = "anna", _ password: String = "correct horse") throws {
    try app.type(name, into: "Name")
    try app.type(password, into: "Password")
    try app.tap("Sign in")
  }

  private func state(of app: AppDriver) throws -> OrdersState { try app.state() }

  // MARK: - Tables

  @Test(arguments: TestDatabase.Kind.allCases) func ordersAreInTheDatabase(kind: TestDatabase.Kind) throws {
    try with(kind) { app in
      try AccountStore.shared.add("anna", password: "correct horse")
      try signIn(app)
      #expect(app.route == ["orders"])
      try app.type("Tea'); DROP TABLE orders; --", into: "What you need")
      try app.tap("Order")
      #expect(app.isShown("Tea'); DROP TABLE orders; --"))
      try DatabasePool.shared.use { _ = try $0.rows("UPDATE orders SET text = 'Coffee'") }
      let other = try AppDriver(AppDelegate.self)
      try other.open("/")
      try signIn(other)
      #expect(other.isShown("Coffee"))
      #expect(
        try DatabasePool.shared.use { try $0.rows("SELECT text FROM mails") } == [["Tea'); DROP TABLE orders; --"]])
    }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func anOrderIsPlacedOnce(kind: TestDatabase.Kind) throws {
    try with(kind) { app in
      try AccountStore.shared.add("anna", password: "correct horse")
      try signIn(app)
      let key = try state(of: app).nextKey
      // A server has placed it, and ended before it answered.
      let user = try #require(try state(of: app).user)
      try DatabasePool.shared.use {
        _ = try $0.rows("INSERT INTO orders (id, key, owner, text) VALUES ('1', $1, $2, 'Tea')", key, user)
      }
      try order("Tea", app)
      #expect(try DatabasePool.shared.use { try $0.rows("SELECT id FROM orders") } == [["1"]])
      #expect(try DatabasePool.shared.use { try $0.rows("SELECT id FROM mails") } == [])
      try order("Tea", app)
      #expect(try DatabasePool.shared.use { try $0.rows("SELECT id FROM orders") }.count == 2)
    }
  }

  /// That server has ended before it stored the session, which so has the same key as before. Its user orders something else.
  @Test(arguments: TestDatabase.Kind.allCases) func anotherOrderIsNotTheFirstOneAgain(kind: TestDatabase.Kind) throws {
    try with(kind) { app in
      try AccountStore.shared.add("anna", password: "correct horse")
      try signIn(app)
      let (key, user) = (try state(of: app).nextKey, try #require(try state(of: app).user))
      try DatabasePool.shared.use {
        _ = try $0.rows("INSERT INTO orders (id, key, owner, text) VALUES ('1', $1, $2, 'Tea')", key, user)
      }
      try order("Coffee", app)
      #expect(
        try DatabasePool.shared.use { try $0.rows("SELECT text FROM orders ORDER BY text") } == [["Coffee"], ["Tea"]])
    }
  }

  /// Users order again at once, while another program has locked the table.
  @Test(arguments: TestDatabase.Kind.allCases) func ordersThatWaitForTheDatabaseAreAllPlaced(kind: TestDatabase.Kind)
    throws
  {
    try with(kind) { _ in
      try AccountStore.shared.add("anna", password: "correct horse")
      let users = try (0..<3).map { _ in
        let user = try AppDriver(AppDelegate.self)
        try user.open("/")
        try signIn(user)
        return user
      }
      let texts = ["Coffee", "Milk", "Tea"]
      try DatabasePool.shared.use { other in
        try other.transaction {
          if kind == .postgres { try other.rows("LOCK TABLE orders IN SHARE MODE") }
          for user in users {
            for text in texts { try user.orderWithoutWaiting(text) }
          }
        }
      }
      for user in users { try user.reload() }  // when nothing runs any more
      let placed = try DatabasePool.shared.use { try $0.rows("SELECT text FROM orders ORDER BY text") }.map { $0[0] }
      #expect(placed == texts.flatMap { Array(repeating: $0, count: users.count) })
    }
  }

  private func order(_ text: String, _ app: AppDriver) throws {
    try app.type(text, into: "What you need")
    try app.tap("Order")
  }

  @Test func anErrorOfTheDatabaseIsAMessage() throws {
    try with(.sqlite) { app in
      try AccountStore.shared.add("anna", password: "correct horse")
      try signIn(app)
      DatabasePool.shared.close()
      try app.type("Tea", into: "What you need")
      try app.tap("Order")
      #expect(app.notice?.contains("went wrong") == true)
      #expect(app.route == ["orders"])
    }
  }

  // MARK: - Passwords

  @Test(arguments: TestDatabase.Kind.allCases) func aWrongNameGetsTheAnswerOfAWrongPassword(kind: TestDatabase.Kind)
    throws
  {
    try with(kind) { app in
      try AccountStore.shared.add("anna", password: "correct horse")
      for (name, password) in [("anna", "wrong"), ("eve", "correct horse"), ("", ""), ("anna' OR '1' = '1", "")] {
        try signIn(app, name, password)
        #expect(
          app.isShown("The name or the password is wrong. After ten wrong tries, wait for 15 minutes."))
        #expect(try state(of: app).user == nil && app.route == ["sign-in"])
      }
    }
  }

  @Test(arguments: TestDatabase.Kind.allCases) func afterTenTriesEvenTheRightPasswordIsRefused(kind: TestDatabase.Kind)
    throws
  {
    try with(kind) { app in
      try AccountStore.shared.add("anna", password: "correct horse")
      for name in ["anna", "nobody"] {
        let counts = try (1...12).map { _ in
          try DatabasePool.shared.use { try AccountStore.shared.countTry(of: name, by: $0) }
        }
        #expect(counts == Array(1...12))
      }
      try signIn(app)
      #expect(try state(of: app).user == nil)
      try DatabasePool.shared.use { _ = try $0.rows("UPDATE tries SET since = since - 1000") }
      try signIn(app)
      #expect(app.route == ["orders"])
      try AccountStore.shared.removeOldTries()
      #expect(try DatabasePool.shared.use { try $0.rows("SELECT name FROM tries") } == [])
    }
  }

  @Test func anotherPasswordEndsTheOtherSessions() throws {
    try with(.sqlite) { app in
      try AccountStore.shared.add("anna", password: "correct horse")
      let others = try (0..<2).map { _ in try AppDriver(AppDelegate.self) }
      for app in [app] + others {
        try app.open("/")
        try signIn(app)
        #expect(app.route == ["orders"])
      }
      let user = try #require(try state(of: app).user)
      try AccountStore.shared.setPassword("battery staple", of: user)
      Server.changed("accounts")
      for app in others {
        for _ in 1...2 { try app.open("/") }  // the first request learns of it
        #expect(try state(of: app).user == nil && app.route == ["sign-in"])
      }
    }
  }

  @Test func withoutASignInNothingIsShown() throws {
    try with(.sqlite) { app in
      for url in ["/", "/orders", "/sign-in"] {
        try app.open(url)
        #expect(app.route == ["sign-in"])
      }
    }
  }

  @Test func theNextUserSeesNothingOfTheLastOne() throws {
    try with(.sqlite) { app in
      for name in ["anna", "ben"] { try AccountStore.shared.add(name, password: "correct horse") }
      try signIn(app)
      try order("Tea", app)
      try app.type("Aspirin", into: "What you need")
      try app.tap("Sign out")
      #expect(try state(of: app).user == nil && app.route == ["sign-in"])
      try app.open("/")
      #expect(app.route == ["sign-in"])
      try signIn(app, "ben")
      #expect(app.route == ["orders"] && !app.isShown("Tea"))
      for _ in 1...2 {
        #expect(try app.text(of: "What you need") == "")
        try app.reload()
      }
      #expect(try state(of: app).browser != nil)
    }
  }

  @Test func whatComesTooLateIsNotTheNextUsers() {
    var state = OrdersState()
    SetStamp(user: "anna", stamp: "2", browser: "a").updateState(&state)
    #expect(state.user == nil && state.stamp == nil && state.browser == nil)
    SetUser(user: "ben", stamp: "1", browser: "b").updateState(&state)
    SetUser(user: "anna", stamp: "1", browser: "a").updateState(&state)
    SetStamp(user: "anna", stamp: "2", browser: "a").updateState(&state)
    #expect(state.user == "ben" && state.stamp == "1" && state.browser == "b")
    ShowOrders(user: "anna", orders: [Order(id: "1", text: "Aspirin")]).updateState(&state)
    #expect(state.orders == [])
  }

  // MARK: - OpenID Connect

  /// Goes to the provider as a browser does, and returns the URL to which it comes back.
  private func provider(_ app: AppDriver, fault: String? = nil) throws -> String {
    try app.tap("Sign in with Example")
    let link = try #require(
      try app.window.page().nodes.first { $0.tag == "a" && $0["href"]?.contains("authorize") == true })
    let url = (link["href"] ?? "") + (fault.map { "&fault=\($0)" } ?? "")
    // Without following the redirect, whose host is the app's.
    let back = try PostgresServer.run([
      "curl", "--silent", "--fail", "--output", "/dev/null", "--write-out", "%{redirect_url}", url,
    ])
    #expect(back.hasPrefix("http://localhost:8080/signed-in?"))
    return back.replacing("http://localhost:8080", with: "")
  }

  @Test(arguments: TestDatabase.Kind.allCases) func aProviderSignsIn(kind: TestDatabase.Kind) throws {
    try with(kind) { app in
      try app.open(provider(app))
      #expect(app.route == ["orders"] && app.url == "/orders")
      let user = try #require(try state(of: app).user)
      #expect(try state(of: app).attempt == nil)
      #expect(try DatabasePool.shared.use { try $0.rows("SELECT id, subject FROM users") } == [[user, "248289761001"]])
      // The same user, from another browser.
      let other = try AppDriver(AppDelegate.self)
      try other.open("/")
      try other.open(provider(other))
      #expect(try state(of: other).user == user)
    }
  }

  @Test(arguments: ["iss", "aud", "nonce", "exp", "denied"]) func aProviderThatMakesAMistakeSignsNobodyIn(fault: String)
    throws
  {
    try with(.sqlite) { app in
      try app.open(provider(app, fault: fault))
      #expect(app.route == ["signed-in"] && app.isShown("The sign-in failed. Please try again."))
      #expect(try state(of: app).user == nil)
      #expect(try DatabasePool.shared.use { try $0.rows("SELECT id FROM users") } == [])
      try app.open(provider(app))
      #expect(app.route == ["orders"])
    }
  }

  @Test func anotherBrowserCannotUseTheAnswerOfAProvider() throws {
    try with(.sqlite) { app in
      let url = try provider(app)
      let other = try AppDriver(AppDelegate.self)
      try other.open(url)
      #expect(try state(of: other).user == nil)
      try other.tap("Sign in with Example")  // it has an attempt of its own
      try other.open(url)
      #expect(try state(of: other).user == nil)
    }
  }

  @Test func anAnswerIsUsedOnce() throws {
    try with(.sqlite) { app in
      let url = try provider(app)
      try app.open(url)
      try app.tap("Sign out")
      try app.open(url)
      #expect(try state(of: app).user == nil && app.route == ["signed-in"])
      for url in ["/signed-in", "/signed-in?code=a", "/signed-in?state=a&code=b&state=c"] {
        try app.open(url)
        #expect(try state(of: app).user == nil && app.status == 200)
      }
    }
  }
}

extension AppDriver {
  /// Sends an order as a live page does, whose answer comes before the order is placed.
  fileprivate func orderWithoutWaiting(_ text: String) throws {
    let window = try #require(window as? InProcessWindow)
    let page = try window.page()
    let button = page.nodes.first { $0.plainText == "Order" }
    // The page stays as it is. Each tap has a nonce of its own.
    try type(text, into: "What you need")
    try window.sendLive(page.form(pressing: button), from: page, #require(window.live))
  }
}
