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
    let browser = try TestServer(LibraryOfScenesDelegate.self).browser()
    try browser.open("/")
    return browser
  }

  @Test func aSceneDelegateLaunchesTheApp() throws {
    let browser = try TestServer(LibraryOfScenesDelegate.self).browser(at: "/")
    #expect(browser.path == "/list")
    #expect(browser.page.text("notesLabel") == "scene,active", "its store was ready for the notification")
    try browser.newTab().open("/list")
    #expect(try browser.open("/list").text("notesLabel") == "scene,active", "the same scene")
  }

  @Test func aNotificationIsOfTheAppThatPostedIt() throws {
    let server = try TestServer(LibraryOfScenesDelegate.self)
    let (one, other) = (server.browser(), server.browser())
    try one.open("/")
    try other.open("/")
    #expect(try one.tap("post", ["list.field": "news"]).text("notesLabel") == "scene,active,news")
    #expect(try other.open("/list").text("notesLabel") == "scene,active")
    NotificationCenter.default.post(name: LibrarySceneDelegate.news, object: "all")
    try waitUntil { try other.open("/list").text("notesLabel") == "scene,active,all" }
  }

  @Test func aWebPageIsOpenedOnceAndHasALink() throws {
    let browser = try TestServer(LibraryOfScenesDelegate.self).browser(at: "/")
    let url = "https://example.com/a?b=1&c=%22"
    let page = try browser.tap("open", ["list.field": url])
    #expect(page.body.contains(#"<a rel="noreferrer" href="https://example.com/a?b=1&amp;c=%22">Open example.com</a>"#))
    #expect(page.header("Refresh") == "0;url=\(url)")
    #expect(page.text("notesLabel")?.hasSuffix(",true") == true)
    let again = try browser.open("/list")
    #expect(!again.body.contains("<a ") && again.header("Refresh") == nil)
  }

  @Test func anAddressIsALink() throws {
    let browser = try TestServer(LibraryOfScenesDelegate.self).browser(at: "/")
    let page = try browser.tap("open", ["list.field": "mailto:a@b.c?subject=x"])
    #expect(page.body.contains(#"href="mailto:a@b.c?subject=x">Open a@b.c</a>"#))
    #expect(page.header("Refresh") == nil)
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "shop://x", "https:x", "app-settings:",
  ])
  func otherURLsAreRefused(url: String) throws {
    let browser = try TestServer(LibraryOfScenesDelegate.self).browser(at: "/")
    let page = try browser.tap("open", ["list.field": url])
    #expect(page.text("notesLabel") == "scene,active,false")
    #expect(!page.body.contains("<a ") && page.header("Refresh") == nil)
  }

  @Test func aCopiedTextIsShownAndAnAnnouncementIsRead() throws {
    let browser = try TestServer(LibraryOfScenesDelegate.self).browser(at: "/")
    let page = try browser.tap("copy", ["list.field": "<b>"])
    #expect(page.body.contains("Text to copy: <textarea readonly>\n&lt;b&gt;</textarea>"))
    #expect(
      try browser.tap("say", ["list.field": "Done"]).body.contains(
        #"<div class="announcement"><p>Done</p></div>"#))
    #expect(!(try browser.open("/list").body.contains("announcement")))
  }

  @Test(arguments: [
    ("main", "in the session"), ("after", "later"), ("background", "back true"), ("thread", "main true false true"),
  ])
  func theMainQueueIsThatOfTheSession(action: String, text: String) throws {
    let browser = try TestServer(LibraryOfScenesDelegate.self).browser(at: "/")
    try browser.tap(action)
    try waitUntil { try browser.open("/list").text("notesLabel") == "scene,active,\(text)" }
    if action == "main" || action == "after" {
      let label = try browser.tap(action).text("notesLabel")
      #expect(label == "scene,active,\(text),\(text)")
    }
  }
}
