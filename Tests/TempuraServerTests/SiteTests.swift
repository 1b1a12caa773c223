import Foundation
import HTML
import HTTPServer
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

/// Sites that are replaced while the app is served.
struct SiteTests {
  /// A site whose pages say a text, and with the files of a folder.
  private func site(saying text: String, folder: String? = nil) throws -> Site {
    var templates = BuiltInFiles.templates
    templates["page.html"] = templates["page.html"]?.replacing("</body>", with: "<p>\(text)</p></body>")
    return Site(
      pages: PageWriter(
        templates: try TemplateLibrary(builtIn: templates, folders: []), appName: "Test", stylesheets: []),
      files: StaticFiles(folders: folder.map { [$0] } ?? [], builtIn: [:]))
  }

  @Test func aPageThatIsKeptIsNotSentByAnotherSite() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    let session = try #require(server.session(of: browser))
    #expect(session.scenes.pages.page { $0 == "/home" } != nil)
    try server.runtime.replaceSite(by: site(saying: "Two"))
    #expect(try browser.open("/home").body.contains("<p>Two</p>"))
  }

  @Test func theStateOfScreensStays() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    try browser.tap("increment")
    try server.runtime.replaceSite(by: site(saying: "Two"))
    #expect(try browser.tap("increment").text("countLabel") == "2")
    #expect(browser.page.body.contains("<p>Two</p>"))
  }

  @Test func theOldSiteIsFreed() throws {
    let server = try TestServer(ShopDelegate.self)
    let browser = try server.browser(at: "/home")
    weak let old = server.runtime.site
    try server.runtime.replaceSite(by: site(saying: "Two"))
    try browser.open("/home")
    #expect(old == nil)
  }

  @Test func everyTemplateCountsForTheFingerprint() throws {
    func fingerprint(_ templates: [String: String]) throws -> String {
      try TemplateLibrary(builtIn: BuiltInFiles.templates.merging(templates) { $1 }, folders: []).fingerprint
    }
    let all = try [[:], ["A.html": "a"], ["A.html": "b"], ["B.html": "a"], ["A.html": "a", "B.html": ""]].map(
      fingerprint)
    #expect(Set(all).count == all.count)
    #expect(try fingerprint([:]) == all[0])
  }
}
