import Foundation
import Testing

@testable import TempuraTesting

/// The browser of snapshots.
@Suite(.serialized) struct ChromiumTests {
  private func tab(showing body: String) throws -> ChromiumTab {
    let tab = try Chromium.shared().openTab()
    let page = "<!DOCTYPE html><html lang=en><title>Page</title><style>body { margin: 0 }</style>\(body)"
    try tab.serve { url in
      guard url.path == "/" else { return nil }
      return ChromiumTab.LoadedFile(headers: ["Content-Type": "text/html"], body: Data(page.utf8))
    }
    try tab.setAppearance(ChromiumTab.Appearance(width: 300, height: 200))
    try tab.open("http://app.test/")
    return tab
  }

  @Test func aScreenshotShowsThePage() throws {
    let tab = try tab(showing: "<style>body { background: #0000ff }</style>")
    defer { tab.close() }
    let picture = try tab.screenshot()
    #expect(picture.starts(with: [0x89, 0x50, 0x4e, 0x47]))
  }

  @Test func missingFilesAreNotLoadedFromTheNetwork() throws {
    let tab = try tab(showing: "<img src=http://127.0.0.1:1/image.png>")
    defer { tab.close() }
    #expect(try tab.evaluate("document.images[0].naturalWidth", as: Int.self) == 0)
    #expect(try tab.evaluate("fetch('/other').then(answer => answer.status)", as: Int.self) == 404)
  }

  @Test func theSystemFontIsThatOfThePackage() throws {
    let tab = try tab(showing: "<p style='font: 16px system-ui'><span>mmmmmmmmmm</span></p>")
    defer { tab.close() }
    let width = try tab.evaluate("document.querySelector('span').getBoundingClientRect().width", as: Double.self)
    #expect(width.map { abs($0 - 139.9) < 4 } == true, "\(width ?? 0)")
  }

  @Test func aScriptThatFailsIsAnError() throws {
    let tab = try tab(showing: "")
    defer { tab.close() }
    #expect(throws: ChromiumError.self) { try tab.evaluate("nothing.at.all", as: Int.self) }
  }

  @Test func aBrowserThatEndedStartsAgain() throws {
    let tab = try tab(showing: "")
    #expect(throws: ChromiumError.self) { try tab.call("Page.crash") }
    let next = try self.tab(showing: "")
    defer { next.close() }
    #expect(try next.evaluate("1 + 1", as: Int.self) == 2)
  }

  @Test func errorsHaveTheirTexts() throws {
    #expect(ChromiumError.missing(searched: ["/a"]).description.contains("CHROMIUM"))
    #expect(ChromiumError.fontsMissing(["fonts-inter"]).description.contains("fonts-inter"))
  }
}
