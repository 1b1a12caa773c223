import Foundation
import TestSupport
import Testing

@testable import TempuraServer

/// An app that is not at the root of its host. Code of the app sees paths without the base path.
@Suite struct BasePathTests {
  private let server: TestServer
  private let browser: Browser

  init() throws {
    server = try TestServer(basePath: "/apps/todo")
    browser = server.browser()
  }

  @Test func pagesAndRedirectsAreBelowIt() throws {
    #expect(try browser.get("/apps/todo/").header("Location") == "/apps/todo/list")
    try browser.open("/apps/todo/list")
    let form = browser.form(tap: "detail", ["list.field": "blue"])
    #expect(try browser.post(form).header("Location") == "/apps/todo/list/detail?detail=blue")
    #expect(try browser.open("/apps/todo/list/detail?detail=blue").status == 200)
  }

  @Test func patchesNameURLsBelowIt() throws {
    try browser.open("/apps/todo/list")
    let page = LivePage(server.browser(of: browser), tab: "a", at: "/apps/todo/list")
    #expect(try page.ask().url == nil)
    #expect(try page.tap("detail", ["list.field": "blue"]).url == "/apps/todo/list/detail?detail=blue")
    page.browser.headers["Tempura-Release"] = "another"
    #expect(try page.browser.get("/apps/todo/list").body == #"{"url":"/apps/todo/list","reload":true,"later":true}"#)
  }

  @Test func theHostsRootAndThePathWithoutASlashLeadToTheApp() throws {
    for path in ["/", "/apps/todo"] {
      #expect(try browser.get(path).header("Location") == "/apps/todo/")
      #expect(try browser.get("\(path)?a=b").header("Location") == "/apps/todo/?a=b")
      #expect(try browser.post([], to: path).status == 404)
    }
  }

  @Test(arguments: ["/list", "/live?stream=0123456789abcdef", "/apps/todos/list", "/apps", "/apps/todo%2Flist"])
  func otherPathsAreNotTheApps(path: String) throws {
    let answer = try browser.get(path)
    #expect(answer.status == 404 && answer.cookies.isEmpty)
    #expect(answer.body.contains(#"<a href="/apps/todo/">"#))
  }

  @Test func whatAsksForTheServersHealthNeedNotKnowIt() throws {
    for path in ["/health", "/ready", "/apps/todo/health", "/apps/todo/ready"] {
      #expect(try browser.get(path).body == "ok\n", "\(path)")
    }
  }
}
