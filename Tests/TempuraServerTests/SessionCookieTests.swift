import Foundation
import TempuraUI
import Testing
import TestSupport

@testable import SessionKernel
@testable import TempuraServer

/// Which cookies name a session.
@Suite struct SessionCookieTests {
  private static let https = "https"
  private static let unknown = String(repeating: "a", count: 32)

  /// A browser that sends these cookies, and comes through a proxy.
  private func browser(of server: TestServer, _ cookies: [String] = [], scheme: String = "http") -> Browser {
    let browser = server.browser()
    browser.headers["X-Forwarded-Proto"] = scheme
    if !cookies.isEmpty { browser.headers["Cookie"] = cookies.joined(separator: "; ") }
    return browser
  }

  /// A session with a count of 1: the value of its cookie.
  private func countedSession(of server: TestServer, name: String = "session", scheme: String = "http") throws -> String
  {
    let opening = try browser(of: server, scheme: scheme).get("/list")
    let id = try #require(opening.header("Set-Cookie")?.firstMatch(of: /=([0-9a-f]{32});/).map { String($0.1) })
    let answer = try browser(of: server, ["\(name)=\(id)"], scheme: scheme)
      .post([("list.field", "count"), ("tap", "list.go")], to: "/list")
    #expect(answer.status == 303)
    return id
  }

  @Test func aSessionHasACookieThatScriptsAndOtherSitesFormsDoNotHave() throws {
    let server = try TestServer(trustsProxy: true)
    let cookie = try #require(try browser(of: server).get("/list").header("Set-Cookie"))
    #expect(cookie.wholeMatch(of: /session=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+/) != nil)
  }

  /// A `__Host-` cookie has Secure, Path=/ and no Domain, or browsers refuse it.
  @Test func behindTLSTheCookieIsOneThatNoOtherHostCanSet() throws {
    let server = try TestServer(trustsProxy: true)
    let cookie = try #require(try browser(of: server, scheme: Self.https).get("/list").header("Set-Cookie"))
    let pattern = /__Host-session=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure/
    #expect(cookie.wholeMatch(of: pattern) != nil, "\(cookie)")
    let id = try countedSession(of: server, name: "__Host-session", scheme: Self.https)
    let page = try browser(of: server, ["__Host-session=\(id)"], scheme: Self.https).get("/list")
    #expect(page.text("list.label") == "section 0 count 1")
    #expect(page.header("Set-Cookie") == nil)
  }

  /// Cookies belong to a host, whatever the port.
  @Test(arguments: [("http", ""), ("https", "__Host-")])
  func theCookiesNameHasThePortOfTheBrowsersURL(scheme: String, prefix: String) throws {
    let server = try TestServer(storage: TestStorage(bytes: true, isShared: true), trustsProxy: true)
    func browser(at port: Int, _ cookies: [String]) -> Browser {
      let browser = self.browser(of: server, cookies, scheme: scheme)
      browser.headers["X-Forwarded-Host"] = "localhost:\(port)"
      return browser
    }
    let first = try browser(at: 8080, []).get("/list")
    #expect(Set(first.cookies.keys) == ["\(prefix)session-8080", "\(prefix)session-8080-version"])
    let cookie = "\(prefix)session-8080=\(try #require(first.cookies["\(prefix)session-8080"]))"
    let tap = try browser(at: 8080, [cookie]).post([("list.field", "count"), ("tap", "list.go")], to: "/list")
    #expect(tap.status == 303 && Set(tap.cookies.keys) == ["\(prefix)session-8080-version"])
    let other = try browser(at: 8081, [cookie]).get("/list")
    #expect(other.cookies["\(prefix)session-8081"] != nil, "an app at another port does not have it")
    #expect(try browser(at: 8080, [cookie]).get("/list").text("list.label") == "section 0 count 1")
  }

