import Basics
import Foundation
import HTTPServer
import TempuraUI
import Testing

@testable import TempuraServer

/// The files that an app ships, beside those of the operator and the built-in ones.
///
/// One test after the other, because the bundle of the asset catalogues belongs to the process.
@Suite(.serialized) struct AppFilesTests {
  /// Shows images that it may have.
  private final class App: WindowDelegate {
    final class Controller: UIViewController {
      override func viewDidLoad() {
        for image in [UIImage(named: "add"), UIImage(named: "icon"), UIImage(systemName: "checkmark")] {
          view.addSubview(UIImageView(image: image))
        }
      }
    }

    override func makeRoot() -> UIViewController? { Controller() }
  }

  /// A folder with the files of a bundle, and those of an operator.
  private final class Files {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init(_ files: [String: String]) throws {
      for folder in ["public", "templates"] {
        try FileManager.default.createDirectory(at: root.appending(path: folder), withIntermediateDirectories: true)
      }
      for (path, text) in files {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
    }

    deinit {
      server?.stop()
      try? FileManager.default.removeItem(at: root)
    }

    private var server: AppServer?

    func start(scripts: [String] = []) throws -> (server: AppServer, browser: Browser) {
      let server = try made(scripts: scripts)
      self.server = server
      return (server, Browser(port: try server.start()))
    }

    var bundle: Bundle {
      get throws { try #require(Bundle(path: root.appending(path: "App.resources").path)) }
    }

    func made(scripts: [String] = []) throws -> AppServer {
      var configuration = ServerConfiguration()
      configuration.bundle = try bundle
      configuration.scripts = scripts
      let folders = ["--public", root.path + "/public", "--templates", root.path + "/templates"]
      let options = try CommandLineOptions(
        arguments: ["--port", "0", "--sessions", "memory:", "--no-access-log"] + folders, environment: [:])
      return try ServerStart(app: App.self, configuration: configuration, options: options, name: "App").server()
    }
  }

  @Test(arguments: [nil, "<svg width=\"7\" height=\"9\"/>"])
  func anAppHasOnlyTheImagesThatItShips(image: String?) throws {
    var shipped = ["App.resources/Public/app.css": ""]
    shipped["App.resources/Public/add.svg"] = image
    let files = try Files(shipped)
    let browser = try files.start().browser
    let page = try browser.open("/").body
    #expect(page.contains("src=\"/add.svg?") == (image != nil))
    #expect(try browser.get("/add.svg").status == (image == nil ? 404 : 200))
    #expect(page.contains("url(\"/symbols/checkmark.svg?"))
    #expect(!page.contains("src=\"/icon.svg"))
  }

  @Test func filesOfTheBundleAreServed() throws {
    let files = try Files(["App.resources/Public/app.css": "shipped", "App.resources/Public/icons/a.svg": "<svg/>"])
    let browser = try files.start().browser
    #expect(try browser.get("/app.css").body == "shipped")
    #expect(try browser.get("/icons/a.svg").body == "<svg/>")
    #expect(try browser.get("/tempura.css").status == 200)
    #expect(try browser.get("/add.svg").status == 404)
  }

  @Test func pagesLoadTheScriptsOfTheApp() throws {
    let files = try Files(["App.resources/Public/a.js": "1", "App.resources/Public/b.js": "2"])
    let (server, browser) = try files.start(scripts: ["/b.js", "/a.js"])
    let page = try browser.open("/").body
    let urls = page.matches(of: /<script defer src="(\/[ab]\.js\?[0-9a-f]{8})"><\/script>/).map { String($0.1) }
    try #require(urls.map { $0.prefix(5) } == ["/b.js", "/a.js"])
    #expect(try browser.get(urls[0]).body == "2")
    #expect(try browser.get("/service-worker.js").body.contains(urls[1]), "they are kept with the other files")
    #expect(try !browser.get("/nowhere").body.contains("a.js"), "an error page has no controls")
    let release = server.runtime.site.pages.release
    try Data("3".utf8).write(to: files.root.appending(path: "App.resources/Public/a.js"))
    try server.reload()
    #expect(server.runtime.site.pages.release != release, "open pages are loaded again")
  }

  @Test func aFileOfTheOperatorOverridesTheBundleWhichOverridesTheBuiltInFiles() throws {
    let files = try Files([
      "App.resources/Public/app.css": "shipped", "App.resources/Public/other.css": "shipped",
      "App.resources/Public/tempura.css": "shipped", "public/app.css": "operator",
      "App.resources/Templates/head.html": "<title>{{title}}</title>{{{stylesheets}}}<meta name=shipped>",
      "App.resources/Templates/error.html": "shipped {{message}}", "templates/error.html": "operator {{message}}",
    ])
    let browser = try files.start().browser
    #expect(try browser.get("/app.css").body == "operator")
    #expect(try browser.get("/other.css").body == "shipped")
    #expect(try browser.get("/tempura.css").body == "shipped")
    #expect(try browser.get("/").body.contains("<meta name=shipped>"))
    #expect(try browser.get("/nowhere").body.hasPrefix("operator "))
  }

