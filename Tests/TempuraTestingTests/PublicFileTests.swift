import CounterDemo
import Foundation
import TestSupport
import Testing

@testable import TempuraServer
@testable import TempuraTesting

/// Files of `Public/` in a browser.
@Suite(.serialized) struct PublicFileTests {
  /// Runs a test with a tab, a server of these files and its URL.
  private func serving(_ files: [String: String], _ body: (ChromiumTab, String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    let options = try CommandLineOptions(
      arguments: ["--port", "0", "--public", folder.path, "--sessions", "memory:", "--no-access-log"], environment: [:])
    let server = try ServerStart(
      app: CounterAppDelegate.self, configuration: ServerConfiguration(), options: options, name: "Test"
    ).server()
    let port = try server.start()
    defer { server.stop() }
    let tab = try Chromium.shared().openTab()
    defer { tab.close() }
    try tab.setAppearance(ChromiumTab.Appearance(width: 300, height: 200))
    try body(tab, "http://127.0.0.1:\(port)")
  }

  private struct Navigation: Decodable {}

  /// Opens a document without scripts.
  private static func open(_ url: String, in tab: ChromiumTab) throws {
    _ = try tab.call("Page.navigate", ["url": url], as: Navigation.self)
    let script = "location.href === '\(url)' && document.readyState === 'complete'"
    let deadline = Date.now + 60
    while try tab.evaluate(script, as: Bool.self) != true {
      try #require(Date.now < deadline, "\(url) does not load")
    }
  }

  private static let picture = """
    <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" onload="document.documentElement.id = 'ran'">
      <style>rect { fill: #00ff00 }</style><rect width="20" height="10"/>
      <script>document.documentElement.id = "ran"; fetch("/list", {method: "POST"})</script>
    </svg>
    """

  private static let document = """
    <html xmlns="http://www.w3.org/1999/xhtml"><head><title>A document</title></head>
    <body><script>document.documentElement.id = "ran"</script></body></html>
    """

  private static let page = """
    <!DOCTYPE html><html lang="en"><head><title>A page</title><link rel="stylesheet" href="/page.css">
    <style>p { width: 70px }</style><script src="/page.js"></script>
    <script>document.documentElement.id = "ran"</script></head>
    <body><p style="height: 30px"></p><div></div><img alt="" src="/picture.svg"></body></html>
    """

  @Test func scriptsOfAPictureAndOfADocumentDoNotRun() throws {
    try serving(["picture.svg": Self.picture, "document.xml": Self.document]) { tab, url in
      for (file, element) in [("picture.svg", "svg"), ("document.xml", "html")] {
        try Self.open("\(url)/\(file)", in: tab)
        #expect(try tab.evaluate("document.documentElement.localName", as: String.self) == element)
        #expect(try tab.evaluate("document.documentElement.id", as: String.self) == "", "\(file)")
        #expect(try tab.evaluate("origin", as: String.self) == "null", "\(file)")
      }
      try Self.open("\(url)/picture.svg", in: tab)
      let fill = try tab.evaluate("getComputedStyle(document.querySelector('rect')).fill", as: String.self)
      #expect(fill == "rgb(0, 255, 0)", "its own style holds")
    }
  }

  @Test func aPageOfTheFolderLoadsItsStyleScriptAndPictures() throws {
    let files = [
      "picture.svg": Self.picture, "page.html": Self.page, "page.js": "document.documentElement.lang = 'de'",
      "page.css": "div { width: 20px; height: 10px; background-image: url(/picture.svg) }",
    ]
    try serving(files) { tab, url in
      try tab.open("\(url)/page.html")
      #expect(try tab.evaluate("document.documentElement.lang", as: String.self) == "de")
      #expect(try tab.evaluate("document.documentElement.id", as: String.self) == "", "no script stands in the page")
      let size = try tab.evaluate("[document.images[0].naturalWidth, document.images[0].naturalHeight]", as: [Int].self)
      #expect(size == [20, 10])
      let paragraph = try tab.evaluate(
        "(r => [r.width, r.height])(document.querySelector('p').getBoundingClientRect())", as: [Double].self)
      #expect(paragraph == [70, 30])
      // The picture is drawn as an image and as a background.
      let colors = try tab.evaluate(
        """
        (async () => {
          const canvas = document.createElement("canvas");
          const context = canvas.getContext("2d");
          context.drawImage(document.images[0], 0, 0);
          return [...context.getImageData(5, 5, 1, 1).data];
        })()
        """, as: [Int].self)
      #expect(colors == [0, 255, 0, 255])
    }
  }
}
