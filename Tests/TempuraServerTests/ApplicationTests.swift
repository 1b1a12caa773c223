import Foundation
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

/// What an app does with its application, its scene and the main queue.
///
/// One after the other, because a notification that no app posts reaches all apps of the process.
@Suite(.serialized) struct ApplicationTests {
  private func browser() throws -> Browser {
    let browser = try TestServer(CourierDelegate.self).browser()
    try browser.open("/")
    return browser
  }

  @Test func aSceneDelegateLaunchesTheApp() throws {
    let server = try TestServer(CourierDelegate.self)
    let browser = try server.browser(at: "/")
    #expect(browser.path == "/courier")
    #expect(browser.page.text("logLabel") == "scene,active", "its store was ready for the notification")
    try browser.newTab().open("/courier")
    #expect(try browser.open("/courier").text("logLabel") == "scene,active", "the same scene")
  }

  @Test func aNotificationIsOfTheAppThatPostedIt() throws {
    let server = try TestServer(CourierDelegate.self)
    let (one, other) = (server.browser(), server.browser())
    try one.open("/")
    try other.open("/")
    #expect(try one.tap("post", ["courierView.field": "news"]).text("logLabel") == "scene,active,news")
    #expect(try other.open("/courier").text("logLabel") == "scene,active")
    NotificationCenter.default.post(name: CourierController.news, object: "all")
    try waitUntil { try other.open("/courier").text("logLabel") == "scene,active,all" }
  }

  @Test func aWebPageIsOpenedOnceAndHasALink() throws {
    let server = try TestServer(CourierDelegate.self)
    let browser = try server.browser(at: "/")
    let url = "https://example.com/a?b=1&c=%22"
    let page = try browser.tap("open", ["courierView.field": url])
    #expect(page.body.contains(#"<a rel="noreferrer" href="https://example.com/a?b=1&amp;c=%22">Open example.com</a>"#))
    #expect(page.header("Refresh") == "0;url=\(url)")
    #expect(page.text("logLabel")?.hasSuffix(",true") == true)
    let again = try browser.open("/courier")
    #expect(!again.body.contains("<a ") && again.header("Refresh") == nil)
  }

  @Test func anAddressIsALink() throws {
    let server = try TestServer(CourierDelegate.self)
    let browser = try server.browser(at: "/")
    let page = try browser.tap("open", ["courierView.field": "mailto:a@b.c?subject=x"])
    #expect(page.body.contains(#"href="mailto:a@b.c?subject=x">Open a@b.c</a>"#))
    #expect(page.header("Refresh") == nil)
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "shop://x", "https:x", "app-settings:",
  ])
  func otherURLsAreRefused(url: String) throws {
    let server = try TestServer(CourierDelegate.self)
    let browser = try server.browser(at: "/")
    let page = try browser.tap("open", ["courierView.field": url])
    #expect(page.text("logLabel") == "scene,active,false")
    #expect(!page.body.contains("<a ") && page.header("Refresh") == nil)
  }

  @Test func aCopiedTextIsShownAndAnAnnouncementIsRead() throws {
    let server = try TestServer(CourierDelegate.self)
    let browser = try server.browser(at: "/")
    let page = try browser.tap("copy", ["courierView.field": "<b>"])
    #expect(page.body.contains("Text to copy: <textarea readonly>\n&lt;b&gt;</textarea>"))
    #expect(
      try browser.tap("say", ["courierView.field": "Done"]).body.contains(
        #"<div class="announcement"><p>Done</p></div>"#))
    #expect(!(try browser.open("/courier").body.contains("announcement")))
  }

  @Test(arguments: [
    ("main", "in the session"), ("after", "later"), ("background", "back true"), ("thread", "main true false true"),
  ])
  func theMainQueueIsThatOfTheSession(action: String, text: String) throws {
    let server = try TestServer(CourierDelegate.self)
    let browser = try server.browser(at: "/")
    try browser.tap(action)
    try waitUntil { try browser.open("/courier").text("logLabel") == "scene,active,\(text)" }
    if action == "main" || action == "after" {
      let label = try browser.tap(action).text("logLabel")
      #expect(label == "scene,active,\(text),\(text)")
    }
  }
}