  @Test func onlyTheImagesOfAnAssetCatalogueAreServed() throws {
    let catalog = "App.resources/Assets.xcassets"
    let files = try Files([
      "\(catalog)/Cat.imageset/Contents.json": #"{"images":[{"idiom":"universal","filename":"cat.svg"}]}"#,
      "\(catalog)/Cat.imageset/cat.svg": "<svg/>", "\(catalog)/Cat.imageset/unused.svg": "<svg/>",
      "\(catalog)/Words.dataset/Contents.json": #"{"data":[{"idiom":"universal","filename":"words.txt"}]}"#,
      "\(catalog)/Words.dataset/words.txt": "secret",
    ])
    let browser = try files.start().browser
    #expect(try browser.get("/assets/App/Assets/Cat.imageset/cat.svg").body == "<svg/>")
    for path in ["Cat.imageset/Contents.json", "Cat.imageset/unused.svg", "Words.dataset/words.txt"] {
      #expect(try browser.get("/assets/App/Assets/\(path)").status != 200, "\(path)")
    }
  }

  @Test func pagesNameTheVersionsOfImagesOfAnAssetCatalogue() throws {
    let catalog = "App.resources/Assets.xcassets/add.imageset"
    let dark = #""appearances":[{"appearance":"luminosity","value":"dark"}]"#
    let files = try Files([
      "\(catalog)/Contents.json": """
      {"images":[
      {"idiom":"universal","scale":"1x","filename":"a, b.svg"},{"idiom":"universal","scale":"2x","filename":"2.svg"},
      {"idiom":"universal","scale":"2x","filename":"dark.svg",\(dark)}]}
      """,
      "\(catalog)/a, b.svg": "<svg/>", "\(catalog)/2.svg": "<svg />", "\(catalog)/dark.svg": "<svg  />",
    ])
    let browser = try files.start().browser
    let page = try browser.open("/").body
    let urls = Set(page.matches(of: /\/assets\/[^" )]+/).map { String($0.output) })
    let names = ["a%2C%20b.svg", "2.svg", "dark.svg"]
    #expect(Set(urls.map { $0.prefix { $0 != "?" } }) == Set(names.map { "/assets/App/Assets/add.imageset/\($0)" }))
    for url in urls {
      #expect(url.contains("?"), "\(url)")
      #expect(try browser.get(url).header("Cache-Control")?.contains("immutable") == true, "\(url)")
    }
  }

  @Test func anIconOfAnAssetCatalogueIsOnTheHomeScreen() throws {
    let files = try Files([
      "App.resources/Assets.xcassets/AppIcon.appiconset/Contents.json":
        #"{"images":[{"filename":"app.png","idiom":"universal","platform":"ios","size":"1024x1024"}]}"#,
      "App.resources/Assets.xcassets/AppIcon.appiconset/app.png": "",
    ])
    let icon = files.root.appending(path: "App.resources/Assets.xcassets/AppIcon.appiconset/app.png")
    try #require(BuiltInFiles.publicFiles["icons/192.png"].map { Data($0.bytes) }).write(to: icon)
    let browser = try files.start().browser
    let page = try browser.open("/").body
    let versioned = try #require(page.firstMatch(of: /<link rel="icon" href="([^"]*)">/)?.output.1)
    #expect(versioned.wholeMatch(of: /\/assets\/App\/Assets\/AppIcon.appiconset\/app.png\?[0-9a-f]{8}/) != nil)
    #expect(page.contains("<link rel=\"apple-touch-icon\" href=\"\(versioned)\">"))
    #expect(try browser.get(String(versioned)).status == 200)
    let manifest = try browser.get("/manifest.webmanifest").body
    #expect(manifest.matches(of: /"src" : "([^"]*)"/).map(\.output.1) == [versioned, versioned])
    #expect(manifest.contains("192x192") && manifest.contains("image/png"))
  }

  @Test func aBundleMayHaveOnlyFonts() throws {
    _ = try Files(["App.resources/Fonts/Own.ttf": "damaged"]).made()
  }

  @Test func aBundleMayHaveOnlyTexts() throws {
    _ = try Files(["App.resources/en.lproj/Localizable.strings": "\"a\" = \"b\";"]).made()
  }

  @Test func foldersThatCannotBeWatchedAreExplained() {
    #expect(
      FolderError.unwatched(SystemError("inotify_init1", EMFILE)).description == """
        Folders cannot be watched: inotify_init1 failed (Too many open files). Raise fs.inotify.max_user_instances \
        (sysctl), or leave --watch out.
        """)
  }

  @Test func aBundleWithoutFilesIsNamed() throws {
    let files = try Files(["App.resources/app.css": ""])
    let error = #expect(throws: FolderError.self) { try files.made() }
    #expect(
      error?.description == """
        \(files.root.path)/App.resources has no folder Public or Templates, no asset catalogue, no .lproj folder and no \
        fonts. Add resources: [.copy("Public")] to the target in Package.swift, or do not set ServerConfiguration.bundle.
        """)
  }
}
