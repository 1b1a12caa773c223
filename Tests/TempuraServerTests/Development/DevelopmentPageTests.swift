import Basics
import Foundation
import HTML
import TestSupport
import Testing

@testable import TempuraServer

/// What pages say to the app's developer, and to nobody else.
@Suite struct DevelopmentPageTests {
  private func server(isDevelopment: Bool = true) throws -> TestServer {
    try TestServer(DevelopedDelegate.self, development: isDevelopment ? Development(log: nil) : nil)
  }

  /// A page of another site could make its own name lead to this machine, and set the fields of a proxy.
  @Test(
    arguments: [
      ("localhost", nil, 200), ("127.0.0.1:8080", nil, 200), ("[::1]:8080", nil, 200), ("app.localhost", nil, 200),
      (AllowedHosts.machine, nil, 200), ("App.example.com", nil, 200), ("evil.example", nil, 421),
      ("evil.example", "localhost", 421), ("localhost", "evil.example", 421), ("localhost", "app.example.com", 200),
    ] as [(String, String?, Int)]) func aNameOfAnotherSiteIsRefused(host: String, forwarded: String?, status: Int)
    throws
  {
    let development = Development(log: nil, hasPanel: true, names: ["app.example.com"])
    let server = try TestServer(DevelopedDelegate.self, trustsProxy: true, development: development)
    let production = try TestServer(DevelopedDelegate.self, trustsProxy: true)
    for path in ["/home", "/tempura-panel/"] {
      func answer(of port: UInt16) throws -> Int {
        let client = try RawClient(port: port)
        let field = forwarded.map { "X-Forwarded-Host: \($0)\r\n" } ?? ""
        client.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(field)\r\n")
        return try client.response().status
      }
      #expect((try answer(of: server.port) == 421) == (status == 421))
      #expect(try answer(of: production.port) != 421)
    }
  }

  @Test(arguments: [
    (
      "fail", "TempuraServerTests.Fail failed.",
      ["TempuraServerTests.Failure: Failure()", "It began with: tap Fail → Fail"]
    ),
    ("getlost", "Tempura.Show failed.", ["No screen shows &quot;nowhere&quot;", "tap Get lost → Show"]),
    ("misuse", "There is a mistake in the app’s code.", ["A mistake that DevelopmentPageTests makes."]),
  ]) func aPageSaysWhatWentWrong(control: String, message: String, lines: [String]) throws {
    let server = try server()
    let page = try server.browser(at: "/home").tap(control)
    for text in [message] + lines { #expect(page.body.contains(text), "\(page.body)") }
    // A live page gets it, too. A mistake is said once in a scene, an error each time.
    let live = LivePage(try server.browser(at: "/home"), tab: "tab00000", at: "/home")
    try live.ask()
    for number in 1...2 {
      let isSaid = try live.tap(control).answer.body.contains(message)
      #expect(isSaid == (number == 1 || control != "misuse"))
    }
    // Pages of users say nothing of it.
    let other = try self.server(isDevelopment: false)
    let userPage = try other.browser(at: "/home").tap(control)
    #expect(userPage.status == 200)
    for text in [message] + lines { #expect(!userPage.body.contains(text)) }
    #expect(!userPage.body.contains("<pre"))
  }

  @Test func aTaskThatASideEffectDoesNotAwaitIsReported() throws {
    let server = try server()
    let browser = try server.browser(at: "/home")
    try browser.tap("work")
    let message = "TakeNote is dispatched by a Task after the end of the side effect that started it."
    try waitUntil { try !browser.open("/home").isWorking }
    #expect(!Misuse.messages.contains { $0.hasPrefix(message) }, "side effects that await others")
    // It is said once: by the answer, if the task was as fast.
    try browser.tap("work", ["developedView.titleField": "task"])
    try waitUntil { try browser.page.body.contains(message) || browser.open("/home").body.contains(message) }
  }

  @Test(arguments: [
    (
      "/home/nowhere",
      [
        "/home/nowhere leads to no screen.", "no screen shows &quot;nowhere&quot;",
        "/home: DevelopedController, with Show(detail)", "routePaths: /items/{item} is /home/item",
        "routeContexts: item has Int",
      ]
    ),
    ("/items/x", ["/items/x leads to no screen.", "not of the type that routeContexts says"]),
  ]) func aPageThatIsMissingNamesTheRoutes(url: String, texts: [String]) throws {
    let server = try server()
    let page = try server.browser().open(url)
    #expect(page.status == 404)
    for text in texts { #expect(page.body.contains(text), "\(page.body)") }
    let other = try self.server(isDevelopment: false)
    let userPage = try other.browser().open(url)
    #expect(userPage.status == 404 && !userPage.body.contains("<pre"))
    for text in texts { #expect(!userPage.body.contains(text)) }
  }

  @Test func pagesSayThatChangedFilesAreNotUsedUntilTheyAre() throws {
    let folder = try TemporaryFolder()
    try folder.write("one\n{{two}}\nthree\n", to: "page.html")
    let server = try server()
    let browser = try server.browser(at: "/home")
    let development = try #require(server.runtime.app.development)
    #expect(try !browser.open("/home").body.contains("<pre"))
    development.didRefuseFiles(
      TemplateError(file: folder.path("page.html"), line: 2, problem: .unclosedTag), server.runtime)
    for _ in 1...2 {
      let page = try browser.open("/home")
      for text in ["The changed files are not used", "page.html:2: A tag", "<mark>&gt;    2 | {{two}}</mark>"] {
        #expect(page.body.contains(text), "\(page.body)")
      }
    }
    development.didReload(server.runtime.site, server.runtime)
    #expect(try !browser.open("/home").body.contains("<pre"))
  }
}
