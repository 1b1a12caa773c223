import TestSupport
import Testing

@testable import TempuraTesting

/// The files by which browsers install an app, and the page that they keep for times without a server.
@Suite(.oneServer) struct InstallationTests {
  @Test(arguments: [
    ("en", "ltr", "No connection"), ("it", "ltr", "Nessuna connessione"), ("ar", "rtl", "لا يوجد اتصال"),
  ]) func thePageForTimesWithoutAServerIsInTheReadersLanguage(
    language: String, direction: String, title: String
  ) throws {
    try Server.running { server in
      let page = try server.browser().get("/offline.html", headers: ["Accept-Language: \(language)"])
      #expect(page.status == 200)
      #expect(page.headers("Set-Cookie").isEmpty)
      #expect(page.header("Vary") == "Accept-Language")
      let root = try #require(page.elements.first { $0.tag == "html" })
      #expect(root["lang"] == language && root["dir"] == direction)
      #expect(page.elements.first { $0.tag == "h1" }?.plainText == title)
      #expect(page.elements.first { $0.tag == "a" }?["href"] == "")
    }
  }

  @Test func thePageRunsOnlyScriptsOfTheServer() throws {
    try Server.running { server in
      let browser = try server.browser()
      let page = try browser.get("/offline.html")
      let policy = page.header("Content-Security-Policy") ?? ""
      for part in ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"] {
        #expect(policy.contains(part), "\(part)")
      }
      #expect(!policy.contains("unsafe"))
      let scripts = page.elements.filter { $0.tag == "script" }.map { $0["src"] ?? "" }
      #expect(scripts == ["/offline.js"])
      let script = try browser.get("/offline.js")
      #expect(script.status == 200)
      #expect(!page.elements.contains { $0["rel"] == "manifest" }, "its policy forbids the manifest")
      let post = try browser.post("/offline.html", [])
      #expect(post.status == 405)
    }
  }

  @Test func anAppMayHaveAnotherPage() throws {
    func page(_ title: String) -> String {
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1"><title>\(title)</title></head>
      <body><main><h1>\(title)</h1></main></body></html>
      """
    }
    try Server.running(files: ["Templates/offline.html": page("{{title}}")]) { server in
      let text = try server.browser().get("/offline.html").text
      #expect(text == page("No connection"))
    }
    try Server.running(files: ["Public/offline.html": page("A file")]) { server in
      let text = try server.browser().get("/offline.html").text
      #expect(text == page("A file"))
    }
  }

  @Test func browsersAskForTheWorkerEachTime() throws {
    try Server.running { server in
      let browser = try server.browser()
      let worker = try browser.get("/service-worker.js")
      #expect(worker.header("Content-Type") == "text/javascript; charset=utf-8")
      #expect(worker.header("Cache-Control") == "no-cache")
      #expect(worker.header("ETag") != nil)
      let manifest = try browser.get("/manifest.webmanifest")
      #expect(manifest.header("Content-Type") == "application/manifest+json")
      #expect(manifest.header("Cache-Control") == "no-cache")
    }
  }

  @Test func screensNameTheManifestAndErrorPagesDoNot() throws {
    let head = ["Templates/head.html": "<title>{{title}}</title>{{{stylesheets}}}"]
    for files in [[:], head] {
      try Server.running(files: files) { server in
        let browser = try server.browser()
        let links = try browser.get("/list").elements.filter { $0.tag == "link" }
        #expect(links.contains { $0["rel"] == "manifest" && $0["href"] == "/manifest.webmanifest" })
        let icon = links.first { $0["rel"] == "apple-touch-icon" }?["href"]
        #expect(icon?.hasPrefix("/icons/maskable-512.png?") == true)
        let elements = try browser.get("/nope").elements
        #expect(!elements.contains { $0["rel"] == "manifest" })
      }
    }
  }
}