  @Test(arguments: [("http", "", ""), ("https", "__Secure-", "; Secure")])
  func belowABasePathTheCookieIsForThisPath(scheme: String, prefix: String, end: String) throws {
    let server = try TestServer(basePath: "/todo", trustsProxy: true)
    let page = try browser(of: server, scheme: scheme).get("/todo/list")
    let cookie = try #require(page.header("Set-Cookie"))
    let parts = try #require(
      cookie.wholeMatch(of: /(.*)session=([0-9a-f]{32}); Path=\/todo; HttpOnly; SameSite=Lax; Max-Age=\d+(.*)/))
    #expect(parts.1 == prefix && parts.3 == end)
    let other = browser(of: server, ["\(prefix)session=\(parts.2)"], scheme: scheme)
    #expect(try other.get("/todo/list").header("Set-Cookie") == nil)
    let ending = try other.post([("list.field", "end"), ("tap", "list.go")], to: "/todo/list")
    #expect(ending.header("Clear-Site-Data") == "\"cache\"", "other apps use the storage, too")
  }

  @Test(arguments: [true, false]) func cookiesThatNameNoSessionDoNotHideTheOneThatDoes(isInMemory: Bool) throws {
    let server = try TestServer()
    let id = try countedSession(of: server)
    var count = 1
    for others in [["x"], [Self.unknown], ["", "%", Self.unknown, Self.unknown.uppercased()]] {
      if !isInMemory { try server.evictAll() }
      let cookies = others.map { "session=\($0)" } + ["session=\(id)", "session=\(Self.unknown)"]
      let page = try browser(of: server, cookies).get("/list")
      #expect(page.text("list.label") == "section 0 count \(count)", "\(others)")
      #expect(page.header("Set-Cookie") == nil)
      let answer = try browser(of: server, cookies).post([("list.field", "count"), ("tap", "list.go")], to: "/list")
      #expect(answer.status == 303 && answer.header("Set-Cookie") == nil)
      count += 1
    }
  }

  @Test func ofTwoSessionsTheFirstOneIsUsedWhereverItIs() throws {
    let server = try TestServer()
    let counted = try countedSession(of: server)
    try server.evictAll()
    let opening = try browser(of: server).get("/list")
    let other = try #require(opening.header("Set-Cookie")?.prefix { $0 != ";" })
    #expect(
      try browser(of: server, ["session=\(counted)", "\(other)"]).get("/list").text("list.label")
        == "section 0 count 1")
    #expect(
      try browser(of: server, ["\(other)", "session=\(counted)"]).get("/list").text("list.label")
        == "section 0 count 0")
  }

  @Test(arguments: [false, true]) func fewCookiesAreLookedUp(isShared: Bool) throws {
    let storage = TestStorage(bytes: true, isShared: isShared)
    let server = try TestServer(storage: storage)
    let id = try countedSession(of: server)
    try server.evictAll()
    for (count, isFound) in [(7, true), (8, false), (100, false)] {
      let before = storage.loadCount
      let cookies = Array(repeating: "session=\(Self.unknown)", count: count) + ["session=\(id)"]
      let page = try browser(of: server, cookies).get("/list")
      #expect(page.status == 200)
      #expect((page.cookies["session"] == nil) == isFound, "\(count)")
      #expect(storage.loadCount == before + 8, "\(count)")
      try server.evictAll()
    }
  }

  /// Another host of the same domain can set `session`, to a session of its own.
  @Test func behindTLSACookieThatAnotherHostCanSetIsNotBelieved() throws {
    let server = try TestServer(trustsProxy: true)
    let planted = try countedSession(of: server)
    let page = try browser(of: server, ["session=\(planted)"], scheme: Self.https).get("/list")
    #expect(page.text("list.label") == "section 0 count 0")
    let cookie = try #require(page.header("Set-Cookie"))
    #expect(cookie.hasPrefix("__Host-session=") && !cookie.contains(planted))
    let own = try #require(cookie.split(separator: ";").first)
    for cookies in [["session=\(planted)", "\(own)"], ["\(own)", "session=\(planted)"]] {
      let page = try browser(of: server, cookies, scheme: Self.https).get("/list")
      #expect(page.text("list.label") == "section 0 count 0")
      #expect(page.header("Set-Cookie") == nil)
    }
  }

  @Test(arguments: [
    ("session", "http", "session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"),
    ("__Host-session", "https", "__Host-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure"),
  ])
  func theCookieOfASessionThatEndsIsDeleted(name: String, scheme: String, deletion: String) throws {
    let server = try TestServer(trustsProxy: true)
    let id = try countedSession(of: server, name: name, scheme: scheme)
    let answer = try browser(of: server, ["\(name)=\(id)"], scheme: scheme)
      .post([("list.field", "end"), ("tap", "list.go")], to: "/list")
    #expect(answer.header("Set-Cookie") == deletion)
    try waitUntil { server.runtime.sessions.count == 0 }  // the session leaves memory after its answer
  }

  @Test(arguments: [("http", ""), ("https", "__Host-")])
  func aFormThatIsAnsweredBeforeItsEndGetsAClaim(scheme: String, prefix: String) throws {
    let server = try TestServer(trustsProxy: true) { $0.sideEffectTimeout = 0 }
    let id = try countedSession(of: server, name: "\(prefix)session", scheme: scheme)
    let gate = "\(#function) \(scheme)"
    let answer = try browser(of: server, ["\(prefix)session=\(id)"], scheme: scheme)
      .post([("list.field", "later \(gate)"), ("page", "n"), ("tap", "list.go")], to: "/list")
    let field = try #require(answer.header("Set-Cookie"))
    let end = prefix.isEmpty ? "" : "; Secure"
    let rest = try #require(field.wholeMatch(of: /(.*)session-claim-[0-9a-f]{8}=[0-9a-f]{32}(;.*)/)).output
    #expect(rest.1 == prefix && rest.2 == "; Path=/; HttpOnly; SameSite=Lax; Max-Age=600\(end)")
    Gates.of(gate).signal()
  }
}
